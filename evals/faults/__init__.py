"""Planted faults (`evals.faults.registry.FAULTS`): each names the scorer that must catch it, and what may follow."""
