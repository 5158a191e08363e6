"""How small a regression so many sessions can see: n = (z_a + z_b)^2 (w^2 + s_A^2/K + s_B^2/K) / delta^2.

n personas with K sessions each in both runs; w^2: how much the true difference varies between personas; s^2:
how much the sessions of one persona vary, p (1 - p) for a pass rate p.
"""

from dataclasses import dataclass
from math import ceil, sqrt
from statistics import NormalDist


@dataclass(frozen=True, slots=True)
class Design:
    """One-sided at `alpha`; a true regression of the stated size is seen with probability `power`."""

    alpha: float = 0.05
    power: float = 0.80

    @property
    def reach(self) -> float:
        """z_a + z_b: how many standard errors a regression must measure."""
        return NormalDist().inv_cdf(1 - self.alpha) + NormalDist().inv_cdf(self.power)


def personas_needed(
    base: float, candidate: float, epochs: int, *, spread: float = 0, design: Design | None = None
) -> int:
    """Personas that show a fall of the pass rate from `base` to `candidate`; `spread` is w."""
    within = (base * (1 - base) + candidate * (1 - candidate)) / epochs
    return ceil((design or Design()).reach ** 2 * (spread**2 + within) / (base - candidate) ** 2)


def smallest_fall(
    base: float, personas: int, epochs: float, *, spread: float = 0, design: Design | None = None
) -> float | None:
    """The smallest fall below the pass rate `base` that so many sessions see; None where none can be seen.

    `epochs`: sessions of each persona, on average.
    """
    square = (design or Design()).reach ** 2 / personas
    share = square / epochs
    # Both variances in terms of the fall f give (1 + share) f^2 - share (2 base - 1) f - rest = 0.
    tilt = share * (2 * base - 1)
    rest = square * spread**2 + 2 * share * base * (1 - base)
    fall = (tilt + sqrt(tilt**2 + 4 * (1 + share) * rest)) / (2 * (1 + share))
    return fall if 0 < fall <= base else None


def smallest_difference(error: float, *, design: Design | None = None) -> float:
    """The smallest difference that a mean difference with the standard error `error` shows."""
    return (design or Design()).reach * error
