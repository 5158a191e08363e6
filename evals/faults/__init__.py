"""Planted faults: each file plants one, names the scorer that must catch it, and what else may follow."""

from evals.faults.registry import FAULTS

__all__ = ["FAULTS"]
