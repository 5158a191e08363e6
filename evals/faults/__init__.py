"""Planted faults: each names the scorer that must catch it, and what else may follow from it."""

from evals.faults.registry import FAULTS

__all__ = ["FAULTS"]
