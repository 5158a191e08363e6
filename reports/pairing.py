"""Which session of the base meets which of the candidate: the same persona with the same seed."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import polars as pl

from reports.errors import LogUnreadable
from reports.logs import Run

KEY = ["persona", "seed"]
Side = dict[str, Any]
"""A row of the scores table."""


class Named(NamedTuple):
    """A session that stands apart, and why."""

    run: str  # "base" or "candidate"
    session: str
    why: str


class Meeting(NamedTuple):
    """One persona and seed in both runs, as one scorer saw it; a side is None where the scorer was silent."""

    persona: str
    cluster: str
    base_session: str
    candidate_session: str
    base: Side | None
    candidate: Side | None
    errored: bool
    off_script: bool


@dataclass(frozen=True, slots=True)
class Pairing:
    """`partners`: one row per pair. The lists name every session that is not judged like the others."""

    partners: pl.DataFrame
    unpaired: tuple[Named, ...]
    errored: tuple[Named, ...]
    off_script: tuple[Named, ...]


def pair(base: Run, candidate: Run, *, off_script: str) -> Pairing:
    for run in (base, candidate):
        _require_unique(run)
    sides = {"base": base, "candidate": candidate}
    columns = [*KEY, "cluster", "session"]
    partners = base.sessions.select(columns).join(
        candidate.sessions.select(*KEY, candidate_session="session"), on=KEY, how="inner"
    )
    return Pairing(
        partners.rename({"session": "base_session"}).sort(KEY),
        (*_alone("base", base, candidate), *_alone("candidate", candidate, base)),
        tuple(
            Named(side, row["session"], row["error"])
            for side, run in sides.items()
            for row in run.sessions.filter(pl.col("error").is_not_null()).iter_rows(named=True)
        ),
        tuple(
            Named(side, row["session"], row["explanation"])
            for side, run in sides.items()
            for row in _broken_script(run, off_script).iter_rows(named=True)
        ),
    )


def meetings(pairing: Pairing, base: Run, candidate: Run, scorer: str) -> list[Meeting]:
    """Every pair of sessions with what `scorer` said of each side."""
    off = {(named.run, named.session) for named in pairing.off_script}
    broken = {(named.run, named.session) for named in pairing.errored}
    of_base, of_candidate = _by_session(base, scorer), _by_session(candidate, scorer)
    found = []
    for row in pairing.partners.iter_rows(named=True):
        before, after = row["base_session"], row["candidate_session"]
        names = {("base", before), ("candidate", after)}
        found.append(
            Meeting(
                persona=row["persona"],
                cluster=row["cluster"],
                base_session=before,
                candidate_session=after,
                base=of_base.get(before),
                candidate=of_candidate.get(after),
                errored=bool(names & broken),
                off_script=bool(names & off),
            )
        )
    return found


def _by_session(run: Run, scorer: str) -> dict[str, Side]:
    return {row["session"]: row for row in run.scores.filter(scorer=scorer).iter_rows(named=True)}


def _alone(side: str, run: Run, other: Run) -> list[Named]:
    alone = run.sessions.join(other.sessions, on=KEY, how="anti").sort(["persona", "epoch"])
    return [Named(side, row["session"], "no partner with this persona and seed") for row in alone.iter_rows(named=True)]


def _broken_script(run: Run, scorer: str) -> pl.DataFrame:
    return run.scores.filter((pl.col("scorer") == scorer) & (pl.col("passed") == False))  # noqa: E712 (polars)


def _require_unique(run: Run) -> None:
    twice = run.sessions.filter(run.sessions.select(KEY).is_duplicated())
    if twice.height:
        names = ", ".join(twice["session"].head(4).to_list())
        raise LogUnreadable(run.header.path, f"sessions share persona and seed ({names})", "run the sessions again")
