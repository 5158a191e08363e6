"""`coach export`: files in a directory or on standard output, and one sentence where something is wrong."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from coach.cli import main
from coach.commands.export import FORMATS
from coach.plan.planner import build_plan
from coach.records.block import TrainingBlock
from coach.records.goal import Goal
from coach.records.safety import SafetyResult


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    plan = build_plan({}, (Goal(text="Run"),), SafetyResult(status="approved"), today=dt.date(2026, 1, 5))
    path = tmp_path_factory.mktemp("plan") / "plan.json"
    path.write_text(plan.model_dump_json())
    return path


@pytest.mark.parametrize("name", FORMATS)
def test_each_format_writes_its_files(name: str, file: Path, tmp_path: Path, capsys: Any) -> None:
    assert main(["export", "--format", name, str(file), "--out", str(tmp_path / "new")]) == 0
    written = list((tmp_path / "new").iterdir())
    assert written
    assert all(each.stat().st_size for each in written)
    assert f"{len(written)} file" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "start"),
    [("ics", b"BEGIN:VCALENDAR"), ("csv", b"date,"), ("md", b"# 12 weeks"), ("intervals", b"# 2026-01-06")],
)
def test_text_goes_to_standard_output(name: str, start: bytes, file: Path, capfdbinary: Any) -> None:
    assert main(["export", f"--format={name}", str(file)]) == 0
    assert capfdbinary.readouterr().out.startswith(start)


@pytest.mark.parametrize("to_folder", [True, False])
def test_sessions_without_a_workout_text_are_counted_with_their_type(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], *, to_folder: bool
) -> None:
    out = ["--out", str(tmp_path)] if to_folder else []
    given = TrainingBlock.model_validate_json(file.read_text())
    types = [session.type for week in given.weeks for day in week.days for session in day.sessions]
    assert main(["export", "--format", "intervals", str(file), *out]) == 0
    assert capsys.readouterr().err == (
        f"{types.count('strength')} sessions left out (strength): only runs, races and cross-training have a workout "
        "text\n"
    )
    if to_folder:
        assert len(list(tmp_path.iterdir())) == len(types) - types.count("strength")


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What is said of an export that has to be refused."""
    assert main(["export", *arguments]) == 64
    return capsys.readouterr().err


def test_many_watch_files_need_a_directory(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--out DIR" in refused(capsys, "--format", "fit", str(file))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("--format pdf x", "'ics', 'fit', 'intervals', 'csv', 'md'"),
        ("x", "Choose from: ics, fit, intervals, csv, md"),
        ("--fromat ics x", "'--format'"),
    ],
)
def test_wrong_arguments_name_what_is_expected(words: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, *words.split())
    assert expected in said
    assert said.endswith("See coach export --help\n")


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"start_date": 5}', "\x00"])
def test_a_file_without_a_plan_says_where_it_breaks(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "plan.json"
    path.write_text(text)
    assert "holds no plan" in refused(capsys, "--format", "md", str(path))


def test_a_directory_that_cannot_be_written_is_one_sentence(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "cannot be written" in refused(capsys, "--format", "md", str(file), "--out", str(file))
