"""How far each scorer agrees with the people who annotated a run: counts, kappa, and where they differ."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from measures import kappa
from measures.interval import Interval
from measures.wilson import wilson
from reports.annotations import Annotation
from reports.blocks import Block, Heading, Table, Text, cells
from reports.logs import LoggedRun

_ABOUT = (
    "Kappa is agreement beyond chance: 1 is perfect, 0 is what chance alone gives; it is not defined where both always "
    "say the same one thing. The intervals take sessions as independent."
)
_COLUMNS = (
    "scorer", "person", "sessions", "agree (95%)", "kappa", "kappa (95%)", "scorer passes, person fails",
    "scorer fails, person passes", "not compared",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Disagreement:
    session: str
    passed: bool
    note: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of a scorer with one person, over the sessions that both judged; `skipped` are those that only one of them did.

    `kappa` and `interval` are None where they are not defined.
    """

    run: str
    scorer: str
    who: str
    sessions: int
    agreed: int
    kappa: float | None
    interval: Interval | None
    disagreements: tuple[Disagreement, ...]
    skipped: int


def agreements(*runs: LoggedRun) -> tuple[Agreement, ...]:
    """A row for each run, scorer and person with annotations. Two views of one run give it once."""
    by_name = {run.header.run: run for run in runs}
    return tuple(each for run in by_name.values() for each in _of_run(run))


def _of_run(run: LoggedRun) -> Iterator[Agreement]:
    if not run.annotations:
        return
    rows = run.scores.select("session", "scorer", "passed").iter_rows()
    passed = {(session, scorer): verdict for session, scorer, verdict in rows}
    said: dict[tuple[str, str], list[Annotation]] = {}
    for one in sorted(run.annotations, key=lambda one: one.key):
        if (one.session, one.scorer) in passed:
            said.setdefault((one.scorer, one.who), []).append(one)
    for (scorer, who), found in sorted(said.items()):
        judged = [one for one in found if passed[one.session, scorer] is not None and one.verdict != "cannot_say"]
        pairs = [(passed[one.session, scorer], one.verdict == "pass") for one in judged]
        differ = [one for one, (scored, person) in zip(judged, pairs, strict=True) if scored != person]
        ways = ((True, True), (True, False), (False, True), (False, False))
        table = kappa.AgreementTable(*(pairs.count(way) for way in ways))
        yield Agreement(
            run=run.header.run,
            scorer=scorer,
            who=who,
            sessions=len(pairs),
            agreed=table.both + table.neither,
            kappa=kappa.cohens_kappa(table),
            interval=kappa.kappa_interval(table),
            disagreements=tuple(Disagreement(one.session, one.verdict != "pass", one.note) for one in differ),
            skipped=len(found) - len(judged),
        )


def blocks(found: Sequence[Agreement], level: int = 3) -> Iterator[Block]:
    """Nothing where nobody annotated anything. `level`: of the heading."""
    if not found:
        return
    yield Heading(level, "Agreement with people")
    several = len({each.run for each in found}) > 1
    rows = ((*((each.run,) if several else ()), *_row(each)) for each in found)
    columns = ("run", *_COLUMNS) if several else _COLUMNS
    yield Table(columns, cells(rows), shape="numbers", left_out="scorers that people judged")
    yield Text(_ABOUT)
    differ = [
        (one.session, each.scorer, *(("pass", "fail") if one.passed else ("fail", "pass")), each.who, one.note)
        for each in found
        for one in each.disagreements
    ]
    if differ:
        names = ("session", "scorer", "scorer says", "person says", "person", "note")
        yield Table(names, cells(differ), title="Where they differ", fold=True, left_out="disagreements")


def _row(one: Agreement) -> tuple[object, ...]:
    share = "none"
    if one.sessions:
        low, high = wilson(one.agreed, one.sessions)
        share = f"{100 * one.agreed / one.sessions:.0f}% ({100 * low:.0f} to {100 * high:.0f})"
    value = "not defined" if one.kappa is None else f"{one.kappa:.2f}"
    bounds = "none" if one.interval is None else f"{one.interval.low:.2f} to {one.interval.high:.2f}"
    wrongly_passed = sum(each.passed for each in one.disagreements)
    wrongly_failed = len(one.disagreements) - wrongly_passed
    return one.scorer, one.who, one.sessions, share, value, bounds, wrongly_passed, wrongly_failed, one.skipped
