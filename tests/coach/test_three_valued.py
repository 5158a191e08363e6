"""Conditions over unknown facts and facts that do not apply."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.errors import InputError
from coach.three_valued import compile_condition

NUMBER, OTHER = "age_years", "sleep_hours_avg"


def value(text: str, **context: object) -> bool | None:
    return compile_condition(text).value(context)


FAINTED = 'symptoms.exists(x, x == "syncope")'
SHARE = "goal_weight_kg * 2.0 / height_cm > 0 || goal_weight_kg - 1.0 <= 0"
VALUES: dict[str, list[tuple[str, dict[str, object], bool | None]]] = {
    "an unknown name is undecidable unless the rest decides": [
        ("u && false", {}, False), ("false && u", {}, False), ("u && true", {}, None), ("u || true", {}, True),
        ("u || false", {}, None), ("!u", {}, None), ("u < 3 || 1 < 2", {}, True), ("u < 3 && 1 < 2", {}, None),
        ("u != 3 && 1 < 2", {}, None), ('u.exists(x, x in ["a"]) && false', {}, False), ("size(u) > 0", {}, None),
        ("u == null", {}, None), ("u != null", {}, None),
    ],
    "null against unknown is false and known against unknown is undecidable": [
        ("weeks_available < later", {"weeks_available": None}, False),
        ("later < weeks_available", {"weeks_available": None}, False),
        ("weeks_available < later", {"weeks_available": 3}, None),
    ],
    "a literal null may be compared with": [
        ("goal_event != null", {"goal_event": None}, False), ("goal_event != null", {"goal_event": "5k"}, True),
        ("goal_event == null", {"goal_event": None}, True),
    ],
    "a list that does not apply is empty": [
        ("symptoms != []", {"symptoms": None}, False), (FAINTED, {"symptoms": None}, False),
        ("size(symptoms) == 0", {"symptoms": None}, True),
    ],
    "a bool that does not apply is neither true nor false": [
        ("pregnant == true", {"pregnant": None}, False), ("pregnant == false", {"pregnant": None}, False),
        ("!(pregnant == true)", {"pregnant": None}, True),
    ],
    "arithmetic carries what does not apply": [(SHARE, {"goal_weight_kg": None, "height_cm": 170}, False)],
    "whole numbers and fractions compare": [
        ("age_years < weekly_sport_hours", {"age_years": 14, "weekly_sport_hours": 14.5}, True),
        ("age_years >= 18", {"age_years": 18}, True),
        ("weight_kg / (height_cm / 100.0) < 40.0", {"weight_kg": 60, "height_cm": 170}, True),
    ],
}  # fmt: skip


@pytest.mark.parametrize("rows", VALUES.values(), ids=VALUES)
def test_a_condition_over_known_unknown_and_inapplicable_facts(
    rows: list[tuple[str, dict[str, object], bool | None]],
) -> None:
    assert [text for text, facts, expected in rows if value(text, **facts) is not expected] == []


@pytest.mark.parametrize("sign", ["<", "<=", ">", ">=", "==", "!="])
def test_every_comparison_with_what_does_not_apply_is_false_before_any_negation(sign: str) -> None:
    assert value(f"{NUMBER} {sign} 18", age_years=None) is False
    assert value(f"!({NUMBER} {sign} 18)", age_years=None) is True
    assert value(f"18 {sign} {NUMBER}", age_years=None) is False
    assert value(f"{NUMBER} {sign} {OTHER}", age_years=None, sleep_hours_avg=7) is False
    assert value(f"derived {sign} 18", derived=None) is False


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('known_conditions.exists(x, x in ["asthma", "a < b"])', {"known_conditions"}),
        ('a.exists(x, x == "b") && x', {"a", "x"}),
        ("size(a) > 0 && !(b == 'd')", {"a", "b"}),
        ("a.filter(x, x > y).size() > 0", {"a", "y"}),
        ("true || null == z", {"z"}),
    ],
)
def test_names_are_the_facts_that_are_read(text: str, names: set[str]) -> None:
    assert compile_condition(text).names == names


@pytest.mark.parametrize(
    "text",
    [
        "a <", "a === b", "frobnicate(a)", "", "a b", "a ? b : c", "a.b == 1", "a[0] == 1", "not a", "a and b", "~a",
        "1 < a < 3", "lambda: a", "'a' 'b' == c", "size(a,) > 0", "size(*a) > 0", "(a, b)", "a is b", "a % 2 == 1",
        "a ** 2 > 1", "a # b", "a.exists(b)", "a.exists(1, b)", "a.frobnicate(b)", "size(a, b) > 1", "'\\x41' == a",
        "a not in b",
        "(" * 300 + "a" + ")" * 300, "!" * 3000 + "a", "a && " * 2000 + "a",
    ],
)  # fmt: skip
def test_bad_conditions_are_refused_when_compiled(text: str) -> None:
    with pytest.raises(InputError):
        compile_condition(text)


@pytest.mark.parametrize(("text", "context"), [("s < 3", {"s": "x"}), ("n", {"n": 3}), ("!s", {"s": "x"})])
def test_a_mistake_on_known_facts_is_an_error_and_not_undecidable(text: str, context: dict[str, object]) -> None:
    with pytest.raises(InputError):
        compile_condition(text).value(context)


def _three_or(values: list[bool | None]) -> bool | None:
    return True if True in values else None if None in values else False


@pytest.mark.parametrize("facts", list(product([True, False, None], repeat=3)))
def test_or_and_not_follow_the_three_valued_tables(facts: tuple[bool | None, ...]) -> None:
    context = {name: fact for name, fact in zip("pqr", facts, strict=True) if fact is not None}
    negated = [None if fact is None else not fact for fact in facts]
    all_three = _three_or(negated)
    assert compile_condition("p || q || r").value(context) is _three_or(list(facts))
    assert compile_condition("p && q && r").value(context) is (None if all_three is None else not all_three)


TEXT = 'age_years < 18 && !(weeks_available >= 3) || symptoms.exists(x, x == "syncope") || sleep_hours_avg != 7'
FIELDS = ("age_years", "weeks_available", "symptoms", "sleep_hours_avg")
FACTS = st.fixed_dictionaries(
    {
        "age_years": st.none() | st.integers(5, 100),
        "weeks_available": st.none() | st.integers(0, 9),
        "symptoms": st.none() | st.sampled_from([(), ("syncope",)]),
        "sleep_hours_avg": st.none() | st.integers(6, 8),
    }
)


@given(FACTS, st.sets(st.sampled_from(FIELDS)))
def test_learning_more_never_turns_a_decided_condition_round(facts: dict[str, object], hidden: set[str]) -> None:
    condition = compile_condition(TEXT)
    whole = condition.value(facts)
    part = condition.value({name: fact for name, fact in facts.items() if name not in hidden})
    assert whole is not None
    assert part is None or part is whole


@given(FACTS)
def test_a_condition_means_what_it_means_in_python(facts: dict[str, object]) -> None:
    age, weeks, symptoms, sleep = (facts[name] for name in FIELDS)
    young = isinstance(age, int) and age < 18
    enough = isinstance(weeks, int) and weeks >= 3
    fainted = isinstance(symptoms, tuple) and "syncope" in symptoms
    unusual = isinstance(sleep, int) and sleep != 7
    assert compile_condition(TEXT).value(facts) is ((young and not enough) or fainted or unusual)
