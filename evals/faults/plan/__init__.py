"""Faults of a plan: the coach hands over another one than the clean planner would."""
