"""`coach export`: files in a directory or on standard output, and one sentence where something is wrong."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from coach.commands.export import FORMATS, run
from coach.errors import InputError
from coach.plan.planner import build_plan
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
    assert run(["--format", name, str(file), "--out", str(tmp_path / "new")]) == 0
    written = list((tmp_path / "new").iterdir())
    assert written
    assert all(each.stat().st_size for each in written)
    assert f"{len(written)} file" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "start"),
    [("ics", b"BEGIN:VCALENDAR"), ("csv", b"date,"), ("md", b"# 12 weeks"), ("intervals", b"# 2026-01-06")],
)
def test_text_goes_to_standard_output(name: str, start: bytes, file: Path, capfdbinary: Any) -> None:
    assert run([f"--format={name}", str(file)]) == 0
    assert capfdbinary.readouterr().out.startswith(start)


def test_many_watch_files_need_a_directory(file: Path) -> None:
    with pytest.raises(InputError, match="--out DIR"):
        run(["--format", "fit", str(file)])


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--format", "pdf", "x"],
        ["--format", "ics"],
        ["x"],
        ["--format", "ics", "x", "y"],
        ["--format"],
        ["--all", "x"],
    ],
)
def test_wrong_arguments_name_what_is_expected(arguments: list[str]) -> None:
    with pytest.raises(InputError, match=r"ics\|fit\|intervals\|csv\|md"):
        run(arguments)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"start_date": 5}', "\x00"])
def test_a_file_without_a_plan_says_where_it_breaks(text: str, tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_text(text)
    with pytest.raises(InputError, match="holds no plan"):
        run(["--format", "md", str(path)])


def test_a_directory_that_cannot_be_written_is_one_sentence(file: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        run(["--format", "md", str(file), "--out", str(file)])
