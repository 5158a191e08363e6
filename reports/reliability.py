"""How steady a coach is: sessions of one persona that disagree, and pass^k."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import polars as pl

from measures.pass_k import PassK, Trials, mean_pass_k
from reports import wording
from reports.blocks import Block, Heading, Table, cells
from reports.comparison import Flaky, Reliability
from reports.logs import LoggedRun
from reports.pairing import ListedSession


class Steadiness(NamedTuple):
    flaky: tuple[Flaky, ...]
    reliability: tuple[Reliability, ...]


def trials(run: LoggedRun, scorer: str, *, leave_out: Sequence[str] = ()) -> list[Trials]:
    """Passed and judged sessions of each persona; broken sessions and those in `leave_out` do not count."""
    counted = run.sessions.filter(pl.col("error").is_null(), ~pl.col("session").is_in(list(leave_out)))
    whose = counted.select("session", "persona")
    judged = run.scores.filter(pl.col("passed").is_not_null(), scorer=scorer).select("session", "passed")
    rows = judged.join(whose, on="session").group_by("persona").agg(pl.col("passed").sum(), total=pl.len())
    return [Trials(*row) for row in rows.sort("persona").rows()]


def steady(scorers: Sequence[str], runs: Mapping[str, LoggedRun], off_script: Sequence[ListedSession]) -> Steadiness:
    """How steady each run (`base`, `candidate`) is under each of the pass/fail `scorers`."""
    out = {side: [named.session for named in off_script if named.run == side] for side in runs}
    unsteady: list[Flaky] = []
    reliable: list[Reliability] = []
    for scorer in scorers:
        found = {side: trials(run, scorer, leave_out=out[side]) for side, run in runs.items()}
        unsteady += [flaky for side in found for flaky in _flaky(side, scorer, found[side])]
        reliable += _reliability(scorer, found["base"], found["candidate"])
    return Steadiness(tuple(unsteady), tuple(reliable))


def _flaky(side: str, scorer: str, found: Sequence[Trials]) -> list[Flaky]:
    return [
        Flaky(side, scorer, trial.persona, trial.passed, trial.total)
        for trial in found
        if 0 < trial.passed < trial.total
    ]


def _reliability(scorer: str, base: Sequence[Trials], candidate: Sequence[Trials]) -> list[Reliability]:
    """pass^k for k = 1, 2, 3, 4, 8, 16 and so on, to the most sessions that any persona has."""
    most = max((trial.total for trial in (*base, *candidate)), default=0)
    sizes = [k for k in (1, 2, 3, *(2**n for n in range(2, most.bit_length()))) if k <= most]
    return [Reliability(scorer, mean_pass_k(base, k), mean_pass_k(candidate, k)) for k in sizes]


def blocks(flaky: Sequence[Flaky], reliability: Sequence[Reliability]) -> Iterator[Block]:
    yield Heading(3, f"Flaky: {wording.count(len({item.persona for item in flaky}), 'persona')}")
    if flaky:
        rows = [(item.persona, item.scorer, item.run, f"{item.passed} of {item.total}") for item in flaky]
        columns = ("persona", "scorer", "run", "passed")
        title = "Personas whose sessions disagree"
        yield Table(columns, cells(rows), title=title, fold=True, left_out="rows of flaky personas")
    if reliability:
        found = [_shown(each) for each in reliability]
        title = "pass^k: the chance that k sessions of a persona all pass"
        yield Table(("scorer", "k", "base", "candidate"), cells(found), title=title, shape="numbers", fold=True)


def _shown(item: Reliability) -> tuple[str, ...]:
    found = item.base or item.candidate
    return item.scorer, str(found.k) if found else "", _pass_k(item.base), _pass_k(item.candidate)


def _pass_k(found: PassK | None) -> str:
    if found is None:
        return "not measured"
    rate = f"{100 * found.mean:.1f}%"
    bounds = f" ({100 * found.interval.low:.1f} to {100 * found.interval.high:.1f})" if found.interval else ""
    return f"{rate}{bounds}, {wording.count(found.personas, 'persona')}"
