"""Which questions of the intake a model is told, and when."""

import asyncio
from functools import cache
from typing import Any

import pytest

from coach import variants
from coach.events import ModelCalled
from coach.flow import replay
from coach.needs import askable
from coach.sections import updated
from coach.states import State
from evals.session import Spec, live, offline_seats
from personas.load import load


@cache
def intake_of(persona: str) -> tuple[tuple[dict[str, Any], tuple[str, ...]], ...]:
    """At each call in INTAKE: everything told so far, and the fields that are to be asked."""
    spec = Spec(load(persona), variants.load("baseline"))
    events = asyncio.run(live(spec, offline_seats(spec))).events
    found: list[tuple[dict[str, Any], tuple[str, ...]]] = []
    known: dict[str, Any] = {}
    for index, event in enumerate(events):
        if isinstance(event, ModelCalled) and event.state is State.INTAKE:
            known = dict(updated(known, event.context or {}))
            found.append((known, askable(replay(events[:index]))))
    return tuple(found)


def fields_told(sections: dict[str, Any]) -> set[str]:
    return {name for entry in sections["questions"].values() for name in entry["fields"]}


@pytest.mark.parametrize("persona", ["masters_runner", "pregnant_runner", "type1_marathoner", "asthma_calm"])
def test_whatever_is_to_be_asked_has_its_question(persona: str) -> None:
    for sections, due in intake_of(persona):
        assert set(due) <= fields_told(sections)


def test_a_question_that_another_answer_opens_is_told_when_it_opens() -> None:
    first, *_, last = (fields_told(sections) for sections, _ in intake_of("asthma_calm"))
    assert "asthma_control" not in first
    assert "asthma_control" in last


def test_a_question_that_does_not_apply_is_never_told() -> None:
    assert not any("pelvic_symptoms" in fields_told(sections) for sections, _ in intake_of("asthma_calm"))
