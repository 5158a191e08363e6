"""Differences and trends as SVG by matplotlib, in colours that the page's style decides, so that it can be dark.

A plot repeats what a table says and never says more; whoever cannot see it loses nothing.
"""

import re
from collections.abc import Sequence
from io import StringIO
from typing import Any

import matplotlib as mpl
from markupsafe import Markup
from matplotlib.figure import Figure

from reports.comparison import Line
from reports.escape import clip, html, visible
from reports.history import Entry, Mark

LATEST = 30
"""Runs that a trend shows."""
# Stand-ins, replaced by the page's own colours.
INK, LINE, BETTER, WORSE, ACCENT = "#010101", "#020202", "#030303", "#040404", "#050505"
_COLOURS = {INK: "ink", LINE: "line", BETTER: "good", WORSE: "bad", ACCENT: "accent"}
_VERDICTS = {"better": (BETTER, "^"), "worse": (WORSE, "v")}
STYLE: Any = {  # matplotlib knows its keys by a type of 400 names
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": INK,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "xtick.color": INK,
    "ytick.color": INK,
    # Names of scorers and runs are foreign words: a dollar is a dollar.
    "text.parse_math": False,
}


def differences(lines: Sequence[Line]) -> Markup | None:
    """Candidate minus base with 95 % intervals: pass rates on one scale, each number on its own."""
    with_estimate = [line for line in lines if line.estimate is not None]
    binary = [line for line in with_estimate if line.binary]
    numeric = [line for line in with_estimate if not line.binary]
    if not with_estimate:
        return None
    ratios = ([len(binary) + 0.6] if binary else []) + [1.5] * len(numeric)
    with mpl.rc_context({**STYLE, "svg.hashsalt": "differences"}):
        figure = Figure(figsize=(8.4, 0.42 * sum(ratios) + 0.5), layout="constrained")
        panels = figure.subplots(len(ratios), 1, squeeze=False, height_ratios=ratios)[:, 0]
        if binary:
            _panel(panels[0], binary, 100.0)
            panels[0].set_xlabel("percentage points, candidate minus base")
        for line, axes in zip(numeric, panels[1 if binary else 0 :], strict=True):
            _panel(axes, [line], 1.0)
            axes.set_xlabel("in the scorer's own unit", fontsize=8)
        return as_svg(
            figure, "differences", "Difference of each scorer with its 95 % interval; the table holds the numbers."
        )


def _panel(axes: Any, lines: Sequence[Line], factor: float) -> None:
    for row, line in enumerate(reversed(lines)):
        found = line.estimate
        if found is None:
            continue
        colour, marker = _VERDICTS.get(line.verdict, (INK, "o"))
        if found.interval is not None:
            axes.plot([factor * found.interval.low, factor * found.interval.high], [row, row], color=colour, lw=2)
        axes.plot([factor * found.difference], [row], marker=marker, color=colour, ms=7)
    axes.axvline(0, color=LINE, lw=1, zorder=0)
    axes.set_yticks(range(len(lines)), [_label(line.title) for line in reversed(lines)])
    axes.set_ylim(-0.6, len(lines) - 0.4)
    low, high = axes.get_xlim()
    reach = max(abs(low), abs(high), 1e-9)
    axes.set_xlim(-reach, reach)
    _bare(axes)


def trends(history: Sequence[Entry]) -> Markup | None:
    """Each scorer over the newest runs, with its 95 % interval; None before there are two."""
    runs = history[-LATEST:]
    names = sorted({mark.scorer for entry in runs for mark in entry.marks})
    if len(runs) < 2 or not names:  # noqa: PLR2004 (a trend needs two)
        return None
    columns = 3
    rows = -(-len(names) // columns)
    with mpl.rc_context({**STYLE, "svg.hashsalt": "trends", "font.size": 9}):
        figure = Figure(figsize=(8.4, 1.65 * rows), layout="constrained")
        panels = figure.subplots(rows, columns, squeeze=False).flat
        for place, axes in enumerate(panels):
            if place >= len(names):
                axes.set_axis_off()
                continue
            _trend(axes, names[place], runs)
        return as_svg(figure, "trends", f"Trend of each scorer over {len(runs)} runs; the table holds the numbers.")


def _trend(axes: Any, scorer: str, runs: Sequence[Entry]) -> None:
    found = [(place, mark) for place, entry in enumerate(runs) for mark in entry.marks if mark.scorer == scorer]
    factor = 100.0 if found[0][1].binary else 1.0
    x = [place for place, _ in found]
    values = [factor * mark.value for _, mark in found]
    axes.fill_between(x, *_band(found, factor), color=ACCENT, alpha=0.25, lw=0)
    axes.plot(x, values, color=ACCENT, marker="o", ms=3, lw=1.5)
    axes.set_title(_label(scorer) + (" (%)" if factor > 1 else ""), fontsize=9, loc="left")
    axes.set_xlim(-0.5, len(runs) - 0.5)
    axes.set_xticks([])
    _bare(axes)


def _band(found: Sequence[tuple[int, Mark]], factor: float) -> tuple[list[float], list[float]]:
    low = [factor * (mark.value if mark.low is None else mark.low) for _, mark in found]
    high = [factor * (mark.value if mark.high is None else mark.high) for _, mark in found]
    return low, high


def _bare(axes: Any) -> None:
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0)


def _label(text: str) -> str:
    return visible(clip(text, 32))


def as_svg(figure: Figure, name: str, says: str) -> Markup:
    """The picture as inline SVG: our colours, names of its own, no date, so that the same data give the same bytes."""
    out = StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    drawn = out.getvalue()
    drawn = drawn[drawn.index("<svg") :]
    drawn = re.sub(r"<(metadata|style)\b.*?</\1>", "", drawn, flags=re.DOTALL)
    for stand_in, variable in _COLOURS.items():
        drawn = drawn.replace(stand_in, f"var(--{variable})")
    drawn = re.sub(r'\bid="', f'id="{name}-', drawn)
    drawn = drawn.replace("url(#", f"url(#{name}-").replace('xlink:href="#', f'href="#{name}-')
    drawn = re.sub(
        r'<svg [^>]*?viewBox="([^"]*)"[^>]*>',
        rf'<svg viewBox="\1" role="img" aria-label="{html(says)}">',
        drawn,
        count=1,
    )
    return Markup(drawn)  # noqa: S704 (drawn by matplotlib, which escapes the labels)
