"""Every fault of every table, by its id."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from itertools import chain

from coach.close_names import unknown
from evals.errors import RunError
from evals.faults import athlete, coach_calls, coach_talk, engine, plan
from evals.faults.athlete import athlete_says
from evals.faults.fault import Fault
from evals.faults.leaks import leaks
from evals.faults.rows import table


def _by_id() -> dict[str, Fault]:
    found: dict[str, Fault] = {}
    tables = (
        coach_calls.FAULTS,
        coach_talk.FAULTS,
        leaks(),
        engine.FAULTS,
        plan.FAULTS,
        athlete.FAULTS,
        athlete_says(),
    )
    for fault in chain.from_iterable(tables):
        if found.setdefault(fault.id, fault) is not fault:
            raise ValueError(f"two faults are called {fault.id!r}")
    if unplanted := table().keys() - found.keys():
        raise ValueError(f"nothing plants {', '.join(sorted(unplanted))}")
    return found


FAULTS: dict[str, Fault] = _by_id()


def chosen(patterns: Sequence[str]) -> list[Fault]:
    """The faults whose ids fit a pattern such as `leaks_*`, all of them without one; `RunError` where none fits."""
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in FAULTS):
            raise RunError(unknown("fault", pattern, FAULTS, "`coach-eval list faults` lists them"))
    return [f for f in FAULTS.values() if not patterns or any(fnmatchcase(f.id, p) for p in patterns)]
