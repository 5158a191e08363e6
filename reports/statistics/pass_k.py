"""pass^k: the chance that k sessions of the same persona all pass, without bias from n >= k trials.

C(c, k) / C(n, k) per persona; (c / n)^k would be biased upwards.
"""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

from reports.statistics.bootstrap import cluster_bootstrap
from reports.statistics.interval import Interval


class Trials(NamedTuple):
    """What one persona did: `passed` of `total` sessions."""

    persona: str
    passed: int
    total: int


class PassK(NamedTuple):
    k: int
    mean: float
    interval: Interval | None  # None with one persona
    personas: int


def pass_k(passed: int, total: int, k: int) -> float:
    if not 1 <= k <= total or not 0 <= passed <= total:
        raise ValueError(f"no {k} of {total} trials with {passed} passed")
    return comb(passed, k) / comb(total, k)


def mean_pass_k(trials: Sequence[Trials], k: int) -> PassK | None:
    """The mean over the personas with at least k trials, bootstrapped by persona; None where none has."""
    enough = [trial for trial in trials if trial.total >= k]
    if not enough:
        return None
    values = [pass_k(trial.passed, trial.total, k) for trial in enough]
    names = [trial.persona for trial in enough]
    interval = cluster_bootstrap(values, names) if len(enough) > 1 else None
    return PassK(k, sum(values) / len(values), interval, len(enough))
