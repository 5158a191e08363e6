"""The runs so far: a line of JSON a run with what each scorer came to, appended and never rewritten."""

from collections.abc import Collection
from pathlib import Path
from statistics import fmean

from measures.clustered import clustered_mean
from measures.interval import Interval
from measures.wilson import wilson
from reports.logs import LoggedRun
from reports.record import ReportRecord, read_lines

_WAY_ON = "mend or move the file; it is written anew"


class ScorerMark(ReportRecord):
    """What one scorer came to in one run: a pass rate or a mean, with its 95% interval where there is one."""

    scorer: str
    binary: bool
    value: float
    low: float | None
    high: float | None
    sessions: int


class HistoryEntry(ReportRecord):
    """One run."""

    run: str
    created: str
    variant: str
    coach: str
    code_version: str
    sessions: int
    marks: tuple[ScorerMark, ...]


def entry_of(run: LoggedRun, fractions: Collection[str] = ()) -> HistoryEntry:
    """`fractions`: the numeric scorers whose values lie between 0 and 1 (`reports.policy`)."""
    header = run.header
    return HistoryEntry(
        run=header.run,
        created=header.created,
        variant=header.variant,
        coach=header.coach,
        code_version=header.code_version,
        sessions=run.sessions.height,
        marks=tuple(
            _bounded(mark, fractions)
            for scorer in sorted(run.scores["scorer"].unique())
            if (mark := _mark(run, scorer))
        ),
    )


def read_history(path: Path, fractions: Collection[str] = ()) -> tuple[HistoryEntry, ...]:
    """All runs, oldest first, the intervals of `fractions` within 0 and 1; none where there is no file yet."""
    if not path.exists():
        return ()
    entries = [
        entry.model_copy(update={"marks": tuple(_bounded(mark, fractions) for mark in entry.marks)})
        for entry in read_lines(path, HistoryEntry, "is not a history of runs", _WAY_ON)
    ]
    return tuple(sorted(entries, key=lambda entry: (entry.created, entry.run)))


def remember(path: Path, run: LoggedRun, fractions: Collection[str] = ()) -> tuple[HistoryEntry, ...]:
    """Add `run` unless it stands there already; the whole history."""
    entry = entry_of(run, fractions)
    if all(known.run != entry.run for known in read_history(path)):
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(entry.model_dump_json() + "\n")
    return read_history(path, fractions)


def _mark(run: LoggedRun, scorer: str) -> ScorerMark | None:
    """None where the scorer judged nothing."""
    whole = run.sessions.filter(run.sessions["error"].is_null()).select("session", "cluster")
    rows = run.scores.filter(scorer=scorer).join(whole, on="session", maintain_order="left")
    numbers = rows.drop_nulls("number")
    if numbers.height:
        values, clusters = numbers["number"].to_list(), numbers["cluster"].to_list()
        return _built(scorer, values, _spread(values, clusters), binary=False)
    judged = rows.drop_nulls("passed")
    if not judged.height:
        return None
    values, clusters = judged["passed"].cast(float).to_list(), judged["cluster"].to_list()
    alike = len(set(values)) == 1 or len(set(clusters)) == 1
    # Without a spread the clustered error is zero; then the families count as the trials.
    found = _families(values, clusters) if alike else _spread(values, clusters)
    return _built(scorer, values, found, binary=True)


def _families(values: list[float], clusters: list[str]) -> Interval:
    trials = len(set(clusters))
    return wilson(round(trials * sum(values) / len(values)), trials)


def _spread(values: list[float], clusters: list[str]) -> Interval | None:
    return clustered_mean(values, clusters).interval() if len(set(clusters)) > 1 else None


def _built(scorer: str, values: list[float], found: Interval | None, *, binary: bool) -> ScorerMark:
    low, high = found or (None, None)
    return ScorerMark(scorer=scorer, binary=binary, value=fmean(values), low=low, high=high, sessions=len(values))


def _bounded(mark: ScorerMark, fractions: Collection[str]) -> ScorerMark:
    """The mark of a share with its interval cut at 0 and 1; any other mark as it is."""
    if mark.low is None or mark.high is None or not (mark.binary or mark.scorer in fractions):
        return mark
    return mark.model_copy(update={"low": max(mark.low, 0.0), "high": min(mark.high, 1.0)})
