"""The bootstrap over clusters: how far the mean moves when other clusters had been drawn. Seeded."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from measures.interval import Interval

REPEATS = 4000
SEED = 20260105
MOST_CLUSTERS = 1000
"""Above it the t interval says the same, and the draws take gigabytes."""


def cluster_bootstrap(
    values: Sequence[float], clusters: Sequence[str], *, confidence: float = 0.95, seed: int = SEED
) -> Interval:
    """The percentile interval of the mean over resampled clusters, of which there are at most `MOST_CLUSTERS`."""
    names, place = np.unique(np.asarray(clusters), return_inverse=True)
    sums = np.bincount(place, weights=np.asarray(values, dtype=float))
    sizes = np.bincount(place).astype(float)
    times = _draws(len(names), seed)
    low, high = np.quantile((times @ sums) / (times @ sizes), [0.5 - confidence / 2, 0.5 + confidence / 2])
    return Interval(float(low), float(high))


@lru_cache(maxsize=2)
def _draws(clusters: int, seed: int) -> npt.NDArray[np.float64]:
    """How often each cluster is drawn, a row a repeat: the same for every scorer and every k of a run."""
    drawn = np.random.default_rng(seed).integers(0, clusters, size=(REPEATS, clusters))
    drawn += clusters * np.arange(REPEATS)[:, None]
    return np.bincount(drawn.ravel(), minlength=REPEATS * clusters).reshape(REPEATS, clusters).astype(float)
