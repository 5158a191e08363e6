"""Reads what an athlete's free text states: a trained network, a grammar of amounts, and a threshold. Nothing of the
product imports it.
"""

from evals.reading.reader import read, read_likely
from evals.reading.records import ReadFact

__all__ = ["ReadFact", "read", "read_likely"]
