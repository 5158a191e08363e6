"""All sessions of a comparison as rows for the page's script: what became of each, and the scores that differ."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import polars as pl

from reports import wording
from reports.comparison import Comparison
from reports.escape import visible
from reports.logs import LoggedRun
from reports.pairing import KEY

MOST = 5_000
"""Rows of one page, the notable ones first; what is left out stands in the logs."""
Row = dict[str, Any]
Said = tuple[str, bool | None]
_NOTHING: Said = ("none", None)


def rows(comparison: Comparison, base: LoggedRun, candidate: LoggedRun, chunks: Mapping[str, int]) -> list[Row]:
    """One row a pair, and one a session without a partner; keys as the script reads them.

    `b`, `c`: the sessions; `g`: groups; `t`: tags; `x`: scorer, base and candidate where they differ or fail (nothing
    without a partner); `k`: the number of the packed conversation (`chunks`).
    """
    kept = _kept(comparison, base, candidate)
    before = _said(base, {row["b"] for row in kept})
    after = _said(candidate, {row["c"] for row in kept})
    for row in kept:
        alone = row["b"] is None or row["c"] is None
        differing = () if alone else _differing(before.get(row["b"], {}), after.get(row["c"], {}))
        row["x"] = [[visible(cell) for cell in each] for each in differing]
        row["k"] = chunks.get(row["c"])
        row["t"] = [visible(tag) for tag in row["t"]]
        row |= {side: None if row[side] is None else visible(row[side]) for side in "bc"}
    return kept


def _kept(comparison: Comparison, base: LoggedRun, candidate: LoggedRun) -> list[Row]:
    groups = _groups(comparison)
    failing = set(candidate.scores.filter(~pl.col("passed"))["session"])
    found = []
    for _, _, tags, name, partner in _pairs(base, candidate):
        marks = {*groups.get(("candidate", partner), ()), *groups.get(("base", name), ())}
        marks |= {"failing"} if partner in failing else set()
        found.append({"b": name, "c": partner, "g": sorted(marks), "t": tags or []})
    found.sort(key=lambda row: ("newly failing" not in row["g"], "failing" not in row["g"], not row["g"]))
    return found[:MOST]


def _pairs(base: LoggedRun, candidate: LoggedRun) -> list[tuple[Any, ...]]:
    """Persona, seed, tags, session of the base, session of the candidate."""
    after = candidate.sessions.select(*KEY, candidate_tags="tags", candidate="session")
    sides = base.sessions.select(*KEY, "tags", "session").join(after, on=KEY, how="full", coalesce=True)
    tags = pl.coalesce("candidate_tags", "tags")
    ordered = sides.sort("persona", "candidate", "session")
    return ordered.select(*KEY, tags.alias("tags"), "session", "candidate").rows()


def _said(run: LoggedRun, sessions: Collection[str | None]) -> dict[str, dict[str, Said]]:
    """Session to scorer to what it said and whether that passes."""
    found: dict[str, dict[str, Said]] = {}
    rows = run.scores.filter(pl.col("session").is_in([name for name in sessions if name is not None]))
    for session, scorer, value, number, passed in rows.select(
        "session", "scorer", "value", "number", "passed"
    ).iter_rows():
        found.setdefault(session, {})[scorer] = (wording.value(value) if number is None else f"{number:.4g}", passed)
    return found


def _differing(before: Mapping[str, Said], after: Mapping[str, Said]) -> Iterator[tuple[str, str, str]]:
    for scorer in sorted({*before, *after}):
        asked, told = before.get(scorer, _NOTHING), after.get(scorer, _NOTHING)
        if told != asked or told[1] is False:
            yield scorer, asked[0], told[0]


def _groups(comparison: Comparison) -> dict[tuple[str, str], set[str]]:
    found: dict[tuple[str, str], set[str]] = {}
    for group, turned in (("newly failing", comparison.new_failures), ("improved", comparison.improved)):
        for each in turned:
            found.setdefault(("candidate", each.candidate_session), set()).add(group)
    named = {
        "no partner": comparison.unpaired,
        wording.SET_ASIDE: comparison.errored,
        "off script": comparison.off_script,
    }
    for group, items in named.items():
        for item in items:
            found.setdefault((item.run, item.session), set()).add(group)
    return found
