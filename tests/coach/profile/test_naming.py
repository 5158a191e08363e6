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


def test_an_unknown_name_stays_and_two_names_of_one_value_are_one() -> None:
    assert by_catalogue("medications", ("a tea of my aunt's",)) == ("a tea of my aunt's",)
    assert by_catalogue("medications", ("bisoprolol", "beta_blocker")) == ("beta_blocker",)


def test_other_fields_are_left_alone() -> None:
    assert by_catalogue("age_years", 41) == 41
    assert by_catalogue("available_days", ("mon",)) == ("mon",)


@pytest.mark.parametrize(
    ("key", "items"),
    [
        ("beta_blocker", ("bisoprolol", "Bisoprolol 5 mg", "beta-blocker", "Concor", "betablocker", "Betablockers")),
        ("beta_blocker", ("acebutolol", "pindolol", "celiprolol", "timolol")),
        ("insulin", ("insulin glargine", "long-acting insulin", "insulins", "detemir", "NovoRapid", "Insulin_Pump")),
        ("sulfonylurea", ("sulfonylureas", "gliclazide MR 30 mg")),
        ("glinide", ("glinides", "meglitinide")),
    ],
)
def test_a_name_that_holds_or_ends_as_a_listed_one_is_of_its_class(key: str, items: tuple[str, ...]) -> None:
    listed = decide({"medications": (key,), "has_hypo_plan": False}).fired
    assert listed
    assert [item for item in items if by_catalogue("medications", (item,)) != (key,)] == []
    assert [item for item in items if decide({"medications": (item,), "has_hypo_plan": False}).fired != listed] == []


def test_an_item_may_name_several_and_a_name_within_a_longer_one_is_not_meant() -> None:
    assert by_catalogue("medications", ("metformin and insulin",)) == ("metformin", "insulin")
    assert by_catalogue("medications", ("steroid inhaler",)) == ("preventer_inhaler",)
