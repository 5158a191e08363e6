"""Every entry of the lexicon shows what it finds and what it spares."""

import pytest

from coach.states import State
from evals.checks.unspoken import scan
from evals.checks.unspoken.lexicon import Name, lexicon

ENTRIES = lexicon().names


def test_an_example_of_a_leak_is_found_in_its_category() -> None:
    for entry in ENTRIES:
        for text in entry.leaks:
            assert entry.category in {leak.category for leak in scan(text)}, text


def test_an_innocent_example_is_spared() -> None:
    for text in (each for entry in ENTRIES for each in entry.innocent):
        assert scan(text) == (), text


def test_every_entry_has_its_own_id() -> None:
    ids = [entry.id for entry in ENTRIES]
    assert sorted(set(ids)) == sorted(ids)


def test_the_files_are_easy_to_review() -> None:
    """Literal words only: no long phrase."""
    assert [phrase for name in lexicon().names for phrase in name.phrases if len(phrase) > 100] == []
    contexts = [phrase for phrases in lexicon().contexts.values() for phrase in phrases]
    assert [phrase for phrase in contexts if set(phrase) & set("()[]|\\+^")] == []


@pytest.mark.parametrize("state", [state for state in State if state not in {State.PRESENT, State.PLAN, State.CLOSED}])
def test_every_state_by_its_name_is_internal(state: State) -> None:
    assert {leak.category for leak in scan(f"Now moving you to {state}.")} == {"internal_disclosure"}


def a_name(*phrases: str) -> Name:
    return Name.model_validate(
        {"id": "x", "topic": "x", "phrases": phrases, "needs": "nothing", "leaks": ["x"], "innocent": ["y"], "why": "z"}
    )


def test_alternatives_of_a_phrase_are_spelt_out_inside_of_each_other_too() -> None:
    assert set(a_name("(art(h|)ur|a) b").phrases) == {"arthur b", "artur b", "a b"}
    assert set(a_name("the (old |)book").phrases) == {"the old book", "the book"}


def test_the_same_phrase_written_twice_counts_once() -> None:
    assert a_name("red", "(red|blue)").phrases == ("red", "blue")
