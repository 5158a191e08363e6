"""The mutator on a toy module."""

import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from mutation.mutants import install, instrument, mutants

TOY = """
LIMIT = 3

def within(value: int) -> bool:
    return value < LIMIT and not value == 0

def found(values: tuple[int, ...]) -> tuple[int, ...]:
    kept = []
    for value in values:
        if not within(value):
            continue
        kept.append(value)
    return (*kept, int(True))
"""


EVERY = [
    (2, "3", "4", (2, 3, 1)),
    (2, "3", "2", (1,)),
    (5, "value < LIMIT and (not value == 0)", "value < LIMIT or not value == 0", (0, 2, 3, 1)),
    (5, "value < LIMIT and (not value == 0)", "not value == 0", (2, 3, 1)),
    (5, "value < LIMIT and (not value == 0)", "value < LIMIT", (0, 2, 1)),
    (5, "value < LIMIT", "value >= LIMIT", (3, 1)),
    (5, "value < LIMIT", "value <= LIMIT", (2, 3, 1)),
    (5, "not value == 0", "value == 0", (0, 1)),
    (5, "value == 0", "value != 0", (0, 1)),
    (5, "0", "1", (0, 2, 1)),
    (5, "0", "-1", (0, 2, 1)),
    (10, "not within(value)", "within(value)", (0, 3, 1)),
    (11, "continue", "pass", (0, 2, 3, 1)),
    (12, "kept.append(value)", "pass", (1,)),
    (13, "return (*kept, int(True))", "return ()", ()),
    (13, "(*kept, int(True))", "(int(True),)", (1,)),
    (13, "(*kept, int(True))", "(*kept,)", (2,)),
    (13, "True", "False", (2, 0)),
]
"""Line, what it was, what it is, and what `found` makes of 0, 2 and 3 then."""

Loads = Callable[[], ModuleType]


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Loads:
    path = tmp_path / "toy_of_mutants.py"
    path.write_text(TOY, "utf-8")

    def loaded() -> ModuleType:
        spec = spec_from_file_location(path.stem, path)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        monkeypatch.setitem(sys.modules, path.stem, module)
        spec.loader.exec_module(module)
        return module

    return loaded


def test_every_mutant_takes_the_place_of_the_function_that_others_hold(toy: Loads) -> None:
    path = Path(str(toy().__file__))
    seen = []
    for mutant in mutants(path):
        found = toy().found
        assert found((0, 2, 3)) == (2, 1)
        install(mutant)
        seen.append((mutant.line, mutant.was, mutant.new, found((0, 2, 3))))
    assert seen == EVERY


def test_a_statement_is_reached_when_it_runs(toy: Loads) -> None:
    reached: set[tuple[str, int]] = set()
    module = toy()
    instrument(Path(str(module.__file__)), reached)
    assert module.found((0,)) == (1,)
    assert {line for _, line in reached} == {5, 8, 9, 10, 11, 13}
