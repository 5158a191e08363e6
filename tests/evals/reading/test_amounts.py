"""The grammar of amounts: what is found, in which unit, and where."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from text_to_num import text2num

from evals.reading.amounts import find_amounts
from evals.reading.calendar import days_of, find_days
from evals.reading.folding import fold
from evals.reading.numbers import value_of
from evals.reading.values import valued

TODAY = date(2026, 1, 5)


@pytest.mark.parametrize(
    ("text", "kind", "low", "high"),
    [
        ("45 km", "distance", 45, 45),
        ("thirty to forty k", "distance", 30, 40),
        ("between 20 and 25 miles", "distance", 32.18688, 40.2336),
        ("a half marathon", "event", 21.0975, 21.0975),
        ("the 1500", "event", 1.5, 1.5),
        ("5'11\"", "length", 180.34, 180.34),
        ("five foot four", "length", 162.56, 162.56),
        ("1m72", "length", 172, 172),
        ("11 stone 4", "mass", 71.66755, 71.66755),
        ("150 lbs", "mass", 68.03886, 68.03886),
        ("1:32:05", "duration", 5525, 5525),
        ("19:45", "clock", 1185, 1185),
        ("an hour and a half", "duration", 5400, 5400),
        ("2h15", "duration", 8100, 8100),
        ("three quarters of an hour", "duration", 2700, 2700),
        ("a year and three months", "years", 456.5625, 456.5625),
        ("a fortnight", "weeks", 14, 14),
        ("two and a half years", "years", 913.125, 913.125),
        ("128 over 82", "pressure", 128, 82),
        ("3/10", "score", 3, 3),
        ("29 March", "date", 83, -282),
        ("29 March 2026", "date", 83, 83),
        ("twice a week", "times", 2, 2),
    ],
)  # fmt: skip
def test_an_amount_is_read_in_its_base_unit(text: str, kind: str, low: float, high: float) -> None:
    (found,) = find_amounts(f"It is {text}.", TODAY)
    assert (found.kind, found.low, found.high) == (kind, pytest.approx(low, rel=1e-4), pytest.approx(high, rel=1e-4))
    assert f"It is {text}."[slice(*found.span)] in text


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


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Tuesday", ["tue"]),
        ("mon-thu", ["mon", "thu", "tue", "wed"]),
        ("Saturday to Monday", ["mon", "sat", "sun"]),
        ("weekends", ["sat", "sun"]),
        ("weekdays", ["fri", "mon", "thu", "tue", "wed"]),
    ],
)  # fmt: skip
def test_days_are_found_alone_and_in_ranges(text: str, days: list[str]) -> None:
    (mention,) = find_days(text)
    assert sorted(days_of(mention)) == days
