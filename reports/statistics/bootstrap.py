"""The bootstrap over clusters: how far the mean moves when other clusters had been drawn. Seeded."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from reports.statistics.interval import Interval

REPEATS = 4000
SEED = 20260105
BLOCK = 2_000_000
_Numbers = npt.NDArray[np.float64]


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
    draw = np.random.default_rng(seed)
    # In blocks, so that a hundred thousand clusters do not ask for gigabytes.
    rows = max(1, min(REPEATS, BLOCK // len(names)))
    means = [_means(draw, sums, sizes, min(rows, REPEATS - done)) for done in range(0, REPEATS, rows)]
    low, high = np.quantile(np.concatenate(means), [0.5 - confidence / 2, 0.5 + confidence / 2])
    return Interval(float(low), float(high))


def _means(draw: np.random.Generator, sums: _Numbers, sizes: _Numbers, repeats: int) -> _Numbers:
    drawn = draw.integers(0, len(sums), size=(repeats, len(sums)))
    means: _Numbers = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    return means
