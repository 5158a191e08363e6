"""A new persona file is whole: it loads as written and runs."""

from pathlib import Path

import pytest

from evals.cli import main
from personas.load import load


def test_the_file_loads_as_written(tmp_path: Path) -> None:
    assert main(["new-persona", "somebody_new", "--folder", str(tmp_path)]) == 0
    assert load(str(tmp_path / "somebody_new.yaml")).id == "somebody_new"


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "somebody.yaml").write_text("mine")
    assert main(["new-persona", "somebody", "--folder", str(tmp_path)]) == 64
    assert "already exists" in capsys.readouterr().err
    assert (tmp_path / "somebody.yaml").read_text() == "mine"


@pytest.mark.parametrize("name", ["../evil", "Some One", "", "a"])
def test_a_name_is_a_plain_word(name: str, tmp_path: Path) -> None:
    assert main(["new-persona", name, "--folder", str(tmp_path)]) == 64
    assert not list(tmp_path.iterdir())
