"""How small a regression so many sessions can see.

One pass or fail a persona: by the exact test itself. Else n = (t_a + t_b)^2 (s_A^2/K + s_B^2/K) / delta^2: n personas
with K sessions each in both runs; s^2: how much the sessions of one persona vary, p (1 - p) for a pass rate p.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import inf, sqrt

import numpy as np
from scipy.special import bdtr, stdtrit


@dataclass(frozen=True, slots=True)
class Design:
    """One-sided at `alpha`; a true regression of the stated size is seen with probability `power`.

    `units`: independent personas that the standard error rests on.
    """

    alpha: float = 0.05
    power: float = 0.80
    units: float = inf

    @property
    def reach(self) -> float:
        """t_a + t_b: how many standard errors a regression must measure; infinite where no outcome reaches `alpha`."""
        if 0.5**self.units > self.alpha:
            return inf
        return float(stdtrit(self.units - 1, 1 - self.alpha) + stdtrit(self.units - 1, self.power))


def smallest_fall(base: float, personas: int, epochs: float, *, design: Design | None = None) -> float | None:
    """The smallest fall below the pass rate `base` that so many sessions see; None where none can be seen.

    `epochs`: sessions of each persona, on average.
    """
    square = (design or Design()).reach ** 2 / personas
    if square == inf:
        return None
    share = square / epochs
    # Both variances in terms of the fall f give (1 + share) f^2 - share (2 base - 1) f - rest = 0.
    tilt = share * (2 * base - 1)
    rest = 2 * share * base * (1 - base)
    fall = (tilt + sqrt(tilt**2 + 4 * (1 + share) * rest)) / (2 * (1 + share))
    return fall if 0 < fall <= base else None


def smallest_difference(error: float, *, design: Design | None = None) -> float:
    """The smallest difference that a mean difference with the standard error `error` shows."""
    return (design or Design()).reach * error


def smallest_exact(
    pairs: int, moves: Callable[[float], tuple[float, float]], limit: float, design: Design
) -> float | None:
    """The smallest fall, at most `limit`, that the exact McNemar test shows; None where it cannot show that one.

    `moves`: for a fall, the share of pairs that no longer pass and of those that newly do.
    """
    if exact_power(pairs, *moves(limit), design.alpha) < design.power:
        return None
    low, high = 0.0, limit
    while high - low > 1e-5:  # noqa: PLR2004 (a thousandth of a point)
        middle = (low + high) / 2
        seen = exact_power(pairs, *moves(middle), design.alpha) >= design.power
        low, high = (low, middle) if seen else (middle, high)
    return high


def exact_power(pairs: int, fell: float, rose: float, alpha: float) -> float:
    """The chance that the one-sided exact McNemar test shows a fall, if pairs fall and rise with these chances."""
    discordant = np.arange(pairs + 1)
    upto = bdtr(discordant, pairs, min(1.0, fell + rose))
    most = np.array(_most_risen(pairs, alpha))
    shown = np.where(most < 0, 0.0, bdtr(np.maximum(most, 0), discordant, rose / (fell + rose) if fell + rose else 0.5))
    return float(np.diff(upto, prepend=0.0) @ shown)


@lru_cache(maxsize=256)
def _most_risen(pairs: int, alpha: float) -> tuple[int, ...]:
    """For every number of discordant pairs, how many may have risen for the test to show a fall; -1: none may."""
    found, most = [], -1
    for discordant in range(pairs + 1):
        while most + 1 < discordant and bdtr(most + 1, discordant, 0.5) <= alpha:
            most += 1
        found.append(most)
    return tuple(found)
