"""YAML that is hostile or wrong is one error with its place, never a hang."""

from pathlib import Path

import pytest
from sampling import examples

from coach.errors import FileError
from coach.sourced_yaml import read

ROOT = Path(__file__).parents[2]
LONGEST_LINE = 200
DEEP = examples(5000)
BOMB = "a0: &a0 [1, 2]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]\n" for i in range(1, 40))
CASES = {
    "a repeated key": ("a: 1\nb: 2\na: 3\n", r":3: a: stands here twice"),
    "a broken list": ("a: [1, 2\nb: 3\n", "is not valid YAML"),
    "aliases of aliases": (BOMB, "holds more than"),
    "a deep nest": ("[" * DEEP + "]" * DEEP, "nested too deeply|is not valid YAML"),
    "no text": ("\x00", "is not valid YAML"),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_an_error_with_its_place(name: str, tmp_path: Path) -> None:
    text, message = CASES[name]
    (tmp_path / "x.yaml").write_text(text)
    with pytest.raises(FileError, match=message):
        read(tmp_path / "x.yaml")


def test_a_place_knows_its_line(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("a:\n  b:\n    - 1\n    - c: 2\n")
    found = read(tmp_path / "x.yaml")
    assert found.data == {"a": {"b": [1, {"c": 2}]}}
    assert found.line_of(("a", "b", 1, "c")) == 4
    assert found.line_of(("a", "b", 1, "missing")) == 4


def test_every_yaml_file_of_the_tree_has_lines_that_can_be_reviewed() -> None:
    files = [path for top in ("coach", "evals", "personas", "datasets") for path in (ROOT / top).rglob("*.yaml")]
    assert len(files) > 100
    numbered = [(file, at, line) for file in files for at, line in enumerate(file.read_text("utf-8").splitlines(), 1)]
    assert [f"{file}:{at}" for file, at, line in numbered if len(line) > LONGEST_LINE] == []
