"""`coach check-plan`: one answer a line, bad lines named, the rest judged."""

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest

from coach.cli import main
from coach.plan.planner import build_plan
from coach.records.goal import Goal
from coach.records.safety import SafetyResult

PROFILE = {
    "age_years": 35, "training_days_per_week": 4, "current_weekly_volume_km": 30, "longest_run_last_30d_km": 10,
    "weeks_available": 8, "race_distance_km": 10.0, "running_experience_years": 4,
}  # fmt: skip
SAFETY = SafetyResult(status="approved")


def _line(**changes: Any) -> dict[str, Any]:
    goal = Goal(text="A good 10K", event="10k")
    plan = build_plan({**PROFILE}, (goal,), SAFETY, today=dt.date(2026, 1, 5))
    line = {
        "id": "one", "plan": plan.model_dump(mode="json"), "profile": PROFILE,
        "goal": {"text": "A good 10K", "type": "performance", "sport": "running", "race_date": "2026-03-01"},
        "safety": {"id": "one", **SAFETY.model_dump(mode="json")},
    }  # fmt: skip
    return {**line, **changes}


def _answers(tmp_path: Path, capsys: Any, *lines: object) -> tuple[int, list[dict[str, Any]]]:
    file = tmp_path / "plans.jsonl"
    file.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    code = main(["check-plan", str(file)])
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_valid_plan_is_valid_and_says_what_was_not_judged(tmp_path: Path, capsys: Any) -> None:
    code, (answer,) = _answers(tmp_path, capsys, _line())
    assert (code, answer["id"], answer["valid"]) == (0, "one", True)
    assert answer["not_judged"] == ["pace_goal_plausible", "pace_matches_current_vdot"]


def test_a_finding_has_rule_severity_week_date_and_message(tmp_path: Path, capsys: Any) -> None:
    _, (answer,) = _answers(tmp_path, capsys, _line(as_of_date="2025-12-01"))
    found = next(one for one in answer["findings"] if one["rule"] == "struct_start_date")
    assert set(found) == {"rule", "severity", "week", "date", "message"}
    assert not answer["valid"]


def test_history_and_the_goals_race_date_are_read(tmp_path: Path, capsys: Any) -> None:
    goal = {"text": "A good 10K", "race_date": "2026-03-08"}
    history = [{"date": "2026-01-02", "km": 5.0}]
    _, answers = _answers(tmp_path, capsys, _line(goal=goal), _line(history=history))
    rules = [{found["rule"] for found in answer["findings"]} for answer in answers]
    assert {"struct_race_day", "struct_block_length"} <= rules[0]
    assert "load_single_session_spike" in rules[1]


def test_bad_lines_are_answered_in_place_and_the_run_goes_on(tmp_path: Path, capsys: Any) -> None:
    no_weeks = _line()
    no_weeks["plan"]["weeks"] = []
    code, answers = _answers(tmp_path, capsys, no_weeks, "{", _line(extra=1), _line(id="last"))
    assert code == 2
    assert [answer["id"] for answer in answers] == ["one", None, "one", "last"]
    assert ["line 1" in answers[0]["error"], "line 2" in answers[1]["error"], "extra" in answers[2]["error"]] == [
        True
    ] * 3
    assert answers[3]["valid"]


@pytest.mark.parametrize("profile", [{"shoe_size": 43}, {"age_years": "old"}, {"current_weekly_volume_km": -5}])
def test_a_profile_that_the_catalogue_refuses_is_a_bad_line(tmp_path: Path, capsys: Any, profile: Any) -> None:
    code, (answer,) = _answers(tmp_path, capsys, _line(profile={**PROFILE, **profile}))
    assert (code, next(iter(profile)) in answer["error"]) == (2, True)


FEVER = "fever_or_systemic_illness"


@pytest.mark.parametrize(
    ("safety", "named"),
    [
        ({"fired": ["rf_syncope"]}, "rf_syncope fired"),
        ({"unresolved": [{"rule": "rf_syncope", "missing": ["symptoms"]}]}, "rf_syncope is unresolved"),
        ({"status": "approved_with_warnings", "fired": [FEVER], "withheld_today": True}, "no_session_today"),
        ({"status": "approved_with_warnings", "contraindications": ["no_session_today"]}, "withheld_today"),
        ({"status": "approved_with_warnings", "fired": ["rf_nothing"]}, "rf_nothing"),
    ],
)
def test_an_answer_of_the_gate_that_contradicts_itself_is_a_bad_line(
    tmp_path: Path, capsys: Any, safety: dict[str, Any], named: str
) -> None:
    code, (answer,) = _answers(tmp_path, capsys, _line(safety={**SAFETY.model_dump(mode="json"), **safety}))
    assert (code, named in answer["error"]) == (2, True)


PROPOSED = {"rule": "sounds_worn_out", "verdict": "fired", "action": "warn"}


