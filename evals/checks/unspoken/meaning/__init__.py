"""What words alone cannot decide, weighed by a small trained model. Knows one text and what the athlete said first."""

from evals.checks.unspoken.meaning.finding import find_meaning

__all__ = ["find_meaning"]
