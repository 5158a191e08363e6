"""Every fault, found by its file: a module of a subfolder with `FAULT`, or a row of a table beside this file."""

from importlib import import_module
from itertools import chain
from pathlib import Path

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
