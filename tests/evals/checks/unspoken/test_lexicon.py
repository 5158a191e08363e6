"""Every entry of the lexicon shows what it finds and what it spares."""

import re
import warnings

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coach.states import State
from evals.checks.unspoken import scan
from evals.checks.unspoken.anchors import anchors_of
from evals.checks.unspoken.lexicon import Name, Pattern, compiled, lexicon
from evals.checks.unspoken.normalize import fold

ENTRIES: tuple[Name | Pattern, ...] = (*lexicon().names, *lexicon().patterns)
LEAKS = [(entry, text) for entry in ENTRIES for text in entry.leaks]
INNOCENT = [(entry, text) for entry in ENTRIES for text in entry.innocent]
PRINTABLE = st.characters(min_codepoint=32, max_codepoint=122)


@pytest.mark.parametrize(("entry", "text"), LEAKS, ids=lambda value: getattr(value, "id", None))
def test_an_example_of_a_leak_is_found_in_its_category(entry: Name | Pattern, text: str) -> None:
    assert entry.category in {leak.category for leak in scan(text)}


@pytest.mark.parametrize(("entry", "text"), INNOCENT, ids=lambda value: getattr(value, "id", None))
def test_an_innocent_example_is_spared(entry: Name | Pattern, text: str) -> None:
    assert scan(text) == ()


def test_every_entry_has_its_own_id() -> None:
    ids = [entry.id for entry in ENTRIES]
    assert sorted(set(ids)) == sorted(ids)


@pytest.mark.parametrize("pattern", lexicon().patterns, ids=lambda pattern: pattern.id)
def test_every_match_of_a_pattern_contains_one_of_its_anchors(pattern: Pattern) -> None:
    anchors = anchors_of(lexicon().expanded(pattern.pattern))
    assert anchors

    @settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(st.from_regex(compiled(pattern.pattern), alphabet=PRINTABLE))
    def holds(text: str) -> None:
        for match in compiled(pattern.pattern).finditer(text):
            assert not match[0] or any(anchor in text for anchor in anchors)

    holds()


@pytest.mark.parametrize("pattern", lexicon().patterns, ids=lambda pattern: pattern.id)
def test_no_pattern_repeats_a_repetition(pattern: Pattern) -> None:
    for text in (pattern.pattern, pattern.unless or ""):
        expanded = lexicon().expanded(text)
        assert re.search(r"[+*]\)[+*]|\.[+*](?!\?)", expanded) is None
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            re.compile(expanded)


@pytest.mark.parametrize("pattern", lexicon().patterns, ids=lambda pattern: pattern.id)
def test_patterns_are_written_in_folded_letters(pattern: Pattern) -> None:
    letters = re.sub(r"\\.|\(\?P<CAPS>", "", lexicon().expanded(pattern.pattern))
    assert fold(letters).text == letters


@pytest.mark.parametrize("state", [state for state in State if state not in {State.PRESENT, State.PLAN, State.CLOSED}])
def test_every_state_by_its_name_is_internal(state: State) -> None:
    assert {leak.category for leak in scan(f"Now moving you to {state}.")} == {"internal_disclosure"}
