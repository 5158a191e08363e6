"""A field takes what the catalogue says it takes, and nothing is coerced."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.errors import InputError
from coach.profile.catalogue import Field, catalogue
from coach.profile.validation import check_value, parse_profile

FIELDS = catalogue().fields


def _numbers(field: Field) -> st.SearchStrategy[Any]:
    low, high = field.range or (0, 0)
    whole = st.integers(math.ceil(low), math.floor(high))
    return whole if field.type == "int" else whole | st.floats(low, high)


def _valid(field: Field) -> st.SearchStrategy[Any]:
    by_type: dict[str, Any] = {
        "bool": st.booleans,
        "enum": lambda: st.sampled_from(sorted(field.values)),
        "list": lambda: st.lists(st.sampled_from(sorted(field.values)), unique=True).map(tuple),
        "minutes_by_day": lambda: st.dictionaries(st.sampled_from(["mon", "sun"]), st.floats(0, 1440)),
    }
    return by_type[field.type]() if field.type in by_type else _numbers(field)


def _wrong(field: Field) -> st.SearchStrategy[Any]:
    """Values of no field's type, and values just outside of this one's range."""
    alien = st.sampled_from([object(), math.nan, math.inf, -math.inf, "", "yes", b"x", ["a"], ("a", "a"), {"mon": "x"}])
    if field.type not in {"int", "number"}:
        return alien | st.integers(-3, 3).filter(lambda _: field.type != "bool") | st.sampled_from([0, 1, 2.5])
    low, high = field.range or (0, 0)
    outside = [math.nextafter(low, -math.inf), math.nextafter(high, math.inf)]
    if field.type == "int":
        outside += [low - 1, high + 1, float(low)]
    return alien | st.sampled_from([*outside, True, False, str(low)])


ANY_FIELD = st.sampled_from(sorted(FIELDS))


@given(st.data())
def test_a_value_of_the_type_and_range_is_fine(data: st.DataObject) -> None:
    name = data.draw(ANY_FIELD)
    assert check_value(name, data.draw(_valid(FIELDS[name]))) is None


@given(st.data())
def test_any_other_value_is_refused_with_what_was_expected(data: st.DataObject) -> None:
    name = data.draw(ANY_FIELD)
    problem = check_value(name, data.draw(_wrong(FIELDS[name])))
    assert problem is not None
    assert problem.startswith("must ")


def test_only_a_screening_field_must_have_a_value() -> None:
    for name in FIELDS:
        assert (check_value(name, None) is not None) == FIELDS[name].screening, name


@given(st.data())
def test_a_profile_comes_through_json_unchanged(data: st.DataObject) -> None:
    names = data.draw(st.lists(ANY_FIELD, unique=True))
    profile = {name: data.draw(_valid(FIELDS[name])) for name in names}
    declined = sorted(set(data.draw(st.lists(ANY_FIELD, unique=True))) - set(names))
    line = json.dumps({**profile, "declined": declined})
    assert parse_profile(json.loads(line)) == (profile, frozenset(declined))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ({"shoe_size": 43}, ["shoe_size", "not a field"]),
        ({"age_years": "43"}, ["age_years", "whole number"]),
        ({"age_years": True}, ["age_years", "whole number"]),
        ({"age_years": 43.5}, ["age_years", "whole number"]),
        ({"age_years": 101.0}, ["age_years", "between 5 and 100 years", "101"]),
        ({"age_years": 101}, ["age_years", "between 5 and 100 years", "101"]),
        ({"weight_kg": math.nan}, ["weight_kg", "number"]),
        ({"sex": "woman"}, ["sex", "female, male, other"]),
        ({"symptoms": None}, ["symptoms", "must have a value"]),
        ({"symptoms": "syncope"}, ["symptoms", "list"]),
        ({"symptoms": ["syncope", "syncope"]}, ["symptoms", "twice"]),
        ({"symptoms": ["tired"]}, ["symptoms", "tired"]),
        ({"medications": [" "]}, ["medications", "short words"]),
        ({"regular_exercise_3m": "true"}, ["regular_exercise_3m", "true or false"]),
        ({"available_minutes": {"monday": 30}}, ["available_minutes", "mon"]),
        ({"declined": "sex"}, ["declined", "list"]),
        ({"declined": ["shoe_size"]}, ["declined", "shoe_size"]),
        ({"sex": "male", "declined": ["sex"]}, ["declined", "sex", "value too"]),
    ],
)
def test_a_bad_profile_is_an_error_that_names_the_field(line: dict[str, object], words: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        parse_profile(line)
    assert [word for word in words if word not in str(caught.value)] == []


def test_medicines_are_open_beyond_the_classes_that_rules_read() -> None:
    assert check_value("medications", ("beta_blocker", "minoxidil")) is None


def test_a_whole_float_is_that_integer_in_an_integer_field() -> None:
    profile, _ = parse_profile({"age_years": 43.0, "current_weekly_volume_km": 16.0})
    assert [type(profile[name]) for name in ("age_years", "current_weekly_volume_km")] == [int, float]
