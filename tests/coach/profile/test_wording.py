"""Facts read back as a person would say them."""

import pytest

from coach.profile.catalogue import catalogue
from coach.profile.validation import check_value
from coach.profile.wording import clock, label, say
from coach.records.fact import Value

FIELDS = catalogue().fields


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("current_weekly_volume_km", 45, "you run about 45 km a week"),
        ("current_weekly_volume_km", 42.5, "you run about 42.5 km a week"),
        ("running_experience_years", 1, "you've been running for 1 year"),
        ("training_days_per_week", 11, "you'd like to train 11 days a week"),
        ("hard_sessions_requested_per_week", 1, "you'd like 1 hard session a week"),
        ("goal_time_s", 265, "you're after 4:25"),
        ("goal_time_s", 12600, "you're after 3:30:00"),
        ("pregnant", True, "you're pregnant"),
        ("pregnant", False, "you're not pregnant"),
        ("symptoms", (), "symptoms: nothing to mention"),
        ("symptoms", ("syncope", "palpitations"), "things you've noticed: fainting and a racing or skipping heart"),
        ("medications", ("beta_blocker", "x_tablets", "statin"), "medicines: a beta blocker, x tablets and a statin"),
        ("weeks_since_surgery", None, "operation: doesn't apply to you"),
        ("sex", "female", "you're a woman"),
        ("available_minutes", {"mon": 45.0, "sun": 90.0}, "time you have: 45 minutes on Monday, 90 minutes on Sunday"),
    ],
)
def test_a_fact_is_read_back(name: str, value: Value, words: str) -> None:
    assert say(name, value) == words


@pytest.mark.parametrize("name", FIELDS)
def test_no_fact_is_read_back_with_a_name_of_the_inside(name: str) -> None:
    field = FIELDS[name]
    low = int((field.range or (0, 0))[0]) + 1
    values: list[Value] = [None, True, False, low, tuple(field.values), *field.values, {"mon": 30.0}]
    said = [say(name, value) for value in values if check_value(name, value) is None]
    assert said
    assert [words for words in (*said, label(name)) if "_" in words or "{" in words or "|" in words] == []


@pytest.mark.parametrize(("seconds", "words"), [(59.6, "1:00"), (265, "4:25"), (3600, "1:00:00"), (0, "0:00")])
def test_a_time_is_said_as_on_a_clock(seconds: float, words: str) -> None:
    assert clock(seconds) == words
