"""The grammar of amounts: what is found, in which unit, and where."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from text_to_num import text2num

from evals.reading.amounts import find_amounts
from evals.reading.folding import fold
from evals.reading.numbers import value_of
from evals.reading.values import valued

TODAY = date(2026, 1, 5)


@pytest.mark.parametrize("text", ["type 1", "the left one", "7am", "zone 2", "6 x 800", 'she said "run 40 k"'])
def test_what_measures_nothing_has_no_kind_that_a_field_takes(text: str) -> None:
    found = valued(text, None, find_amounts(text), ())
    assert [each.values for each in found if each.values] == []


@given(st.text(max_size=200))
def test_spans_lie_in_the_text_in_order_and_never_overlap(text: str) -> None:
    ends = [place for found in find_amounts(text, TODAY) for place in found.span]
    assert ends == sorted(ends)
    assert all(0 <= place <= len(text) for place in ends)
    assert all(found.span[0] < found.span[1] for found in find_amounts(text, TODAY))


@given(st.text(max_size=200))
def test_folding_keeps_every_code_point_in_its_place(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(st.integers(1, 400), st.sampled_from([("km", 1.0), ("miles", 1.609344)]))
def test_a_distance_is_itself_in_any_unit(size: int, unit: tuple[str, float]) -> None:
    word, km = unit
    (found,) = find_amounts(f"about {size} {word} in all")
    assert found.middle == pytest.approx(size * km)


@given(st.integers(0, 99))
def test_numbers_in_words_are_those_in_digits(number: int) -> None:
    tens = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
    small = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    below = (*small.split(), "seventeen", "eighteen", "nineteen")
    words = below[number] if number < len(below) else f"{tens[number // 10]}-{below[number % 10]}".removesuffix("-zero")
    assert value_of(words) == number == text2num(words.replace("-", " "), "en")


@given(st.integers(0, 59), st.integers(0, 59), st.integers(1, 9))
def test_a_time_on_the_clock_comes_to_its_seconds(minutes: int, seconds: int, hours: int) -> None:
    (found,) = find_amounts(f"ran {hours}:{minutes:02}:{seconds:02} there")
    assert found.middle == hours * 3600 + minutes * 60 + seconds


@pytest.mark.parametrize(
    ("text", "question", "field", "value"),
    [
        ("3:15 for the marathon", None, "goal_time_s", 11700),
        ("3:15 for the kilometre, well, 1 km", None, "goal_time_s", 195),
        ("20", "How many miles a week?", "current_weekly_volume_km", 32.1869),
        ("150, 5 foot 6", "Weight and height?", "weight_kg", 68.0389),
        ("two", "How many months ago was it?", "weeks_since_surgery", 8.6964),
        ("142", "And your glucose?", "pre_session_glucose_mmol_l", 7.881),
        ("101", "Your temperature?", "temp_c", 38.3333),
        ("20 to 25 km", None, "current_weekly_volume_km", 22.5),
        ("six and a half hours", None, "sleep_hours_avg", 6.5),
    ],
)  # fmt: skip
def test_an_amount_is_worth_to_a_field_what_it_is_in_its_unit(
    text: str, question: str | None, field: str, value: float
) -> None:
    found = valued(text, question, find_amounts(text), find_amounts(question or ""))
    assert value in [each.values.get(field) for each in found]


def test_a_pressure_gives_each_of_both_its_number() -> None:
    (found,) = valued("it was 128/82", None, find_amounts("it was 128/82"), ())
    assert dict(found.values) == {"resting_sbp_mmhg": 128, "resting_dbp_mmhg": 82}
