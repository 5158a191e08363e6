"""`coach check-safety`: one answer a line, with what the goal says of race and weight. Bad lines: test_batch.py."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from coach.safety.rules import healthy_profile

Check = Callable[..., tuple[int, list[dict[str, Any]]]]
BARE = {name: value for name, value in healthy_profile().items() if name != "sleep_hours_avg"}
SIXTEEN = {"age_years": 16, "guardian_involved": True, "sleep_hours_avg": 9, "goal_weight_kg": None}
ADULT = {"age_years": 34, "guardian_involved": None}
SOON = {"weeks_available": 3, "current_weekly_volume_km": 15, **ADULT}


@pytest.fixture
def check(answered: Check) -> Check:
    return lambda *lines: answered("check-safety", *lines)


def line(name: str, **changes: object) -> dict[str, Any]:
    goal = {"text": "a fast 10k", "type": "performance", "sport": "running", "race_date": "2026-05-10"}
    return {"id": name, "goal": goal, "profile": {**healthy_profile(), **changes}}


def with_goal(name: str, goal: dict[str, object], **changes: object) -> dict[str, Any]:
    """A line of somebody of sixteen; a field set to `...` is absent."""
    profile = {**healthy_profile(), **SIXTEEN, **changes}
    return {"id": name, "goal": goal, "profile": {key: value for key, value in profile.items() if value is not ...}}


def test_a_line_is_answered_with_the_whole_contract(check: Check) -> None:
    code, answers = check(line("a", training_days_per_week=7))
    assert code == 0
    assert answers == [
        {
            "id": "a", "status": "approved_with_warnings", "requires_human_review": False, "withheld_today": False,
            "fired": ["seven_day_week"], "unresolved": [], "warnings": answers[0]["warnings"],
            "contraindications": ["rest_day_required"], "recommendations": ["Keep one day a week fully free."],
        }
    ]  # fmt: skip
    assert len(answers[0]["warnings"]) == 1


def test_nothing_is_inferred_and_declined_fields_are_read(check: Check) -> None:
    declining = {**BARE, "declined": ["sleep_hours_avg"]}
    code, answers = check({"id": 1, "goal": {}, "profile": BARE}, {"id": 2, "goal": {}, "profile": declining})
    assert code == 0
    assert answers[0]["unresolved"] == [
        {"rule": "screening", "missing": ["sleep_hours_avg"]},
        {"rule": "sleep_short", "missing": ["sleep_hours_avg"]},
    ]
    assert (answers[1]["status"], answers[1]["fired"]) == ("approved_with_warnings", ["sleep_short"])


def test_a_bad_line_keeps_its_id_where_it_can_be_read(check: Check) -> None:
    code, answers = check(line("a"), {"id": 7, "goal": {}}, json.dumps(line("b"))[:-1], line("c"))
    assert (code, [answer["id"] for answer in answers]) == (2, ["a", 7, None, "c"])


@pytest.mark.parametrize(
    "goal",
    [
        {"text": "I want to lose 8 kg", "type": "weight_loss"},
        {"type": "weight_loss"},
        {"text": "I want to lose 8 kg"},
        {"text": "I want to lose 8 kg", "type": "fitness", "event": "5k"},
    ],
)
def test_no_minor_who_wants_to_lose_weight_is_approved(check: Check, goal: dict[str, object]) -> None:
    same = healthy_profile()["weight_kg"]
    code, answers = check(
        with_goal("none", goal, race_distance_km=5),
        with_goal("same", goal, race_distance_km=5, goal_weight_kg=same),
    )
    assert code == 0
    assert [each["status"] for each in answers] == ["unresolved", "unresolved"]
    assert [each["unresolved"][0]["rule"] for each in answers] == ["minor_weight_loss_goal"] * 2


def test_an_adult_may_want_to_lose_weight_without_a_number(check: Check) -> None:
    goal = {"text": "I want to lose some weight", "type": "weight_loss"}
    _, answers = check(with_goal("a", goal, **ADULT, race_distance_km=None))
    assert answers[0]["status"] == "approved"


@pytest.mark.parametrize(
    "goal", [{"text": "the city marathon", "event": "marathon"}, {"text": "I want to run a marathon"}]
)
def test_a_race_that_the_goal_names_counts(check: Check, goal: dict[str, object]) -> None:
    code, answers = check(*(with_goal("minor", goal, race_distance_km=km) for km in (None, ..., 42.2)))
    assert code == 0
    assert [each["status"] for each in answers] == ["blocked"] * 3
    assert all("minor_marathon" in each["fired"] for each in answers)


def test_a_profile_with_another_race_than_the_goal_is_refused_where_the_answer_depends_on_it(check: Check) -> None:
    code, answers = check(
        with_goal("marathon", {"event": "marathon"}, race_distance_km=10),
        with_goal("5k", {"event": "5k"}, race_distance_km=5.5),
    )
    assert code == 2
    assert "profile.race_distance_km is 10 and the goal says 42.195" in answers[0]["error"]
    assert answers[1]["status"] == "approved"


@pytest.mark.parametrize("text", ["I did a 5k last year and now I want to run a marathon", "From 5k to marathon"])
def test_a_goal_that_names_two_races_fills_no_distance_and_keeps_a_block(check: Check, text: str) -> None:
    code, answers = check(*(with_goal("a", {"text": text}, **SOON, race_distance_km=km) for km in (..., 42.195)))
    assert code == 0
    assert [each["status"] for each in answers] == ["unresolved", "blocked"]
    assert "race_too_soon_block" in answers[1]["fired"]


def test_a_distance_that_is_stated_stands_whatever_the_text_of_the_goal_names(check: Check) -> None:
    texts = ["get fit to cheer for my wife at the London marathon", "I want to run a marathon"]
    code, answers = check(*(with_goal(text, {"text": text}, race_distance_km=10) for text in texts))
    assert (code, [each["status"] for each in answers]) == (0, ["approved", "approved"])


def test_a_block_stays_a_block_where_the_goal_states_another_race(check: Check) -> None:
    code, answers = check(with_goal("a", {"event": "5k"}, **SOON, race_distance_km=42.195))
    assert (code, answers[0]["status"]) == (0, "blocked")


def test_a_goal_time_that_the_goal_states_counts(check: Check) -> None:
    goal = {"text": "a fast 10k", "event": "10k", "target": "30:00"}
    raced = {**ADULT, "recent_race_distance_km": 10, "recent_race_time_s": 3000}
    _, answers = check(with_goal("a", goal, race_distance_km=10, goal_time_s=None, **raced))
    assert "goal_time_implausible" in answers[0]["fired"]
