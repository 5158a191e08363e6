"""The way through the states as a picture by matplotlib: a row of states, an arc for each move, numbered in order."""

from collections.abc import Sequence

import matplotlib as mpl
from markupsafe import Markup
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch

from reports.escape import clip, visible
from reports.html.plots import ACCENT, INK, LINE, STYLE, as_svg

Moves = Sequence[tuple[str, str, str]]


def draw(moves: Moves) -> Markup | None:
    """None where the session never moved."""
    if not moves:
        return None
    states = list(dict.fromkeys(state for source, target, _ in moves for state in (source, target)))
    place = {state: index for index, state in enumerate(states)}
    with mpl.rc_context({**STYLE, "svg.hashsalt": "states"}):
        back = any(place[target] <= place[source] for source, target, _ in moves)
        figure = Figure(figsize=(max(6.0, 1.5 * len(states)), 3.0 if back else 1.8), layout="constrained")
        axes = figure.subplots()
        axes.set_axis_off()
        axes.set_xlim(-0.6, len(states) - 0.4)
        axes.set_ylim(-1.25 if back else -0.25, 1.25)
        for (source, target), numbers in _numbered(moves).items():
            start, end = place[source], place[target]
            # Forward moves arch above, moves back hang below; longer ones reach further out.
            reach = min(1.0, 0.35 + 0.16 * abs(end - start)) * (1 if end > start else -1)
            bend = "arc3,rad=" + str(-0.45 if start != end else -1.2)
            arrow = FancyArrowPatch(
                (start, 0.13 if reach > 0 else -0.13),
                (end, 0.13 if reach > 0 else -0.13),
                connectionstyle=bend,
                arrowstyle="-|>",
                mutation_scale=11,
                color=ACCENT,
                lw=1.3,
            )
            axes.add_patch(arrow)
            height = 0.13 + 0.225 * abs(end - start) * 0.55 + 0.12
            axes.text(
                (start + end) / 2, (height if reach > 0 else -height - 0.1), numbers, ha="center", color=INK, fontsize=9
            )
        box = {"boxstyle": "round,pad=0.35", "fc": "none", "ec": LINE}
        for state, x in place.items():
            axes.text(x, 0, visible(clip(state, 24)).replace("_", "\n"), ha="center", va="center", fontsize=8, bbox=box)
        said = ", ".join(f"{source} to {target}" for source, target, _ in moves)
        return as_svg(figure, "states", f"States in order: {said}")


def _numbered(moves: Moves) -> dict[tuple[str, str], str]:
    """Moves between the same two states share an arrow: their places in the order."""
    found: dict[tuple[str, str], list[str]] = {}
    for number, (source, target, _) in enumerate(moves, start=1):
        found.setdefault((source, target), []).append(str(number))
    return {pair: ", ".join(numbers) for pair, numbers in found.items()}
