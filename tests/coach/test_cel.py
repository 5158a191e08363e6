"""What conditions may use means what the reference implementation of CEL says it means."""

import cel as reference
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples

from coach.profile.catalogue import catalogue
from coach.safety.rules import rules
from coach.three_valued import compile_condition

NUMBERS, LISTS, BOOLS, WORDS = ("n", "m"), ("p", "q"), ("b", "c"), ("s", "t")
ITEMS = ("x", "y && z", "it's")
FACTS = st.fixed_dictionaries(
    {
        **{name: st.sampled_from([-2.0, 0.5, 1.0, 3.0]) for name in NUMBERS},
        **{name: st.lists(st.sampled_from(ITEMS), max_size=3) for name in LISTS},
        **{name: st.booleans() for name in BOOLS},
        **{name: st.sampled_from(ITEMS) for name in WORDS},
    }
)


def quoted(words: list[str]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"


def filled(form: str, *parts: st.SearchStrategy[str] | tuple[str, ...]) -> st.SearchStrategy[str]:
    """`form` with its `{}` filled in turn."""
    drawn = [st.sampled_from(part) if isinstance(part, tuple) else part for part in parts]
    return st.tuples(*drawn).map(lambda texts: form.format(*texts))


ORDER, EQUALITY, COUNTS = ("<", "<=", ">", ">=", "==", "!="), ("==", "!="), ("0", "1", "2")
METHODS, MACROS, TRUTHS, STARTS = (
    ("contains", "startsWith", "endsWith"),
    ("exists", "all"),
    ("true", "false"),
    ("x", "it"),
)
number = st.recursive(
    st.sampled_from([*NUMBERS, "1.0", "2.5", "1e1"]),
    lambda inner: filled("{} {} {}", inner, ("+", "-", "*"), inner) | filled("({})", inner) | filled("-({})", inner),
)
words = st.lists(st.sampled_from(ITEMS), max_size=3).map(quoted)
listed = words | st.sampled_from(LISTS)
test = st.one_of(
    filled("{} {} {}", number, ORDER, number),
    filled('{} {} "{}"', WORDS, EQUALITY, ITEMS),
    filled("{} in {}", WORDS, listed),
    filled("{} {} {}", LISTS, EQUALITY, words),
    filled("{}.{}(v, v in {})", LISTS, MACROS, listed),
    filled("size({}.filter(v, !(v in {}))) >= {}", LISTS, words, COUNTS),
    filled('{}.{}("{}")', WORDS, METHODS, STARTS),
    filled("{} == {}", BOOLS, TRUTHS),
    st.sampled_from(BOOLS),
)
condition = st.recursive(
    test,
    lambda inner: filled("{} {} {}", inner, ("&&", "||"), inner) | filled("({})", inner) | filled("!({})", inner),
    max_leaves=6,
)


@settings(max_examples=examples(75))
@given(condition, FACTS)
def test_a_condition_on_known_facts_means_what_cel_means(text: str, facts: dict[str, object]) -> None:
    known = {name: tuple(value) if isinstance(value, list) else value for name, value in facts.items()}
    assert compile_condition(text).value(known) is reference.evaluate(text, facts)


@given(condition, FACTS, st.data())
def test_what_is_decided_without_a_fact_stays_decided_with_it(
    text: str, facts: dict[str, object], data: st.DataObject
) -> None:
    compiled = compile_condition(text)
    known = {name: tuple(value) if isinstance(value, list) else value for name, value in facts.items()}
    hidden = data.draw(st.sets(st.sampled_from(sorted(known))))
    part = {name: value for name, value in known.items() if name not in hidden}
    assert compiled.value(part) in {None, compiled.value(known)}
    assert (compiled.value(part) is None) is bool(compiled.open_names(part))
    assert compiled.open_names(part) <= compiled.names & hidden


SHIPPED = [
    *(compiled.rule.condition for compiled in rules()),
    *(compiled.rule.clearance_requires for compiled in rules() if compiled.rule.clearance_requires),
    *(field.opens for field in catalogue().fields.values() if field.opens),
]


def test_what_is_shipped_compiles_as_cel_and_reads_the_same_names() -> None:
    bound = {"c", "m", "p", "q", "s", "x"}  # by macros, which the reference lists too
    for text in SHIPPED:
        assert compile_condition(text).names == set(reference.compile(text).variables()) - bound, text


@pytest.mark.parametrize(
    "text", ["1 < 2 || a", "'a' in ['a']", 'x == "\\""', "[1.0, 2.0] == [1.0, 2.0] && -(1.0) < 0.5"]
)
def test_what_is_accepted_is_cel(text: str) -> None:
    compile_condition(text)
    reference.compile(text)
