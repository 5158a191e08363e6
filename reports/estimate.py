"""From paired outcomes to a difference, its interval and its p values: which formula speaks for which data."""

from dataclasses import dataclass, replace
from statistics import fmean

import numpy as np
import polars as pl

from measures.bootstrap import cluster_bootstrap
from measures.clustered import ClusteredMean, clustered_mean
from measures.interval import Interval
from measures.mcnemar import mcnemar
from measures.proportions import paired_proportions, rule_of_three

EXACT = "exact McNemar"
FEWEST = 6
"""Independent units below which no paired test reaches 5% (2 x 0.5 ** 6 = 3%)."""
FEW_CLUSTERS = 20
"""Below this, t intervals are joined with the bootstrap over clusters (the wider side holds), and sessions of a persona
add nothing to a bound where no pair differs."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Candidate minus base. `lower` and `upper` are one-sided bounds; None where the data bound nothing.

    `p_fall`: the chance of so low a candidate if both were the same; `p_rise`: of so high a one. `units`: families,
    the independent things that the test rests on. `error`: standard error where the data show a spread.
    """

    test: str
    pairs: int
    personas: int
    units: int
    base: float
    candidate: float
    difference: float
    fell: int
    rose: int
    error: float | None = None
    interval: Interval | None = None
    lower: float | None = None
    upper: float | None = None
    p: float | None = None
    p_fall: float | None = None
    p_rise: float | None = None

    @property
    def least_p(self) -> float:
        """The smallest two-sided p value that so few units can reach, whatever happened in them."""
        return min(1.0, 2.0 ** (1 - self.units)) if self.p is not None else 1.0

    @property
    def few(self) -> bool:
        """Whether so few units can neither show a difference nor the want of one: the one rule of table and gate."""
        return self.units < FEWEST

    @property
    def trials(self) -> int:
        """Sessions that bound a loss where no pair differs, which leaves no spread to measure how alike they are.

        Twins count once and a persona's sessions as trials of their own, as in `statistics.power`; below `FEW_CLUSTERS`
        families, each family is one trial.
        """
        return self.units * self.pairs // self.personas if self.units >= FEW_CLUSTERS else self.units

    def unseen_share(self, confidence: float) -> float:
        """The largest share of sessions that may differ though none of these did (`statistics.proportions`)."""
        return rule_of_three(self.trials, confidence=confidence)

    @property
    def differs(self) -> bool:
        """Whether any pair differs. Where none does, p is 1 whatever the truth: no test was made."""
        return bool(self.fell or self.rose)


@dataclass(frozen=True, slots=True)
class _Means:
    """Per persona: the mean over its seeds."""

    clusters: list[str]
    base: list[float]
    candidate: list[float]

    @property
    def differences(self) -> list[float]:
        return [after - before for before, after in zip(self.base, self.candidate, strict=True)]


def estimate(pairs: pl.DataFrame, *, binary: bool, confidence: float, fraction: bool = False) -> Estimate:
    """Exact McNemar for pass/fail with one trial a family, else the clustered paired difference.

    `fraction`: numbers that lie between 0 and 1 by what they mean, so that a difference is bounded.
    `pairs`: a row per pair with `persona`, `cluster`, and `base` and `candidate` as floats (a pass is 1).
    """
    if pairs.is_empty():
        raise ValueError("no pairs")
    means = _means(pairs)
    clusters = len(set(means.clusters))
    found = Estimate(
        test="none",
        pairs=pairs.height,
        personas=len(means.clusters),
        units=clusters,
        base=fmean(means.base),
        candidate=fmean(means.candidate),
        difference=fmean(means.differences),
        fell=pairs.filter(pl.col("candidate") < pl.col("base")).height,
        rose=pairs.filter(pl.col("candidate") > pl.col("base")).height,
    )
    if binary and pairs.height == clusters:
        return _exact(found, confidence)
    return _clustered(found, means, confidence, bounded=binary or fraction) if clusters > 1 else found


def _means(pairs: pl.DataFrame) -> _Means:
    """Added up row by row by numpy: polars adds in an order that depends on the number of cores."""
    key = ["persona", "cluster"]
    personas = pairs.select(key).unique().sort(key).with_row_index("place")
    place = pairs.select(key).join(personas, on=key, how="left", maintain_order="left")["place"].to_numpy()
    base, candidate = (
        np.bincount(place, pairs[side].to_numpy()) / np.bincount(place) for side in ("base", "candidate")
    )
    return _Means(personas["cluster"].to_list(), base.tolist(), candidate.tolist())


def _exact(found: Estimate, confidence: float) -> Estimate:
    up, down, pairs = found.rose, found.fell, found.pairs
    one_sided = _proportions(found, 2 * confidence - 1)
    width = paired_proportions(up, down, pairs, confidence=0.6826894921370859)  # one standard error either side
    return replace(
        found,
        test=EXACT,
        error=(width.high - width.low) / 2,
        interval=_proportions(found, 0.95),
        lower=one_sided.low,
        upper=one_sided.high,
        p=mcnemar(up, down),
        p_fall=mcnemar(up, down, "less"),
        p_rise=mcnemar(up, down, "greater"),
    )


def _proportions(found: Estimate, confidence: float) -> Interval:
    if not found.differs:
        return _interval_without_spread(found, confidence)
    return paired_proportions(found.rose, found.fell, found.pairs, confidence=confidence)


def _clustered(found: Estimate, means: _Means, confidence: float, *, bounded: bool) -> Estimate:
    mean = clustered_mean(means.differences, means.clusters)
    test = "clustered paired t"
    if found.units < FEW_CLUSTERS:
        test += ", bootstrap over clusters"
    bounds = _interval(found, mean, means, 2 * confidence - 1, bounded=bounded)
    return replace(
        found,
        test=test,
        error=mean.error or None,
        interval=_interval(found, mean, means, 0.95, bounded=bounded),
        lower=bounds.low if bounds else None,
        upper=bounds.high if bounds else None,
        p=mean.p_value(),
        p_fall=mean.p_less(),
        p_rise=mean.p_greater(),
    )


def _interval(
    found: Estimate, mean: ClusteredMean, means: _Means, confidence: float, *, bounded: bool
) -> Interval | None:
    if not mean.error:
        return _interval_without_spread(found, confidence) if bounded else None
    low, high = mean.interval(confidence)
    if mean.clusters < FEW_CLUSTERS:
        drawn = cluster_bootstrap(means.differences, means.clusters, confidence=confidence)
        low, high = min(low, drawn.low), max(high, drawn.high)
    return Interval(max(low, -1.0), min(high, 1.0)) if bounded else Interval(low, high)


def _interval_without_spread(found: Estimate, confidence: float) -> Interval:
    """All clusters moved alike: a share of others, at most that of the rule of three, may still move otherwise.

    Where so many moved one way that the test shows it, those others move between not at all and as far as can be.
    """
    middle, others = found.difference, found.unseen_share(0.5 + confidence / 2)
    least = 0.0 if middle and not found.few else -1.0
    far, near = others * (1 - abs(middle)), others * (abs(middle) - least)
    low, high = (middle - near, middle + far) if middle > 0 else (middle - far, middle + near)
    return Interval(max(-1.0, low), min(1.0, high))
