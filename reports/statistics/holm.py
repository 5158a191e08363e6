"""Holm's correction: p values of several tests read together, so that one in twenty does not cry wolf."""

from collections.abc import Sequence

from statsmodels.stats.multitest import multipletests


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p values in the order given."""
    if not p_values:
        return []
    return [float(p) for p in multipletests(p_values, method="holm")[1]]
