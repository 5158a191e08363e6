"""Sets of labelled cases that need no conversation, one per file. A set's module is imported when the set is asked for.

Knows no Inspect.
"""

from importlib import import_module
from typing import Any

from evals.labelled.labelled_set import LabelledSet

SETS = {
    "vignettes": "the safety gate against athletes labelled from the sources",
    "plans": "the plan rules against labelled plans",
    "replies": "facts read from athletes' replies [--split]",
    "leaks": "leaks told from innocent texts [--split]",
    "sessions": "whole conversations with one defect each, or none [--split]",
}
"""Module of the set to what it is about."""


def labelled_set(name: str) -> LabelledSet[Any, Any]:
    """The set of that name; a ModuleNotFoundError where there is none."""
    found: LabelledSet[Any, Any] = import_module(f"evals.labelled.{name}").SET
    return found
