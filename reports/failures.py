"""Which sessions turned: failing where their partner passed, and the other way round."""

from collections.abc import Iterator, Sequence

import polars as pl

from reports.comparison import Failure
from reports.lines import Material
from reports.logs import Run


def new_failures(materials: Sequence[Material], candidate: Run) -> tuple[Failure, ...]:
    """By scorer, then persona and seed. Versions that differ cannot turn a session."""
    return tuple(failure for material in materials for failure in _failures(material, candidate))


def count_newly_passing(materials: Sequence[Material]) -> int:
    """Scores that pass where the base's failed."""
    return sum(_turned(material, "candidate", "base").height for material in materials)


def _turned(material: Material, passes: str, fails: str) -> pl.DataFrame:
    """The pairs of which the side `passes` passes and the side `fails` fails."""
    if material.incomparable is not None:
        return material.pairs.clear()
    return material.pairs.filter(pl.col(f"{passes}_passed"), ~pl.col(f"{fails}_passed"))


def _failures(material: Material, candidate: Run) -> Iterator[Failure]:
    turned = _turned(material, "base", "candidate")
    words = candidate.scores.filter(
        pl.col("session").is_in(turned["candidate_session"].implode()), scorer=material.scorer
    ).select("quotes", "explanation", candidate_session="session")
    for row in turned.join(words, on="candidate_session", how="left", maintain_order="left").iter_rows(named=True):
        yield Failure(
            scorer=material.scorer,
            persona=row["persona"],
            base_session=row["base_session"],
            candidate_session=row["candidate_session"],
            base_value=row["base_value"],
            value=row["candidate_value"],
            explanation=row["explanation"],
            quotes=tuple(row["quotes"]),
            off_script=row["off_script"],
        )
