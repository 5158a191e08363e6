"""The offline athlete: understands a question, chooses what to tell, says it. No model, no network."""

from personas.offline.athlete import OfflineAthlete

__all__ = ["OfflineAthlete"]
