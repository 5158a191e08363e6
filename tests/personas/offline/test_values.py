from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.profile.wording import listed
from personas.offline.values import Manner, Units, bare, number_words, worded


def all_wordings(kind: str, value: object, units: Units = "metric") -> set[str]:
    return {worded(kind, value, Manner(units, approx=False, rng=Random(seed))) for seed in range(60)}


def test_a_bare_figure_keeps_the_unit_that_the_question_did_not_name() -> None:
    def told(kind: str, value: float, units: Units) -> str:
        return bare(kind, value, Manner(units, approx=False, rng=Random(1)))

    assert [told(kind, 59, "metric") for kind in ("km", "weight", "weeks")] == ["59", "59", "59"]
    assert told("km", 45, "imperial") == "28 miles"


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
