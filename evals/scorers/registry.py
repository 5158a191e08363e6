"""The Inspect scorers of a full session: one for each check."""

from collections.abc import Callable
from importlib import import_module

from inspect_ai.scorer import Scorer

from evals.checks.registry import CHECKS


def scorers() -> list[Scorer]:
    """A scorer per check; a check without its file in this folder is an ImportError at once."""
    return [_factory(name)() for name in CHECKS]


def _factory(name: str) -> Callable[[], Scorer]:
    factory: Callable[[], Scorer] = getattr(import_module(f"evals.scorers.{name}"), name)
    return factory
