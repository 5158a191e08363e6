"""Which session of the base meets which of the candidate: the same persona with the same seed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import polars as pl

from reports.errors import LogUnreadable
from reports.logs import SCORES, LoggedRun

KEY = ["persona", "seed"]
SIDES = ("base", "candidate")
COMPARED = ("value", "number", "passed", "rules", "judged")
"""Columns of the scores table that a table of pairs holds of each side, as `base_value`, `candidate_value`, ..."""
PAIR: dict[str, Any] = {
    "persona": pl.String,
    "cluster": pl.String,
    "base_session": pl.String,
    "candidate_session": pl.String,
    "errored": pl.Boolean,
    "off_script": pl.Boolean,
}
UNANSWERED = "a replay in which every answer is a recorded one"
Side = dict[str, Any]
"""The `COMPARED` columns of one score; what is missing counts as null."""


@dataclass(frozen=True, slots=True)
class ListedSession:
    """A session that is listed apart. `run`: base or candidate."""

    run: str
    session: str
    why: str


class Meeting(NamedTuple):
    """One pair as one scorer saw it; a side is None where the scorer was silent. For pairs that stand in no log."""

    persona: str
    session: str
    base: Side | None
    candidate: Side | None


@dataclass(frozen=True, slots=True)
class Pairing:
    """`partners`: one row per pair, columns `PAIR`. The lists name every session that is not judged like the others."""

    partners: pl.DataFrame
    unpaired: tuple[ListedSession, ...]
    errored: tuple[ListedSession, ...]
    off_script: tuple[ListedSession, ...]


def pair(base: LoggedRun, candidate: LoggedRun, *, off_script: str) -> Pairing:
    """`off_script`: the scorer whose failure means that the athlete broke script."""
    runs = {"base": base, "candidate": candidate}
    for run in runs.values():
        _require_unique(run)
    broken = {side: _broken(run) for side, run in runs.items()}
    off = {side: run.scores.filter(~pl.col("passed"), scorer=off_script) for side, run in runs.items()}
    alone = {"base": _alone(base, candidate), "candidate": _alone(candidate, base)}
    partners = base.sessions.select(*KEY, "cluster", base_session="session").join(
        candidate.sessions.select(*KEY, candidate_session="session"), on=KEY
    )
    marked = partners.sort(KEY).with_columns(errored=_either(broken), off_script=_either(off))
    return Pairing(marked.select(*PAIR), _named(alone, "why"), _named(broken, "error"), _named(off, "explanation"))


def meetings(pairing: Pairing, base: LoggedRun, candidate: LoggedRun, scorer: str) -> pl.DataFrame:
    """Every pair with what `scorer` said of each side: the columns of `PAIR`, and of `COMPARED` for both sides."""
    found = pairing.partners
    for side, run in zip(SIDES, (base, candidate), strict=True):
        said = run.scores.filter(scorer=scorer).select(
            pl.col("session").alias(f"{side}_session"), *(pl.col(name).alias(f"{side}_{name}") for name in COMPARED)
        )
        found = found.join(said, on=f"{side}_session", how="left", maintain_order="left")
    return found


def table_of(rows: Sequence[Meeting]) -> pl.DataFrame:
    """Pairs in the form of `meetings`, each persona its own cluster, none broken and none off script."""
    columns: dict[str, Any] = {
        "persona": [row.persona for row in rows],
        "cluster": [row.persona for row in rows],
        "base_session": [row.session for row in rows],
        "candidate_session": [row.session for row in rows],
        "errored": [False] * len(rows),
        "off_script": [False] * len(rows),
    }
    schema = dict(PAIR)
    for side in SIDES:
        said: list[Side | None] = [getattr(row, side) for row in rows]
        for name in COMPARED:
            columns[f"{side}_{name}"] = [(each or {}).get(name) for each in said]
            schema[f"{side}_{name}"] = SCORES[name]
    return pl.DataFrame(columns, schema=schema)


def _broken(run: LoggedRun) -> pl.DataFrame:
    """Sessions with an `error`, or that say nothing of the variant since it never answered in them."""
    silent = pl.when(pl.col("session").is_in(run.header.unanswered)).then(pl.lit(UNANSWERED))
    return run.sessions.with_columns(error=pl.coalesce("error", silent)).filter(pl.col("error").is_not_null())


def _either(sessions: Mapping[str, pl.DataFrame]) -> pl.Expr:
    """Whether the session of either side is among those."""
    return pl.any_horizontal(
        pl.col(f"{side}_session").is_in(found["session"].implode()) for side, found in sessions.items()
    )


def _named(sessions: Mapping[str, pl.DataFrame], why: str) -> tuple[ListedSession, ...]:
    """`why`: the column that holds it."""
    return tuple(
        ListedSession(side, *row) for side, found in sessions.items() for row in found.select("session", why).rows()
    )


def _alone(run: LoggedRun, other: LoggedRun) -> pl.DataFrame:
    alone = run.sessions.join(other.sessions, on=KEY, how="anti").sort("persona", "epoch")
    return alone.with_columns(why=pl.lit("no partner with this persona and seed"))


def _require_unique(run: LoggedRun) -> None:
    twice = run.sessions.filter(run.sessions.select(KEY).is_duplicated())
    if twice.height:
        names = ", ".join(twice["session"].head(4).to_list())
        raise LogUnreadable(run.header.path, f"sessions share persona and seed ({names})", "run the sessions again")
    infinite = run.scores.filter(~pl.col("number").is_finite())
    if infinite.height:
        names = ", ".join(
            f"{session} by {scorer}" for session, scorer in infinite.select("session", "scorer").head(4).rows()
        )
        raise LogUnreadable(run.header.path, f"scores are not finite numbers ({names})", "run the sessions again")
    scored = run.scores.select("session", "scorer")
    if (again := scored.filter(scored.is_duplicated()).unique()).height:
        names = ", ".join(
            f"{session} by {scorer}" for session, scorer in again.sort("session", "scorer").head(4).rows()
        )
        raise LogUnreadable(run.header.path, f"sessions are scored twice ({names})", "run the sessions again")
