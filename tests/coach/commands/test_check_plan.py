"""`coach check-plan`: one answer a line, bad lines named, the rest judged."""

import datetime as dt
from collections.abc import Callable
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
FEVER = "fever_or_systemic_illness"
WARNED = {"status": "approved_with_warnings"}
PROPOSED = {"rule": "sounds_worn_out", "verdict": "fired", "action": "warn"}
Check = Callable[..., tuple[int, list[dict[str, Any]]]]


@pytest.fixture
def check(answered: Check) -> Check:
    return lambda *lines: answered("check-plan", *lines)


def _line(**changes: Any) -> dict[str, Any]:
    goal = Goal(text="A good 10K", event="10k")
    plan = build_plan({**PROFILE}, (goal,), SAFETY, today=dt.date(2026, 1, 5))
    line = {
        "id": "one", "plan": plan.model_dump(mode="json"), "profile": PROFILE,
        "goal": {"text": "A good 10K", "type": "performance", "sport": "running", "race_date": "2026-03-01"},
        "safety": {"id": "one", **SAFETY.model_dump(mode="json")},
    }  # fmt: skip
    return {**line, **changes}


def test_a_valid_plan_is_valid_and_says_what_was_not_judged(check: Check) -> None:
    code, (answer,) = check(_line())
    assert (code, answer["id"], answer["valid"]) == (0, "one", True)
    assert answer["not_judged"] == ["pace_goal_plausible", "pace_matches_current_vdot"]


def test_a_finding_has_rule_severity_week_date_and_message(check: Check) -> None:
    _, (answer,) = check(_line(as_of_date="2025-12-01"))
    found = next(one for one in answer["findings"] if one["rule"] == "struct_start_date")
    assert set(found) == {"rule", "severity", "week", "date", "message"}
    assert not answer["valid"]


def test_history_and_the_goals_race_date_are_read(check: Check) -> None:
    goal = {"text": "A good 10K", "race_date": "2026-03-08"}
    history = [{"date": "2026-01-02", "km": 5.0}]
    _, answers = check(_line(goal=goal), _line(history=history))
    rules = [{found["rule"] for found in answer["findings"]} for answer in answers]
    assert {"struct_race_day", "struct_block_length"} <= rules[0]
    assert "load_single_session_spike" in rules[1]


def test_bad_lines_are_answered_in_place_and_the_run_goes_on(check: Check) -> None:
    no_weeks = _line()
    no_weeks["plan"]["weeks"] = []
    code, answers = check(no_weeks, "{", _line(extra=1), _line(id="last"))
    assert code == 2
    assert [answer["id"] for answer in answers] == ["one", None, "one", "last"]
    said = ("line 1", "line 2", "extra")
    assert [words in answer["error"] for words, answer in zip(said, answers, strict=False)] == [True] * 3
    assert answers[3]["valid"]


BAD: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "a field that there is not": ({"shoe_size": 43}, {}, "shoe_size"),
    "a word for a number": ({"age_years": "old"}, {}, "age_years"),
    "a negative distance": ({"current_weekly_volume_km": -5}, {}, "current_weekly_volume_km"),
    "a pain beyond the scale": ({"tendon_pain_nrs": 11}, {}, "tendon_pain_nrs must be between 0 and 10, not 11"),
    "hard sessions every day twice": (
        {"hard_sessions_requested_per_week": 15}, {}, "must be between 0 and 14 a week, not 15",
    ),
    "null in a list": ({"symptoms": [None]}, {}, "symptoms must be a list of words, not [None]"),
    "approved though a rule that blocks fired": ({}, {"fired": ["rf_syncope"]}, "rf_syncope fired"),
    "approved though a rule is open": (
        {}, {"unresolved": [{"rule": "rf_syncope", "missing": ["symptoms"]}]}, "rf_syncope is unresolved",
    ),
    "withheld today without the contraindication": (
        {}, {**WARNED, "fired": [FEVER], "withheld_today": True}, "no_session_today",
    ),
    "the contraindication without withheld today": (
        {}, {**WARNED, "contraindications": ["no_session_today"]}, "withheld_today",
    ),
    "a rule that there is not": ({}, {**WARNED, "fired": ["rf_nothing"]}, "rf_nothing"),
    "a rule of the session that nobody proposed": (
        {}, {**WARNED, "fired": ["sounds_worn_out"], "verdicts": [PROPOSED]}, "sounds_worn_out",
    ),
}  # fmt: skip
"""What is wrong with the profile, with the gate's answer, and what is said of it."""


