"""Values of open lists by any of their names: a rule that asks for a class sees its members."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.profile.catalogue import catalogue
from coach.profile.naming import by_catalogue
from coach.safety.gate import decide

OPEN = sorted(name for name, field in catalogue().fields.items() if field.open_values)
NAMED = [
    (name, word, key) for name in OPEN for key, one in catalogue().fields[name].values.items() for word in one.words
]


@given(st.sampled_from(NAMED), st.sampled_from([str, str.upper, str.title]))
def test_a_name_in_any_case_is_a_value_that_has_this_name(named: tuple[str, str, str], written: type[str]) -> None:
    name, word, _ = named
    (value,) = by_catalogue(name, (written(word),))
    assert word in catalogue().fields[name].values[value].words


@given(st.sampled_from(OPEN), st.lists(st.text(max_size=30), unique=True))
def test_naming_twice_is_naming_once(name: str, items: list[str]) -> None:
    once = by_catalogue(name, tuple(items))
    assert by_catalogue(name, once) == once


@pytest.mark.parametrize(
    ("item", "key"), [("Bisoprolol 5 mg", "beta_blocker"), ("NovoRapid", "insulin"), ("glinides", "glinide")]
)
def test_the_gate_sees_the_class_of_a_medicine(item: str, key: str) -> None:
    fired, listed = (decide({"medications": (name,), "has_hypo_plan": False}).fired for name in (item, key))
    assert fired == listed != ()


def test_two_names_of_one_value_are_one() -> None:
    assert by_catalogue("medications", ("bisoprolol", "beta_blocker")) == ("beta_blocker",)


def test_other_fields_are_left_alone() -> None:
    assert by_catalogue("age_years", 41) == 41
    assert by_catalogue("available_days", ("mon",)) == ("mon",)
