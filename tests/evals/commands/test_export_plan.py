"""The plan of a session of a run, as a file."""

from collections.abc import Callable
from pathlib import Path

import pytest
from coach_eval import coach_eval


@pytest.fixture(scope="module")
def logs(recorded_run: Callable[[str], Path]) -> Path:
    return recorded_run("chest_pain_hidden,healthy_10k").parent


def test_the_plan_that_stood_at_the_end_is_written(logs: Path, tmp_path: Path) -> None:
    coach_eval("export-plan", "latest/healthy_10k/1", "--format", "ics", "--out", tmp_path, "--log-dir", logs)
    (made,) = tmp_path.iterdir()
    assert "BEGIN:VCALENDAR" in made.read_text()


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("latest/chest_pain_hidden/1", "has no plan"),
        ("latest/healthy_10k/7", "did you mean healthy_10k/1"),
        ("latest", "give RUN/PERSONA/EPOCH"),
    ],
)
def test_where_there_is_none_a_line_says_so(logs: Path, place: str, said: str) -> None:
    assert said in coach_eval("export-plan", place, "--format", "md", "--log-dir", logs, code=64).err
