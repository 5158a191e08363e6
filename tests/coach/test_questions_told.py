"""Which questions of the intake a model is told, and when."""

from functools import cache
from typing import Any

import pytest
from played import lived

from coach.events import ModelCalled
from coach.flow import replay
from coach.next_questions import MOST_QUESTIONS, MOST_WORDS, questions_due
from coach.sections import updated
from coach.states import State


@cache
def intake_of(persona: str) -> tuple[tuple[dict[str, Any], list[str]], ...]:
    """At each call in INTAKE: everything told so far, and the questions that are due."""
    events = lived(persona).events
    found: list[tuple[dict[str, Any], list[str]]] = []
    known: dict[str, Any] = {}
    for index, event in enumerate(events):
        if isinstance(event, ModelCalled) and event.state is State.INTAKE:
            known = dict(updated(known, event.context or {}))
            found.append((known, [each.text for each in questions_due(replay(events[:index]))]))
    return tuple(found)


def fields_told(sections: dict[str, Any]) -> set[str]:
    return {name for entry in sections["ask_next"] for name in entry["fields"]}


@pytest.mark.parametrize("persona", ["masters_runner", "pregnant_runner", "type1_marathoner", "asthma_calm"])
def test_a_model_is_told_what_is_due_and_no_more(persona: str) -> None:
    for sections, questions in intake_of(persona):
        assert [entry["question"] for entry in sections["ask_next"]] == questions
        assert len(questions) <= MOST_QUESTIONS
        assert len(" ".join(questions).split()) <= MOST_WORDS


def test_what_an_answer_opens_is_asked_at_once() -> None:
    told = [(sections.get("known", {}), fields_told(sections)) for sections, _ in intake_of("asthma_calm")]
    first = next(fields for known, fields in told if "asthma" in known.get("known_conditions", ()))
    assert "asthma_control" in first
    assert not any("asthma_control" in fields for known, fields in told if "known_conditions" not in known)


def test_what_is_private_comes_last_and_alone_with_its_reason() -> None:
    told = [sections["ask_next"] for sections, _ in intake_of("masters_runner")]
    first = next(index for index, entries in enumerate(told) if any(each.get("reason_first") for each in entries))
    private = [entries for entries in told[first:] if entries and not entries[0].get("optional")]
    assert {len(entries) for entries in private} == {1}
    assert all(entries[0]["reason_first"] and entries[0]["why"] for entries in private)
    assert {name for entries in private for name in entries[0]["fields"]} >= {"eating_disorder_status", "symptoms"}
