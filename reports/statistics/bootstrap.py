"""The bootstrap over clusters: how far the mean moves when other clusters had been drawn. Seeded."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

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
    names, place = np.unique(np.asarray(clusters), return_inverse=True)
    sums = np.bincount(place, weights=np.asarray(values, dtype=float), minlength=len(names))
    sizes = np.bincount(place, minlength=len(names)).astype(float)
    means = [(times @ sums) / (times @ sizes) for times in _draws(len(names), seed)]
    low, high = np.quantile(np.concatenate(means), [0.5 - confidence / 2, 0.5 + confidence / 2])
    return Interval(float(low), float(high))


def _draws(clusters: int, seed: int) -> Iterator[_Numbers]:
    """How often each cluster is drawn, a row a repeat; in blocks, so that many clusters do not ask for gigabytes."""
    rows = max(1, min(REPEATS, BLOCK // clusters))
    if rows == REPEATS:
        yield _times(clusters, seed)
        return
    draw = np.random.default_rng(seed)
    for done in range(0, REPEATS, rows):
        yield _counted(draw, min(rows, REPEATS - done), clusters)


@lru_cache(maxsize=4)
def _times(clusters: int, seed: int) -> _Numbers:
    """The draws of a run's personas are the same for every scorer and every k."""
    return _counted(np.random.default_rng(seed), REPEATS, clusters)


def _counted(draw: np.random.Generator, repeats: int, clusters: int) -> _Numbers:
    drawn = draw.integers(0, clusters, size=(repeats, clusters)) + clusters * np.arange(repeats)[:, None]
    return np.bincount(drawn.ravel(), minlength=repeats * clusters).reshape(repeats, clusters).astype(float)
