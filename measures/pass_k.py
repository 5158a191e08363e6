"""pass^k: the chance that k sessions of the same persona all pass, without bias from n >= k trials.

C(c, k) / C(n, k) per persona; (c / n)^k would be biased upwards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from statistics import fmean
from typing import NamedTuple

from measures.bootstrap import MOST_CLUSTERS, cluster_bootstrap
from measures.clustered import clustered_mean
from measures.interval import Interval
from measures.proportions import rule_of_three


class Trials(NamedTuple):
    """What one persona did: `passed` of `total` sessions."""

    persona: str
    passed: int
    total: int


@dataclass(frozen=True, slots=True)
class PassK:
    """`interval`: 95%; None with one persona."""

    k: int
    mean: float
    interval: Interval | None
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
    return PassK(k, fmean(values), _interval(values, [trial.persona for trial in enough]), len(enough))


def _interval(values: Sequence[float], personas: Sequence[str]) -> Interval | None:
    if len(values) == 1:
        return None
    if len(set(values)) == 1:
        return _alike(values[0], len(values))
    if len(values) <= MOST_CLUSTERS:
        return cluster_bootstrap(values, personas)
    low, high = clustered_mean(values, personas).interval()
    return Interval(max(low, 0.0), min(high, 1.0))


def _alike(value: float, personas: int) -> Interval:
    """Where all personas came to the same, as many others as zero in so many allows may come to anything.

    The upper bound after zero events, 1 - 0.05^(1/n) (Hanley and Lippman-Hand 1983, JAMA 249, 1743-1745).
    """
    others = rule_of_three(personas)
    return Interval(value - others * value, value + others * (1 - value))
