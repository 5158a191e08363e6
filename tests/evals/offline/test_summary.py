"""What is known is told back like a person would: by topic, in whole sentences, with weekdays and races by name."""

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


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("available_days", EVERY_DAY, "every day works for you"),
        ("available_days", ["tue", "sat"], "days that work for you: Tuesday and Saturday"),
        ("race_distance_km", 1.5, "the race is 1500 m"),
        ("race_distance_km", 42.195, "the race is a marathon"),
        ("recent_race_distance_km", 21.0975, "your last race was a half marathon"),
        ("current_weekly_volume_km", 0, "you're not running at the moment"),
        ("race_distance_km", 10.0, "the race is 10 km"),
    ],
)
def test_a_fact_reads_well(name: str, value: Any, words: str) -> None:
    assert clause(name, value) == words


def test_topics_are_sentences_and_what_there_is_nothing_of_comes_last() -> None:
    assert summary(KNOWN) == (
        "You're 43, a woman, 168 cm tall and you weigh 59 kg. You run about 45 km a week, you've been running for "
        "about 5 months and active regularly over the last three months. The race is 1500 m. You'd like to train "
        "6 days a week and every day works for you. Pain: limping. And nothing to report on symptoms."
    )


def test_a_no_that_shapes_the_plan_is_told_back() -> None:
    assert "not been active regularly" in summary({"regular_exercise_3m": False})


@pytest.mark.parametrize("known", [KNOWN, healthy_profile()])
def test_nothing_unsaid_is_said(known: dict[str, Any]) -> None:
    assert scan(everything(known)) == scan(summary(known)) == ()


@given(st.sets(st.sampled_from(sorted(healthy_profile()))))
def test_everything_that_is_known_is_told(names: set[str]) -> None:
    known = {name: healthy_profile()[name] for name in names}
    told = everything(known)
    assert told.endswith(".")
    assert ";" not in told
    missing = [name for name in names if known[name] in (None, ()) and label(name) not in told]
    assert missing == []
    assert not [value for value in known.values() if value in {"female", "male"} and "you're" not in told.lower()]
