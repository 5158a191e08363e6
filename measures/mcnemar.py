"""The exact McNemar test: do paired yes/no outcomes differ? Only the discordant pairs speak."""

from typing import Literal

from scipy.special import bdtr

Alternative = Literal["two-sided", "less", "greater"]


def mcnemar(gained: int, lost: int, alternative: Alternative = "two-sided") -> float:
    """The exact p value; `less` asks whether fewer were gained than lost. 1 without discordant pairs."""
    low, high = _at_most(gained, gained + lost), _at_most(lost, gained + lost)
    return {"less": low, "greater": high, "two-sided": min(1.0, 2 * min(low, high))}[alternative]


def _at_most(heads: int, flips: int) -> float:
    """The chance of at most so many heads of a fair coin."""
    return float(bdtr(heads, flips, 0.5))
