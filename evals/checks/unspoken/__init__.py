"""Finds what a coach must not say. Knows texts, the lexicon and the public catalogue; no session, no framework."""

from evals.checks.unspoken.findings import VERSION, check_unspoken, offline_recall
from evals.checks.unspoken.scanning import scan
from evals.checks.unspoken.texts import Leak, NamedAthlete

__all__ = ["VERSION", "Leak", "NamedAthlete", "check_unspoken", "offline_recall", "scan"]
