"""Every fault of this folder, found by its file."""

from importlib import import_module
from pathlib import Path

from evals.faults.fault import Fault

_NOT_FAULTS = {"__init__", "fault", "guards_off", "matrix", "registry"}


def _all() -> dict[str, Fault]:
    names = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if path.stem not in _NOT_FAULTS)
    faults: list[Fault] = [import_module(f"evals.faults.{name}").FAULT for name in names]
    return {fault.id: fault for fault in faults}


FAULTS: dict[str, Fault] = _all()
