"""Numbers that need another one: the unit said before, what a weight was, the runs of a week, the nights of one."""

from typing import Any

import pytest
from both_readers import read_twice

from coach.profile.extraction import extract


def read(text: str, question: str | None = None) -> dict[str, Any]:
    return {name: fact.value for name, fact in extract(text, question=question).facts.items()}


@pytest.mark.parametrize(
    ("text", "question", "field", "value"),
    [
        ("30 miles a week, longest 11", None, "longest_run_last_30d_km", 17.7028),
        ("12, in miles", "What was your longest run?", "longest_run_last_30d_km", 19.3121),
        ("30 km a week, longest 11", None, "longest_run_last_30d_km", 11),
        ("My weight is 210, height 6 foot 1", None, "weight_kg", 95.2544),
    ],
)
def test_a_bare_number_counts_in_the_unit_of_the_rest(
    text: str, question: str | None, field: str, value: float
) -> None:
    assert read(text, question)[field] == pytest.approx(value, abs=1e-3)


@pytest.mark.parametrize(
    ("text", "before", "now"),
    [
        ("I was 80, I'm 78 now", 80, 78),
        ("went from 80 to 78 this month", 80, 78),
        ("78 now, was 80", 80, 78),
    ],
)
def test_a_weight_that_moved_is_the_last_one(text: str, before: float, now: float) -> None:
    found = read_twice(text, question="Have you lost weight in the last month?")
    assert found["weight_kg"] == now
    assert found["weight_loss_last_month_pct"] == round(100 * (before - now) / before, 2)
    assert "age_years" not in found


@pytest.mark.parametrize(
    ("text", "km"),
    [
        ("4 runs of 6 km", 24),
        ("three 5ks a week", 15),
        ("5 runs, 8k each", 40),
        ("every morning I run 4 km", 28),
        ("Monday to Friday 5 km", 25),
    ],
)
def test_runs_times_their_length_make_a_week(text: str, km: float) -> None:
    assert read_twice(text, question="How much do you run in a week?")["current_weekly_volume_km"] == km


def test_a_sum_that_was_said_is_not_multiplied() -> None:
    assert read("5 runs, 45 km a week", "How much do you run in a week?")["current_weekly_volume_km"] == 45


def test_nights_of_the_week_and_of_its_end_are_averaged() -> None:
    assert read_twice("six on weekdays, nine at weekends", question="How much do you sleep?") == {
        "sleep_hours_avg": 6.86
    }


@pytest.mark.parametrize("text", ["M/45/187/88", "f 33 165 58", "29, f, 170, 61"])
def test_a_row_of_a_profile_is_read_by_its_order(text: str) -> None:
    found = read(text)
    assert {"age_years", "height_cm", "weight_kg"} <= set(found)


def test_feet_and_inches_may_go_without_their_names() -> None:
    assert read_twice("I'm six two, thirteen stone")["height_cm"] == 187.96
    assert read("five seven in my socks", "How tall are you?") == {"height_cm": 170.18}


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Monday no Tuesday yes Friday yes", ("tue", "fri")),
        ("Mon, Wed, Fri. Not Wed sorry Thu", ("mon", "thu", "fri")),
        ("Saturday's choir, any other day is fine", ("mon", "tue", "wed", "thu", "fri", "sun")),
        ("Mon-Thu evenings, Sun am", ("mon", "tue", "wed", "thu", "sun")),
        ("we th sa", ("wed", "thu", "sat")),
    ],
)
def test_days_have_their_own_yes_and_no(text: str, days: tuple[str, ...]) -> None:
    assert read_twice(text, question="Which days suit you?")["available_days"] == days


def test_no_day_that_is_out_leaves_the_whole_week() -> None:
    assert len(read("nope, all good", "Are there days that don't work?")["available_days"]) == 7


def test_lengths_beside_days_and_the_rule_for_the_rest() -> None:
    question = "How long can each session be?"
    assert read("40", question)["available_minutes"]["mon"] == 40
    assert read("Tue 45, Sat 90", question)["available_minutes"] == {"tue": 45, "sat": 90}
    rest = read("an hour tops, hour and a half Sundays", question)["available_minutes"]
    assert (rest["mon"], rest["sun"]) == (60, 90)


def test_one_length_is_that_of_the_days_that_were_named() -> None:
    question = "Which days, and how long can each session be?"
    assert read("Tues and Fri. 50 mins each", question)["available_minutes"] == {"tue": 50, "fri": 50}
    assert set(read("not Wednesdays, not Sundays. An hour each", question)["available_minutes"]) == {
        "mon", "tue", "thu", "fri", "sat",
    }  # fmt: skip


def test_a_number_that_only_one_race_has_is_its_distance() -> None:
    assert read_twice("26.2", "How far is the race?") == {"race_distance_km": 42.195}


def test_a_time_told_to_the_second_was_run() -> None:
    found = read("finished!!! 4:52:31. First marathon.")
    assert (found["recent_race_time_s"], found["recent_race_distance_km"]) == (17551, 42.195)
