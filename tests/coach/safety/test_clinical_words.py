"""The words of a condition, read back and judged on profiles by a reader of its own: they say what the rule does."""

import operator
import re
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples

from coach.errors import InputError
from coach.profile.catalogue import catalogue
from coach.safety.clinical_words import NOT_APPLICABLE, Words, meaning, name_of, value_of, words
from coach.safety.derived import DERIVED
from coach.safety.rules import rules
from coach.three_valued import compile_condition

Facts = dict[str, Any]
NAMES = sorted({name for each in rules() for name in each.reads_if_fired})
BY_NAME = {name_of(name): name for name in NAMES}
LISTS = {name for name in NAMES if name not in DERIVED and catalogue().fields[name].type == "list"}
ORDERS = {
    r"above (.+)": operator.gt, r"below (.+)": operator.lt, r"(.+) or more": operator.ge, r"(.+) or less": operator.le,
    r"exactly (.+)": operator.eq, r"other than (.+)": operator.ne,
}  # fmt: skip


def holds(found: Words, facts: Facts) -> bool | None:
    """What the words say of these facts; None where an unknown one decides."""
    if isinstance(found, str):
        return leaf_holds(found, facts)
    settling = found.joint == "any"
    parts = [holds(part, facts) for part in found.parts]
    return settling if settling in parts else None if None in parts else not settling


def leaf_holds(text: str, facts: Facts) -> bool | None:
    name, _, test = text.partition(": ")
    field, asked = BY_NAME[name], test.removesuffix(NOT_APPLICABLE)
    other = re.search("“(.+)”", asked)
    read = [field, *([BY_NAME[other[1]]] if other else [])]
    if None in (values := [facts.get(each, ...) for each in read]) and field not in LISTS:
        return test != asked
    if ... in values:
        return None
    value = values[0]
    if isinstance(value, bool):
        return {"yes": True, "no": False}[asked] is value
    if isinstance(value, int | float):
        pattern, order = next((p, o) for p, o in ORDERS.items() if re.fullmatch(p, asked))
        amount = values[1] if other else float(re.findall(r"-?[\d.]+", re.fullmatch(pattern, asked)[1])[0])
        return bool(order(value, amount))
    if asked == "none" or asked.startswith("at least one"):
        return bool(value) != (asked == "none")
    among = bool({value, *(value or ())} & listed(field, asked)) if field in LISTS else value in listed(field, asked)
    return among != asked.startswith(("none of: ", "not "))


def listed(field: str, text: str) -> set[str]:
    """The values that stand in the text, the longest words first."""
    known = {value_of(field, value): value for value in catalogue().fields[field].values}
    found = set()
    for said in sorted(known, key=len, reverse=True):
        if re.search(rf"(^|: |, |; | or |not ){re.escape(said)}($|,|;| or )", text):
            found.add(known[said])
            text = text.replace(said, "", 1)
    return found


def values(name: str, literals: Iterable[str | float]) -> st.SearchStrategy[Any]:
    """Around the numbers that the condition names; one in five does not apply, and one is unknown."""
    field = catalogue().fields.get(name)
    kind = field.type if field else DERIVED[name].type
    near = sorted(
        {0.0, 1.0, 2.0} | {each + by for each in literals if not isinstance(each, str) for by in (-0.1, 0, 0.1)}
    )
    if field and kind == "list":
        known = st.lists(st.sampled_from([*field.values, "anything else"]), max_size=3, unique=True).map(tuple)
    elif field and kind == "enum":
        known = st.sampled_from([*field.values])
    else:
        known = st.booleans() if kind == "bool" else st.sampled_from(near)
    return st.one_of(known, known, known, st.none(), st.just(...))


def joined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    either = st.tuples(parts, st.sampled_from(["&&", "||"]), parts).map(lambda p: f"({p[0]}) {p[1]} ({p[2]})")
    return either | parts.map("!({})".format)


CONDITIONS = st.recursive(st.sampled_from([each.rule.condition for each in rules()]), joined, max_leaves=3)


@settings(max_examples=examples(40))
@given(CONDITIONS, st.data())
def test_the_words_say_what_the_condition_does_negated_too_and_with_facts_unknown(
    text: str, data: st.DataObject
) -> None:
    condition = compile_condition(text)
    drawn = {name: data.draw(values(name, condition.literals), name) for name in sorted(condition.names)}
    facts = {name: value for name, value in drawn.items() if value is not ...}
    assert holds(words(text), facts) is condition.value(facts)


def test_no_two_fields_and_no_two_values_share_their_words() -> None:
    assert len(BY_NAME) == len(NAMES)
    for name in set(NAMES) - DERIVED.keys():
        known = catalogue().fields[name].values
        assert len({value_of(name, value) for value in known}) == len(known)


def test_every_derived_value_that_a_rule_reads_is_explained() -> None:
    assert [name for name in NAMES if name in DERIVED and not meaning(name)] == []


@pytest.mark.parametrize(
    "text",
    ["age_years * 2 > 3", "size(symptoms) > 1", "supervised", "age_years in [30, 31]", '"x" in symptoms', "1 < bmi"],
)
def test_what_has_no_words_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="no words for"):
        words(text)
