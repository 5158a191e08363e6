import json
from pathlib import Path
from typing import Any

import pytest

from coach.cli import main
from coach.safety.rules import healthy_profile


def check(folder: Path, capsys: pytest.CaptureFixture[str], *lines: str) -> tuple[int, list[dict[str, Any]]]:
    path = folder / "profiles.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    code = main(["check-safety", str(path)])
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def line(name: str, **changes: object) -> str:
    goal = {"text": "a fast 10k", "type": "performance", "sport": "running", "race_date": "2026-05-10"}
    return json.dumps({"id": name, "goal": goal, "profile": {**healthy_profile(), **changes}})


def test_a_line_is_answered_with_the_whole_contract(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, answers = check(tmp_path, capsys, line("a", training_days_per_week=7))
    assert code == 0
    assert answers == [
        {
            "id": "a",
            "status": "approved_with_warnings",
            "requires_human_review": False,
            "withheld_today": False,
            "fired": ["seven_day_week"],
            "unresolved": [],
            "warnings": answers[0]["warnings"],
            "contraindications": ["rest_day_required"],
            "recommendations": ["Keep one day a week fully free."],
        }
    ]
    assert len(answers[0]["warnings"]) == 1


def test_nothing_is_inferred_and_declined_fields_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = {name: value for name, value in healthy_profile().items() if name != "sleep_hours_avg"}
    code, answers = check(
        tmp_path,
        capsys,
        json.dumps({"id": 1, "goal": {}, "profile": bare}),
        json.dumps({"id": 2, "goal": {}, "profile": {**bare, "declined": ["sleep_hours_avg"]}}),
    )
    assert code == 0
    assert answers[0]["unresolved"] == [
        {"rule": "screening", "missing": ["sleep_hours_avg"]},
        {"rule": "sleep_short", "missing": ["sleep_hours_avg"]},
    ]
    assert (answers[1]["status"], answers[1]["fired"]) == ("approved_with_warnings", ["sleep_short"])


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ('{"id": 7, "goal": {}, "profile": {"age_years": NaN}}', "age_years"),
        ('{"id": 7, "goal": {}, "profile": {"age_years": 30.5}}', "age_years"),
        ('{"id": 7, "goal": {}, "profile": {"age_years": "30"}}', "age_years"),
        ('{"id": 7, "goal": {}, "profile": {"age_years": 300}}', "age_years"),
        ('{"id": 7, "goal": {}, "profile": {"age_years": true}}', "age_years"),
        ('{"id": 7, "goal": {}, "profile": {"symptoms": null}}', "symptoms"),
        ('{"id": 7, "goal": {}, "profile": {"symptoms": ["headache"]}}', "symptoms"),
        ('{"id": 7, "goal": {}, "profile": {"sex": "F"}}', "sex"),
        ('{"id": 7, "goal": {}, "profile": {"shoe_size": 43}}', "shoe_size"),
        ('{"id": 7, "goal": {}, "profile": {"declined": ["shoe_size"]}}', "shoe_size"),
        ('{"id": 7, "profile": {}, "goal": {"colour": "red"}}', "goal.colour"),
        ('{"id": 7, "goal": {}, "profile": {}, "mood": "good"}', "mood"),
        ('{"id": 7, "goal": {}}', "profile"),
        ('{"id": 7, "profile": {}}', "goal"),
        ('{"id": 7, "goal": null, "profile": {}}', "goal"),
        ('{"id": 7, "goal": {"type": "glory"}, "profile": {}}', "goal.type"),
        ('{"id": 7, "goal": {"race_date": "soon"}, "profile": {}}', "goal.race_date"),
    ],
)
def test_a_bad_line_is_told_by_number_and_field_and_the_run_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bad: str, said: str
) -> None:
    code, answers = check(tmp_path, capsys, line("a"), bad, line("b"))
    assert code == 2
    assert [answer["id"] for answer in answers] == ["a", 7, "b"]
    assert "line 2" in answers[1]["error"]
    assert said in answers[1]["error"]
    assert answers[0]["status"] == answers[2]["status"] == "approved"


def test_an_unparseable_line_has_no_id(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, answers = check(tmp_path, capsys, '{"id": 1, ')
    assert (code, answers[0]["id"]) == (2, None)


def test_a_missing_file_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-safety", "/no/such/file"]) == 64
    assert capsys.readouterr().err == "coach check-safety: /no/such/file cannot be read: No such file or directory\n"


def test_check_safety_wants_one_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-safety"]) == 64
    assert "Missing argument 'FILE'" in capsys.readouterr().err
