"""The exact McNemar test: do paired yes/no outcomes differ? Only the discordant pairs speak."""

from typing import Literal

from scipy.stats import binomtest

Alternative = Literal["two-sided", "less", "greater"]


def mcnemar(gained: int, lost: int, alternative: Alternative = "two-sided") -> float:
    """The exact p value; `less` asks whether fewer were gained than lost. 1 without discordant pairs."""
    if gained + lost == 0:
        return 1.0
    return float(binomtest(gained, gained + lost, 0.5, alternative=alternative).pvalue)