@pytest.mark.parametrize(("profile", "safety", "named"), BAD.values(), ids=BAD)
def test_what_the_catalogue_refuses_and_a_gate_that_contradicts_itself_are_bad_lines(
    check: Check, profile: dict[str, Any], safety: dict[str, Any], named: str
) -> None:
    answer_of_gate = {**SAFETY.model_dump(mode="json"), **safety}
    code, (answer,) = check(_line(profile={**PROFILE, **profile}, safety=answer_of_gate))
    assert (code, named in answer["error"]) == (2, True)


@pytest.mark.parametrize(
    "safety",
    [
        {"fired": [FEVER], "contraindications": ["no_session_today"]},
        {"fired": ["sounds_worn_out"], "verdicts": [{**PROPOSED, "proposed": True}]},
    ],
    ids=["an answer without the newer keys", "a rule of this session"],
)
def test_what_only_looks_like_a_contradiction_is_judged(check: Check, safety: dict[str, Any]) -> None:
    code, (answer,) = check(_line(safety={**WARNED, **safety}))
    assert (code, "error" in answer) == (0, False)


def test_a_line_that_breaks_off_is_said_to_be_one_line(check: Check) -> None:
    _, answers = check('{"id": "cut", "plan": ', _line())
    assert "line 2" not in answers[0]["error"]


@pytest.mark.parametrize("command", ["check-plan", "check-safety"])
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Missing argument 'FILE'"),
        (["a", "b"], "Got unexpected extra argument (b)"),
        (["no/such/file"], "no/such/file cannot be read: No such file or directory\n"),
    ],
)
def test_wrong_arguments_are_one_sentence(command: str, arguments: list[str], said: str, capsys: Any) -> None:
    assert main([command, *arguments]) == 64
    assert f"coach {command}: {said}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("left_out", "open_rule"),
    [
        ([*PROFILE], "safety_minor_limits"),
        (["age_years"], "safety_minor_limits"),
        (["current_weekly_volume_km", "longest_run_last_30d_km"], "load_first_week"),
    ],
)
def test_a_plan_that_a_rule_cannot_judge_for_an_error_is_not_called_valid(
    check: Check, left_out: list[str], open_rule: str
) -> None:
    profile = {name: value for name, value in PROFILE.items() if name not in left_out}
    code, answers = check(_line(profile=profile), _line())
    assert code == 2
    assert (answers[0]["valid"], answers[1]["valid"]) == (None, True)
    assert open_rule in answers[0]["not_judged"]


def test_an_error_that_was_found_is_one_whatever_is_unknown(check: Check) -> None:
    code, (answer,) = check(_line(profile={}, as_of_date="2025-12-01"))
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
    check: Check, facts: dict[str, Any], rule: str, status: str
) -> None:
    line = _line(profile={**PROFILE, **facts}, safety={"status": status})
    code, (answer,) = check(line)
    assert code == 2
    assert f"safety.status is {status}, although the gate blocks this profile ({rule})" in answer["error"]


def test_a_race_of_the_past_in_the_goal_contradicts_no_profile(check: Check) -> None:
    goal = {"text": "I ran a marathon last year, now I want a fast 10k", "type": "performance", "sport": "running"}
    profile = {**PROFILE, "race_distance_km": 10}
    _, (answer,) = check(_line(profile=profile, goal=goal))
    assert "error" not in answer


def test_a_refusal_of_the_same_profile_is_judged(check: Check) -> None:
    line = _line(profile={**PROFILE, "symptoms": ["syncope"]}, safety={"status": "blocked", "fired": ["rf_syncope"]})
    code, (answer,) = check(line)
    assert (code, answer["valid"]) == (0, False)
    assert "safety_blocked_no_plan" in {each["rule"] for each in answer["findings"]}


def test_strength_work_covers_no_distance(check: Check) -> None:
    line = _line()
    days = (day for week in line["plan"]["weeks"] for day in week["days"])
    strength = next(one for day in days for one in day["sessions"] if one["type"] == "strength")
    strength["km"] = 20
    _, (answer,) = check(line)
    assert not answer["valid"]
    assert any("strength work covers no distance" in each["message"] for each in answer["findings"])
