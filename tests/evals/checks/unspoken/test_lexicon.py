"""Every entry of the lexicon shows what it finds and what it spares."""

import pytest

from coach.states import State
from evals.checks.unspoken import scan
from evals.checks.unspoken.lexicon import Name, Pattern, lexicon
from evals.checks.unspoken.normalize import fold
from evals.checks.unspoken.phrases import bounded

ENTRIES: tuple[Name | Pattern, ...] = (*lexicon().names, *lexicon().patterns)
LEAKS = [(entry, text) for entry in ENTRIES for text in entry.leaks]
INNOCENT = [(entry, text) for entry in ENTRIES for text in entry.innocent]


@pytest.mark.parametrize(("entry", "text"), LEAKS, ids=lambda value: getattr(value, "id", None))
def test_an_example_of_a_leak_is_found_in_its_category(entry: Name | Pattern, text: str) -> None:
    assert entry.category in {leak.category for leak in scan(text)}


@pytest.mark.parametrize(("entry", "text"), INNOCENT, ids=lambda value: getattr(value, "id", None))
def test_an_innocent_example_is_spared(entry: Name | Pattern, text: str) -> None:
    assert scan(text) == ()


def test_every_entry_has_its_own_id() -> None:
    ids = [entry.id for entry in ENTRIES]
    assert sorted(set(ids)) == sorted(ids)


PHRASES = [
    (pattern.id, phrase)
    for pattern in lexicon().patterns
    for phrase in (*pattern.find, *pattern.unless, *(one for near in pattern.beside for one in near))
]


def test_no_phrase_finds_something_in_nothing() -> None:
    found = [row for row in PHRASES if bounded(lexicon().reader.read(row[1])).search(" . ")]
    assert found == []


def test_every_phrase_is_searched_for_where_one_of_its_words_stands() -> None:
    unanchored = [
        (pattern.id, phrase)
        for pattern in lexicon().patterns
        for phrase in pattern.find
        if not lexicon().reader.read(phrase).needed()
    ]
    assert unanchored == []


def test_phrases_are_written_in_folded_letters() -> None:
    assert [row for row in PHRASES if fold(row[1]).text != row[1]] == []


@pytest.mark.parametrize("state", [state for state in State if state not in {State.PRESENT, State.PLAN, State.CLOSED}])
def test_every_state_by_its_name_is_internal(state: State) -> None:
    assert {leak.category for leak in scan(f"Now moving you to {state}.")} == {"internal_disclosure"}
