"""The command `coach-eval extract`: the contract line by line."""

import json
from pathlib import Path

import pytest

from evals.cli import main


def answers(tmp_path: Path, capsys: pytest.CaptureFixture[str], *lines: str) -> tuple[int, list[dict[str, object]]]:
    file = tmp_path / "replies.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    code = main(["extract", str(file)])
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_line_gives_its_facts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = json.dumps({"id": "a", "question": "How many k a week?", "text": "about 45k a week", "fields": None})
    fact = {"value": 45, "unit": "km/week", "span": [6, 9], "confidence": "explicit"}
    assert answers(tmp_path, capsys, line) == (0, [{"id": "a", "facts": {"current_weekly_volume_km": fact}}])


def test_keys_that_may_be_null_may_be_left_out_and_today_dates_the_race(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, (answer,) = answers(tmp_path, capsys, '{"id": 1, "text": "my race is on March 29", "today": "2026-01-05"}')
    assert (code, answer["facts"]["weeks_available"]["value"]) == (0, 12)  # type: ignore[index]


def test_a_bad_line_is_named_and_the_run_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = answers(
        tmp_path,
        capsys,
        '{"id": "x", "text": "six", "quetsion": "?"}',
        '{"id": "y", "text": "six", "fields": ["shoe_size"]}',
        '{"id": "z", "text": "six", "today": "soon"}',
        "not json",
        '{"id": "ok", "text": "I weigh 59 kg"}',
    )
    assert code == 2
    assert [row["id"] for row in found] == ["x", "y", "z", None, "ok"]
    errors = [str(row.get("error", "")) for row in found]
    assert "line 1: quetsion" in errors[0]
    assert "line 2: fields" in errors[1]
    assert "shoe_size" in errors[1]
    assert "line 3: today" in errors[2]
    assert "line 4" in errors[3]


def test_without_a_file_one_sentence_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract"]) == 64
    assert "Missing argument 'FILE'" in capsys.readouterr().err
