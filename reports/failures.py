"""Which sessions turned: failing where their partner did not, and passing where it failed."""

from collections.abc import Iterator, Sequence

import polars as pl

from reports.comparison import Turned
from reports.logs import LoggedRun
from reports.scorer_lines import Material, failed


def new_failures(materials: Sequence[Material], candidate: LoggedRun) -> tuple[Turned, ...]:
    """By scorer, then persona and seed: what fails in the candidate and did not in the base.

    A base that passed, was not judged, or to which the scorer does not apply did not fail. Versions that differ cannot
    turn a session.
    """
    turned = failed("candidate") & ~failed("base")
    return tuple(found for material in materials for found in _turned(material, turned, "candidate", candidate))


def improved(materials: Sequence[Material], base: LoggedRun) -> tuple[Turned, ...]:
    """What failed in the base and passes, in the same order."""
    turned = failed("base") & pl.col("candidate_passed")
    return tuple(found for material in materials for found in _turned(material, turned, "base", base))


def _turned(material: Material, turned: pl.Expr, fails: str, failing: LoggedRun) -> Iterator[Turned]:
    """The pairs that `turned` keeps, with the words of `failing`, the run on the side `fails`."""
    if material.incomparable is not None:
        return
    session = f"{fails}_session"
    pairs = material.pairs.filter(turned)
    words = failing.scores.filter(pl.col("session").is_in(pairs[session].implode()), scorer=material.scorer).select(
        "quotes", "explanation", pl.col("session").alias(session)
    )
    for row in pairs.join(words, on=session, how="left", maintain_order="left").iter_rows(named=True):
        yield Turned(
            scorer=material.scorer,
            persona=row["persona"],
            base_session=row["base_session"],
            candidate_session=row["candidate_session"],
            base_value=_value(row["base_value"], row["base_number"]),
            value=_value(row["candidate_value"], row["candidate_number"]),
            explanation=row["explanation"],
            quotes=tuple(row["quotes"]),
            off_script=row["off_script"],
        )


def _value(word: str | None, number: float | None) -> str:
    return word or "not_scored" if number is None else f"{number:.4g}"
