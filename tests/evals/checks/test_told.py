"""Days of training as a text tells them, whatever it is laid out as."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.checks.plan_in_text import days_in_text, tells_a_week
from evals.checks.week_totals_in_text import week_totals_in_text

WEEK = {
    "table": "| Day | What |\n|---|---|\n| Mon | rest |\n| Tue | 8 km easy |\n| Thu | 6 × 400 m |\n| Sun | 12 km |",
    "bullets": "- **Mon**: rest\n- **Tue**: 8 km easy\n- **Thu**: 6 x 400 m\n- **Sun**: 12 km as slow as you like",
    "prose": "Monday is off. On Tuesday run 8 km easy. Thursday is for 6 × 400 m. On Sunday 12 km.",
    "line": "Mon rest, Tue 8 km easy, Thu 6x400 m hard, Sun 12 km long",
    "miles": "Mon: rest\nTue: 5 miles (8 km) easy\nThu: 6 × 400 m\nSun: 7.5 mi (12 km), slow",
}


@pytest.mark.parametrize("text", WEEK.values(), ids=WEEK)
def test_a_week_is_the_same_however_it_is_laid_out(text: str) -> None:
    told = {each.day: each for each in days_in_text(text)}
    assert tells_a_week(days_in_text(text))
    assert told["mon"].rests
    assert "hard" in told["thu"].kinds
    assert told["tue"].km == pytest.approx(8, abs=0.1)
    assert told["sun"].km == pytest.approx(12, abs=0.1)


def test_a_range_of_days_is_every_day_of_it_and_a_question_is_none() -> None:
    assert [each.day for each in days_in_text("Mon–Wed: rest")] == ["mon", "tue", "wed"]
    assert days_in_text("Could you run 8 km on Tuesday, or is Friday off?") == ()


def test_a_week_is_the_one_of_the_last_heading() -> None:
    told = days_in_text("**Week 2**\n- Tue: 8 km easy\n**Week 3**\n- Tue: 9 km easy")
    assert [(each.week, each.km) for each in told] == [(2, 8.0), (3, 9.0)]


def test_every_fourth_week_is_no_fourth_week() -> None:
    text = "The jogging creeps to 15 km, with 11.5 km in the fourth week."
    assert [each.week for each in week_totals_in_text(text)] == [4]
    assert week_totals_in_text(text.replace("the fourth", "every fourth")) == ()


def test_weeks_and_what_they_come_to_are_paired_in_their_order() -> None:
    text = (
        "- Weeks 2 and 3: 62 and 64 km, week 4 lighter (48.5 km)\n- Weeks 5 to 7: 66, 68, 70 km, week 8 lighter (53 km)"
    )
    told = {each.week: each.kms for each in week_totals_in_text(text)}
    assert told == {2: (62.0,), 3: (64.0,), 4: (48.5,), 5: (66.0,), 6: (68.0,), 7: (70.0,), 8: (53.0,)}


def test_of_two_figures_before_the_weeks_neither_is_theirs_for_sure() -> None:
    text = "Total: 72 km. Then 80 in the full weeks with 61 in weeks 8 and 12."
    assert [each for each in week_totals_in_text(text) if each.week in {8, 12}] == []


@pytest.mark.parametrize("line", ["**Tue** 8 km easy", "Tuesday 6 January: 8 km easy", "Tue: 8 km easy"])
def test_a_line_that_sets_off_a_day_is_laid_out(line: str) -> None:
    assert [each.laid_out for each in days_in_text(line)] == [True]
    assert [each.laid_out for each in days_in_text("On Tuesday 8 km easy.")] == [False]


@given(st.text(max_size=200))
def test_places_are_those_of_the_text(text: str) -> None:
    for each in days_in_text(text):
        assert text[each.start : each.end] == each.quote


def test_a_distance_right_before_its_day_is_of_that_day() -> None:
    told = days_in_text("That is 3.4 miles on Monday, 4.0 Tuesday, 4.7 Wednesday and 6.2 miles on Sunday.")
    assert {each.day: each.km for each in told} == pytest.approx(
        {"mon": 5.47, "tue": 6.44, "wed": 7.56, "sun": 9.98}, abs=0.01
    )


def test_a_parkrun_without_its_distance_has_no_certain_one() -> None:
    assert [each.kms for each in days_in_text("- Saturday: parkrun, with 1 km jogged before")] == [()]
    assert [each.km for each in days_in_text("- Saturday: parkrun (5 km)")] == [5.0]


@pytest.mark.parametrize(
    "text",
    [
        "The weeks stay at 38.5 km until the taper in week 13.",
        "The biggest is 25.2 miles: with a lighter week 3 before.",
    ],
)
def test_a_distance_of_other_weeks_is_not_of_the_week_named_next(text: str) -> None:
    assert week_totals_in_text(text) == ()
    assert [each.kms for each in week_totals_in_text("It climbs to 35 km in week 11.")] == [(35.0,)]
