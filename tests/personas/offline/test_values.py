from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from personas.offline.values import Manner, Units, bare, listed, number_words, worded


def all_wordings(kind: str, value: object, units: Units = "metric") -> set[str]:
    return {worded(kind, value, Manner(units, approx=False, rng=Random(seed))) for seed in range(60)}


def test_weight_is_told_in_the_units_of_the_athlete() -> None:
    assert all_wordings("weight", 59) == {"59 kg", "59kg", "59 kilos"}
    assert all_wordings("weight", 59, "imperial") == {"130 lbs", "130 pounds", "130 lb"}


def test_height_in_feet_and_inches() -> None:
    assert all_wordings("height", 168, "imperial") == {"5'6\"", "5 foot 6", "5 ft 6"}


def test_times_are_told_as_runners_tell_them() -> None:
    assert all_wordings("clock", 11700) == {"3:15:00", "3:15", "3h15"}
    assert all_wordings("clock", 5190) == {"1:26:30"}
    assert all_wordings("clock", 2700) == {"45:00", "45 minutes", "45 flat"}
    assert all_wordings("clock", 265) == {"4:25"}


def test_a_race_has_its_name() -> None:
    races = (1.5, 5, 16.09, 21.0975, 42.195)
    assert [all_wordings("race", km) for km in races] == [
        {"1500 m"}, {"5k"}, {"10-miler"}, {"half marathon"}, {"marathon"},
    ]  # fmt: skip


def test_a_bare_figure_keeps_the_unit_that_the_question_did_not_name() -> None:
    def told(kind: str, value: float, units: Units) -> str:
        return bare(kind, value, Manner(units, approx=False, rng=Random(1)))

    assert [told(kind, 59, "metric") for kind in ("km", "weight", "weeks")] == ["59", "59", "59"]
    assert told("km", 45, "imperial") == "28 miles"


def test_parts_of_years_are_told_in_months() -> None:
    assert all_wordings("years", 0.42) == {"5 months", "five months"}


def test_minutes_by_day_are_grouped() -> None:
    told = all_wordings("minutes_by_day", {"mon": 45, "wed": 45, "sun": 90})
    assert told == {"45 minutes on Monday and Wednesday and 90 minutes on Sunday"}


def test_hedges_stand_only_where_they_fit() -> None:
    told = {worded("km", 45, Manner("metric", approx=True, rng=Random(seed))) for seed in range(60)}
    assert any(text.startswith("around") for text in told)
    assert not any("around" in text for text in all_wordings("km", 45))


@given(st.floats(1, 300))
def test_miles_are_true_to_half_a_percent_or_a_twentieth(km: float) -> None:
    miles = float(worded("km", km, Manner("imperial", approx=False, rng=Random(1))).split()[0])
    assert abs(miles * 1.609344 - km) <= max(0.0051 * km, 0.081)


@pytest.mark.parametrize(("number", "words"), [(0, "zero"), (12, "twelve"), (13, "13")])
def test_numbers_have_words(number: int, words: str) -> None:
    assert number_words(number) == words


def test_lists_read_as_english() -> None:
    assert [listed(("a",)), listed(("a", "b")), listed(("a", "b", "c"), "or")] == ["a", "a and b", "a, b or c"]


def test_weekdays_are_named_in_the_usual_ways() -> None:
    told = all_wordings("weekdays", ("mon", "sat"))
    assert told == {"Monday and Saturday", "Mondays and Saturdays", "Mon and Sat"}


@pytest.mark.parametrize(
    ("days", "told"),
    [(("mon", "tue", "wed", "thu", "fri"), "45 minutes on weekdays"), (("sat", "sun"), "45 minutes at weekends")],
)
def test_the_days_of_a_span_are_not_listed(days: tuple[str, ...], told: str) -> None:
    assert all_wordings("minutes_by_day", dict.fromkeys(days, 45)) == {told}
