"""Seeded chance. Knows nothing else."""

from random import Random


def likely(rng: Random, share: float) -> bool:
    """True in `share` of all cases."""
    return rng.random() < share
