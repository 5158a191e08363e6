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


SIXTEEN = {"age_years": 16, "guardian_involved": True, "sleep_hours_avg": 9, "goal_weight_kg": None}


def with_goal(name: str, goal: dict[str, object], **changes: object) -> str:
    return json.dumps({"id": name, "goal": goal, "profile": {**healthy_profile(), **SIXTEEN, **changes}})


@pytest.mark.parametrize(
    "goal",
    [
        {"text": "I want to lose 8 kg", "type": "weight_loss"},
        {"type": "weight_loss"},
        {"text": "I want to lose 8 kg"},
        {"text": "I want to lose 8 kg", "type": "fitness", "event": "5k"},
    ],
)
def test_no_minor_who_wants_to_lose_weight_is_approved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], goal: dict[str, object]
) -> None:
    same = healthy_profile()["weight_kg"]
    lines = [
        with_goal("none", goal, race_distance_km=5),
        with_goal("same", goal, race_distance_km=5, goal_weight_kg=same),
    ]
    code, answers = check(tmp_path, capsys, *lines)
    assert code == 0
    assert [each["status"] for each in answers] == ["unresolved", "unresolved"]
    assert [each["unresolved"][0]["rule"] for each in answers] == ["minor_weight_loss_goal"] * 2


def test_an_adult_may_want_to_lose_weight_without_a_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    goal = {"text": "I want to lose some weight", "type": "weight_loss"}
    adult = {"age_years": 34, "guardian_involved": None, "race_distance_km": None}
    _, answers = check(tmp_path, capsys, with_goal("a", goal, **adult))
    assert answers[0]["status"] == "approved"


@pytest.mark.parametrize(
    "goal", [{"text": "the city marathon", "event": "marathon"}, {"text": "I want to run a marathon"}]
)
def test_a_race_that_the_goal_names_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], goal: dict[str, object]
) -> None:
    absent = json.loads(with_goal("absent", goal))
    del absent["profile"]["race_distance_km"]
    lines = [
        with_goal("null", goal, race_distance_km=None),
        json.dumps(absent),
        with_goal("same", goal, race_distance_km=42.2),
    ]
    code, answers = check(tmp_path, capsys, *lines)
    assert code == 0
    assert [each["status"] for each in answers] == ["blocked"] * 3
    assert all("minor_marathon" in each["fired"] for each in answers)


def test_a_profile_with_another_race_than_the_goal_is_refused_where_the_answer_depends_on_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        with_goal("marathon", {"event": "marathon"}, race_distance_km=10),
        with_goal("5k", {"event": "5k"}, race_distance_km=5.5),
    ]
    code, answers = check(tmp_path, capsys, *lines)
    assert code == 2
    assert "profile.race_distance_km is 10 and the goal says 42.195" in answers[0]["error"]
    assert answers[1]["status"] == "approved"


SOON = {"weeks_available": 3, "current_weekly_volume_km": 15, "age_years": 34, "guardian_involved": None}


@pytest.mark.parametrize("text", ["I did a 5k last year and now I want to run a marathon", "From 5k to marathon"])
def test_a_goal_that_names_two_races_fills_no_distance_and_keeps_a_block(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    absent = json.loads(with_goal("absent", {"text": text}, **SOON))
    del absent["profile"]["race_distance_km"]
    code, answers = check(
        tmp_path, capsys, json.dumps(absent), with_goal("marathon", {"text": text}, **SOON, race_distance_km=42.195)
    )
    assert code == 0
    assert [each["status"] for each in answers] == ["unresolved", "blocked"]
    assert "race_too_soon_block" in answers[1]["fired"]


def test_a_distance_that_is_stated_stands_whatever_the_text_of_the_goal_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = ["get fit to cheer for my wife at the London marathon", "I want to run a marathon"]
    lines = [with_goal(text, {"text": text}, race_distance_km=10) for text in texts]
    code, answers = check(tmp_path, capsys, *lines)
    assert (code, [each["status"] for each in answers]) == (0, ["approved", "approved"])


def test_a_block_stays_a_block_where_the_goal_states_another_race(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, answers = check(tmp_path, capsys, with_goal("a", {"event": "5k"}, **SOON, race_distance_km=42.195))
    assert (code, answers[0]["status"]) == (0, "blocked")


def test_a_goal_time_that_the_goal_states_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    goal = {"text": "a fast 10k", "event": "10k", "target": "30:00"}
    raced = {"age_years": 34, "guardian_involved": None, "recent_race_distance_km": 10, "recent_race_time_s": 3000}
    _, answers = check(tmp_path, capsys, with_goal("a", goal, race_distance_km=10, goal_time_s=None, **raced))
    assert "goal_time_implausible" in answers[0]["fired"]
