"""The offline coach: a deterministic stand-in behind the Messages API contract. It sees what a model would see."""

from evals.offline.coach import OfflineCoach

__all__ = ["OfflineCoach"]
