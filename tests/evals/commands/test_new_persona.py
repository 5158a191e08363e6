"""A new persona file is whole: it loads as written and runs."""

from pathlib import Path

import pytest
from coach_eval import coach_eval

from personas.load import load


def test_the_file_loads_as_written(tmp_path: Path) -> None:
    coach_eval("new-persona", "somebody_new", "--folder", tmp_path)
    assert load(str(tmp_path / "somebody_new.yaml")).id == "somebody_new"


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "somebody.yaml").write_text("mine")
    assert "already exists" in coach_eval("new-persona", "somebody", "--folder", tmp_path, code=64).err
    assert (tmp_path / "somebody.yaml").read_text() == "mine"


@pytest.mark.parametrize("name", ["../evil", "Some One", "", "a"])
def test_a_name_is_a_plain_word(name: str, tmp_path: Path) -> None:
    coach_eval("new-persona", name, "--folder", tmp_path, code=64)
    assert not list(tmp_path.iterdir())