@pytest.mark.parametrize(
    ("safety", "code"),
    [
        ({"fired": [FEVER], "contraindications": ["no_session_today"]}, 0),
        ({"fired": ["sounds_worn_out"], "verdicts": [{**PROPOSED, "proposed": True}]}, 0),
        ({"fired": ["sounds_worn_out"], "verdicts": [PROPOSED]}, 2),
    ],
)
def test_an_answer_without_the_newer_keys_and_a_rule_of_this_session_contradict_nothing(
    tmp_path: Path, capsys: Any, safety: dict[str, Any], code: int
) -> None:
    told, (answer,) = _answers(tmp_path, capsys, _line(safety={"status": "approved_with_warnings", **safety}))
    assert (told, "error" in answer) == (code, code == 2)


@pytest.mark.parametrize(
    ("profile", "error"),
    [
        ({"tendon_pain_nrs": 11}, "tendon_pain_nrs must be between 0 and 10, not 11"),
        ({"hard_sessions_requested_per_week": 15}, "must be between 0 and 14 a week, not 15"),
        ({"symptoms": [None]}, "symptoms must be a list of words, not [None]"),
    ],
)
def test_a_bad_value_is_named_in_plain_words(tmp_path: Path, capsys: Any, profile: Any, error: str) -> None:
    _, (answer,) = _answers(tmp_path, capsys, _line(profile={**PROFILE, **profile}))
    assert error in answer["error"]


def test_a_line_that_breaks_off_is_said_to_be_one_line(tmp_path: Path, capsys: Any) -> None:
    _, answers = _answers(tmp_path, capsys, '{"id": "cut", "plan": ', _line())
    assert "line 2" not in answers[0]["error"]


@pytest.mark.parametrize("arguments", [[], ["a", "b"], ["no/such/file"]])
def test_wrong_arguments_are_one_sentence_and_exit_2(arguments: list[str], capsys: Any) -> None:
    assert main(["check-plan", *arguments]) == 64
    assert capsys.readouterr().err.startswith("coach check-plan: ")


@pytest.mark.parametrize(
    ("left_out", "open_rule"),
    [
        ([*PROFILE], "safety_minor_limits"),
        (["age_years"], "safety_minor_limits"),
        (["current_weekly_volume_km", "longest_run_last_30d_km"], "load_first_week"),
    ],
)
def test_a_plan_that_a_rule_cannot_judge_for_an_error_is_not_called_valid(
    tmp_path: Path, capsys: Any, left_out: list[str], open_rule: str
) -> None:
    profile = {name: value for name, value in PROFILE.items() if name not in left_out}
    code, answers = _answers(tmp_path, capsys, _line(profile=profile), _line())
    assert code == 2
    assert (answers[0]["valid"], answers[1]["valid"]) == (None, True)
    assert open_rule in answers[0]["not_judged"]


def test_an_error_that_was_found_is_one_whatever_is_unknown(tmp_path: Path, capsys: Any) -> None:
    code, (answer,) = _answers(tmp_path, capsys, _line(profile={}, as_of_date="2025-12-01"))
    assert (code, answer["valid"]) == (0, False)


@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        ({"symptoms": ["syncope"]}, "rf_syncope"),
        ({"pregnant": True, "pregnancy_contraindications": ["vaginal_bleeding"]}, "pregnancy_contraindication"),
        ({"weeks_since_acl_reconstruction": 3}, "acl_not_ready"),
    ],
)
@pytest.mark.parametrize("status", ["approved", "approved_with_warnings"])
def test_an_approval_of_a_profile_that_the_gate_blocks_is_a_bad_line(
    tmp_path: Path, capsys: Any, facts: dict[str, Any], rule: str, status: str
) -> None:
    line = _line(profile={**PROFILE, **facts}, safety={"status": status})
    code, (answer,) = _answers(tmp_path, capsys, line)
    assert code == 2
    assert f"safety.status is {status}, although the gate blocks this profile ({rule})" in answer["error"]


def test_a_race_of_the_past_in_the_goal_contradicts_no_profile(tmp_path: Path, capsys: Any) -> None:
    goal = {"text": "I ran a marathon last year, now I want a fast 10k", "type": "performance", "sport": "running"}
    profile = {**PROFILE, "race_distance_km": 10}
    _, (answer,) = _answers(tmp_path, capsys, _line(profile=profile, goal=goal))
    assert "error" not in answer


def test_a_refusal_of_the_same_profile_is_judged(tmp_path: Path, capsys: Any) -> None:
    line = _line(profile={**PROFILE, "symptoms": ["syncope"]}, safety={"status": "blocked", "fired": ["rf_syncope"]})
    code, (answer,) = _answers(tmp_path, capsys, line)
    assert (code, answer["valid"]) == (0, False)
    assert "safety_blocked_no_plan" in {each["rule"] for each in answer["findings"]}


def test_strength_work_covers_no_distance(tmp_path: Path, capsys: Any) -> None:
    line = _line()
    days = (day for week in line["plan"]["weeks"] for day in week["days"])
    strength = next(one for day in days for one in day["sessions"] if one["type"] == "strength")
    strength["km"] = 20
    _, (answer,) = _answers(tmp_path, capsys, line)
    assert not answer["valid"]
    assert any("strength work covers no distance" in each["message"] for each in answer["findings"])
