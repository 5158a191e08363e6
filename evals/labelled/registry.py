"""The table of labelled sets. A set's module is imported only when the set is asked for."""

from importlib import import_module
from typing import Any, NamedTuple

from evals.labelled.labelled_set import LabelledSet


class _Row(NamedTuple):
    module: str
    about: str
    constant: str = "SET"


SETS = {
    "vignettes": _Row("vignettes", "the safety gate against athletes labelled from the sources"),
    "plans": _Row("plans", "the plan rules against labelled plans"),
    "replies": _Row("replies", "facts read from athletes' replies [--split]"),
    "leaks": _Row("leaks", "leaks told from innocent texts [--split]"),
    "sessions": _Row("sessions", "whole conversations with one defect each, or none [--split]"),
    "questions": _Row("questions", "questions of a coach that the offline athlete understands"),
    "questions-2": _Row("questions", "the same, on questions that nobody tuned on", "SECOND"),
}


def labelled_set(name: str) -> LabelledSet[Any, Any]:
    """The set of that name; a KeyError where there is none."""
    row = SETS[name]
    found: LabelledSet[Any, Any] = getattr(import_module(f"evals.labelled.{row.module}"), row.constant)
    return found
