"""The bootstrap over clusters: how far the mean moves when other clusters had been drawn. Seeded."""

from collections.abc import Sequence

import numpy as np

from reports.statistics.interval import Interval

REPEATS = 4000
SEED = 20260105


def cluster_bootstrap(
    values: Sequence[float], clusters: Sequence[str], *, confidence: float = 0.95, seed: int = SEED
) -> Interval:
    """The percentile interval of the mean over resampled clusters."""
    names = sorted(set(clusters))
    place = {name: index for index, name in enumerate(names)}
    sums, sizes = np.zeros(len(names)), np.zeros(len(names))
    for value, cluster in zip(values, clusters, strict=True):
        sums[place[cluster]] += value
        sizes[place[cluster]] += 1
    drawn = np.random.default_rng(seed).integers(0, len(names), size=(REPEATS, len(names)))
    means = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    low, high = np.quantile(means, [0.5 - confidence / 2, 0.5 + confidence / 2])
    return Interval(float(low), float(high))
