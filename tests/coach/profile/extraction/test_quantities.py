"""Numbers, units and ranges in running speech."""

import pytest

from coach.profile.extraction.folding import fold
from coach.profile.extraction.number_words import value_of
from coach.profile.extraction.quantities import find_quantities


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("45k", "distance", 45),
        ("30 miles", "distance", 48.28032),
        ("1500m", "event", 1.5),
        ("5'6\"", "length", 167.64),
        ("1.68 m", "length", 168),
        ("9 st 4", "mass", 58.967),
        ("one thirty five pounds", "mass", 61.235),
        ("six and a half hours", "duration", 23400),
        ("1h35", "duration", 5700),
        ("19:30", "clock_short", 1170),
        ("3:05:20", "clock", 11120),
        ("a couple of weeks", "weeks", 14),
        ("3 out of 10", "ratio", 3),
        ("134 over 84", "pressure", 109),
        ("100.4 f", "fahrenheit", 100.4),
        ("40mpw", "distance", 64.37376),
        ("2015", "year_of", 2015),
        ("10k steps", "other", 10),
    ],
)
def test_a_quantity_is_read_with_its_unit(text: str, kind: str, value: float) -> None:
    (found,) = find_quantities(fold(text))
    assert found.kind == kind
    assert found.mid == pytest.approx(value, rel=1e-4)


@pytest.mark.parametrize("text", ["40-45 km", "40 to 45km", "40km to 45km", "between 40 and 45 km", "40\u201345 km"])
def test_a_range_is_one_quantity(text: str) -> None:
    (found,) = find_quantities(fold(text))
    assert (found.lo, found.hi) == (40, 45)


@pytest.mark.parametrize("text", ["the left one", "one of those", "type 1", "t1d", "b12"])
def test_a_number_that_names_something_is_no_quantity(text: str) -> None:
    assert find_quantities(fold(text)) == []


@pytest.mark.parametrize(
    ("words", "value"),
    [("forty five", 45), ("a hundred", 100), ("1,500", 1500), ("6,5", 6.5), ("6½", 6.5), ("seven point five", 7.5)],
)
def test_number_words_are_numbers(words: str, value: float) -> None:
    assert value_of(words) == value
