"""Every fault, found by its file: a module of a subfolder with `FAULT`, or a row of a table beside this file."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from importlib import import_module
from itertools import chain
from pathlib import Path

from evals.errors import RunError
from evals.faults.athlete_says import athlete_says
from evals.faults.fault import Fault
from evals.faults.leaks import leaks

FOLDER = Path(__file__).parent


def _of_modules() -> list[Fault]:
    found = sorted(path for path in FOLDER.glob("*/*.py") if path.stem != "__init__")
    return [import_module(f"evals.faults.{path.parent.name}.{path.stem}").FAULT for path in found]


def _all() -> dict[str, Fault]:
    faults: dict[str, Fault] = {}
    for fault in chain(_of_modules(), leaks(), athlete_says()):
        if fault.id in faults:
            raise ValueError(f"two faults are called {fault.id!r}")
        faults[fault.id] = fault
    return faults


FAULTS: dict[str, Fault] = _all()


def chosen(patterns: Sequence[str]) -> list[Fault]:
    """The faults whose ids fit a pattern such as `leaks_*`, all of them without one; `RunError` where none fits."""
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in FAULTS):
            raise RunError(f"no fault {pattern!r}; there are: {', '.join(FAULTS)}")
    return [f for f in FAULTS.values() if not patterns or any(fnmatchcase(f.id, p) for p in patterns)]
