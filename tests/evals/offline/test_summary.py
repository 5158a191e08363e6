"""What is known is told back like a person would: by topic, in short notes, with weekdays and races by name."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.profile.wording import label
from coach.safety.rules import healthy_profile
from evals.checks.unspoken.scanning import scan
from evals.offline.summary import clause, everything, summary

EVERY_DAY = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
KNOWN: dict[str, Any] = {
    "age_years": 43, "sex": "female", "height_cm": 168, "weight_kg": 59, "current_weekly_volume_km": 45,
    "running_experience_years": 5 / 12, "regular_exercise_3m": True, "race_distance_km": 1.5,
    "available_days": EVERY_DAY, "training_days_per_week": 6, "symptoms": [], "pain_signs": ["limping"],
}  # fmt: skip


def test_notes_are_told_by_topic_and_what_there_is_nothing_of_comes_last() -> None:
    assert summary(KNOWN, "the 1500 m in 4:25") == (
        "the 1500 m in 4:25; about 45 km a week at the moment, running for about 5 months, regularly active over the "
        "last three months; the race is 1500 m; six training days a week; every day works for you; 43 years old, "
        "a woman, 168 cm, 59 kg; pain: limping; nothing to report on symptoms."
    )


def test_a_race_and_its_time_are_one_note() -> None:
    assert summary({"recent_race_distance_km": 1.5, "recent_race_time_s": 305}) == "your last race, 1500 m in 5:05."


def test_a_no_that_shapes_the_plan_is_told_back() -> None:
    assert "not been active regularly" in summary({"regular_exercise_3m": False})


@pytest.mark.parametrize("tell", [summary, everything])
@pytest.mark.parametrize("none", [False, None])
def test_that_there_are_no_weights_is_told_back(tell: Callable[[dict[str, Any]], str], none: Any) -> None:
    assert tell({"strength_equipment": none}) == "you don't have weights or a gym."


def test_what_the_coach_may_choose_is_not_said_not_to_apply() -> None:
    assert everything({"available_days": None, "target_weekly_volume_km": None, "goal_time_s": None}) == (
        "left to me: training days that suit you and peak week; what doesn't apply to you: goal time."
    )


@pytest.mark.parametrize("known", [KNOWN, healthy_profile()])
def test_nothing_unsaid_is_said(known: dict[str, Any]) -> None:
    assert scan(everything(known)) == scan(summary(known)) == ()


def test_it_does_not_say_there_is_nothing_of_what_a_yes_is_about() -> None:
    told = summary(
        {"parq_yes": ["q1", "q5"], "known_conditions": [], "medications": [], "symptoms": [], "pain_signs": []}
    )
    assert "a prescribed medicine" in told
    assert told.endswith("nothing to report on symptoms or pain.")


@pytest.mark.parametrize(
    ("age", "sex", "words"), [(14, "female", "a girl"), (17, "male", "a boy"), (18, "male", "a man")]
)
def test_nobody_of_fourteen_is_a_woman(age: int, sex: str, words: str) -> None:
    assert summary({"age_years": age, "sex": sex}) == f"{age} years old, {words}."


@given(st.sets(st.sampled_from(sorted(healthy_profile()))))
def test_everything_that_is_known_is_told(names: set[str]) -> None:
    known = {name: healthy_profile()[name] for name in names}
    told = everything(known)
    assert told.endswith(".")
    assert [name for name in names if known[name] in (None, ()) and label(name) not in told] == []
    assert [name for name in names if known[name] and clause(name, known[name]) not in _apart(told)] == []


def _apart(told: str) -> str:
    """Shared beginnings said in full again."""
    return " ; ".join([told, *(told.replace(" and ", f" ; {start} ") for start in ("you'd like", "you've been"))])
