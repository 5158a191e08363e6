"""A comparison as one HTML file: verdict first, then what changed, then every detail on demand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from reports import wording
from reports.comparison import Comparison, Failure, GateLine, Line, Standing
from reports.escape import visible
from reports.history import Entry
from reports.html import plots
from reports.html.details import details, pack
from reports.html.environment import fill
from reports.logs import Run

SIGNS: dict[Standing, tuple[str, str, str]] = {
    "pass": ("pass", "✓", "Pass"),
    "regressed": ("regressed", "✗", "Regressed"),
    "could not be judged": ("unjudged", "?", "Could not be judged"),
}
"""Standing to its style, its sign and its word: colour is never the only signal."""
ARROWS = {"better": "▲ better", "worse": "▼ worse"}


@dataclass(frozen=True, slots=True)
class Case:
    """A newly failing session, with every scorer that turned."""

    session: str
    failures: tuple[Failure, ...]


def render(comparison: Comparison, base: Run, candidate: Run, *, history: Sequence[Entry] = ()) -> str:
    found = details(comparison, base, candidate)
    numbers = {persona: number for number, persona in enumerate(found.chunks)}
    rows = _index(comparison, base, candidate, numbers)
    style, sign, word = SIGNS[comparison.standing]
    return fill(
        "comparison.html.j2",
        it=comparison,
        style_of=style,
        sign=sign,
        word=word,
        headline=_headline(comparison),
        signs=SIGNS,
        urgent=[line for line in comparison.gate if line.standing != "pass"],
        calm=[line for line in comparison.gate if line.standing == "pass"],
        cases=_cases(comparison.new_failures),
        lines=[(wording.cells(line), _verdict(line), wording.remarks(line)) for line in comparison.lines],
        columns=wording.COLUMNS,
        differences=plots.differences(comparison.lines),
        trends=plots.trends(history),
        history=history,
        offline=any("offline" in header.coach.lower() for header in (comparison.base, comparison.candidate)),
        chunks=[(numbers[persona], packed) for persona, packed in found.chunks.items()],
        left_out=found.left_out,
        index=pack(rows),
        groups=sorted({group for row in rows for group in row["g"]}),
        sessions=len(rows),
    )


def _headline(comparison: Comparison) -> str:
    failed = [line for line in comparison.gate if line.standing == "regressed"]
    open_lines = [line for line in comparison.gate if line.standing == "could not be judged"]
    parts = []
    if failed:
        parts.append(f"{wording.count(len(failed), 'gate line')} failed ({_names(failed)})")
    if open_lines:
        parts.append(f"{wording.count(len(open_lines), 'gate line')} could not be judged ({_names(open_lines)})")
    if not parts:
        parts.append(f"all {len(comparison.gate)} gate lines hold")
    return "; ".join(parts)


def _names(lines: Sequence[GateLine]) -> str:
    shown = ", ".join(line.name.split(":")[0] for line in lines[:3])
    return f"{shown} and {len(lines) - 3} more" if len(lines) > 3 else shown  # noqa: PLR2004 (three fit a line)


def _verdict(line: Line) -> str:
    return ARROWS.get(line.verdict, line.verdict)


def _cases(failures: Sequence[Failure]) -> list[Case]:
    by_session: dict[str, list[Failure]] = {}
    for item in failures:
        by_session.setdefault(item.candidate_session, []).append(item)
    return [Case(session, tuple(found)) for session, found in sorted(by_session.items())]


def _index(comparison: Comparison, base: Run, candidate: Run, numbers: dict[str, int]) -> list[dict[str, Any]]:
    """One row a pair, and one a session without a partner; keys as the page's script reads them."""
    before, after = _by_session(base), _by_session(candidate)
    groups = _groups(comparison)
    rows = []
    for persona, base_name, name, tags in _pairs(base, candidate):
        told, asked = after.get(name or "", {}), before.get(base_name or "", {})
        differing = [
            [scorer, asked.get(scorer, ("none", None))[0], told.get(scorer, ("none", None))[0]]
            for scorer in sorted({*told, *asked})
            if told.get(scorer) != asked.get(scorer) or told.get(scorer, ("", None))[1] is False
        ]
        failing = any(passed is False for _, passed in told.values())
        marks = [*groups.get(("candidate", name or ""), ()), *groups.get(("base", base_name or ""), ())]
        marks += ["failing"] if failing else []
        rows.append(
            {
                "b": _shown(base_name),
                "c": _shown(name),
                "k": numbers.get(persona),
                "g": sorted(set(marks)),
                "t": [visible(tag) for tag in tags],
                "x": [[visible(cell) for cell in row] for row in differing],
            }
        )
    return sorted(rows, key=lambda row: ("newly failing" not in row["g"], "failing" not in row["g"], not row["g"]))


def _shown(name: str | None) -> str | None:
    return None if name is None else visible(name)


def _pairs(base: Run, candidate: Run) -> Iterator[tuple[str, str | None, str | None, list[str]]]:
    key = ["persona", "seed"]
    sides = base.sessions.select(*key, "session", "tags").join(
        candidate.sessions.select(*key, candidate="session", candidate_tags="tags"), on=key, how="full", coalesce=True
    )
    for row in sides.sort("persona", "candidate", "session").iter_rows(named=True):
        yield row["persona"], row["session"], row["candidate"], list(row["candidate_tags"] or row["tags"] or ())


def _by_session(run: Run) -> dict[str, dict[str, tuple[str, bool | None]]]:
    found: dict[str, dict[str, tuple[str, bool | None]]] = {}
    for row in run.scores.select("session", "scorer", "value", "number", "passed").iter_rows(named=True):
        value = row["value"] if row["number"] is None else f"{row['number']:.4g}"
        found.setdefault(row["session"], {})[row["scorer"]] = (value, row["passed"])
    return found


def _groups(comparison: Comparison) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for failure in comparison.new_failures:
        found.setdefault(("candidate", failure.candidate_session), []).append("newly failing")
    named = {
        "no partner": comparison.unpaired,
        "failed to run": comparison.errored,
        "off script": comparison.off_script,
    }
    for group, items in named.items():
        for item in items:
            found.setdefault((item.run, item.session), []).append(group)
    return found
