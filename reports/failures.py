"""Which sessions turned: failing where their partner passed, and the other way round."""

from collections.abc import Iterator, Sequence

import polars as pl

from reports.comparison import Turned
from reports.logs import LoggedRun
from reports.scorer_lines import Material


def new_failures(materials: Sequence[Material], candidate: LoggedRun) -> tuple[Turned, ...]:
    """By scorer, then persona and seed. Versions that differ cannot turn a session."""
    return tuple(found for material in materials for found in _turned(material, "base", "candidate", candidate))


def improved(materials: Sequence[Material], base: LoggedRun) -> tuple[Turned, ...]:
    """What failed in the base and passes, in the same order."""
    return tuple(found for material in materials for found in _turned(material, "candidate", "base", base))


def _turned(material: Material, passes: str, fails: str, failing: LoggedRun) -> Iterator[Turned]:
    """The pairs of which the side `passes` passes and the side `fails` fails, with the words of `failing`."""
    if material.incomparable is not None:
        return
    session = f"{fails}_session"
    pairs = material.pairs.filter(pl.col(f"{passes}_passed"), ~pl.col(f"{fails}_passed"))
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


def _value(word: str, number: float | None) -> str:
    return word if number is None else f"{number:.4g}"
