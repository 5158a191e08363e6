"""A complaint that nobody asked about is answered with a question about it, never with the next one on the list."""

import asyncio

import pytest

from coach import variants
from coach.context import SECTIONS
from coach.events import CoachSaid
from coach.fold import Session, replace
from coach.loop import Coach
from coach.records.fact import Fact
from coach.states import State
from coach.thread import Line
from evals.offline import OfflineCoach
from evals.offline.phrases import table
from evals.reading.acts import TrainedReader
from personas.acts import Ask
from personas.questions import read_questions

MODELS = dict.fromkeys(("fast", "reasoning"), "offline/coach")
HEALTH = {"pain_signs", "tendon_pain_nrs", "symptoms", "bsi_status", "known_conditions", "parq_yes"}


def answer_to(*texts: str) -> str:
    coach = Coach(OfflineCoach(1, reader=TrainedReader()), variants.load("baseline"), models=MODELS)
    coach.start(session="s", athlete="you", today="2026-01-05")

    async def say() -> None:
        for text in texts:
            await coach.hear(text)

    asyncio.run(say())
    return [event.text for event in coach.recorder.events if isinstance(event, CoachSaid)][-1]


@pytest.mark.parametrize(
    "texts",
    [
        ("I want to run a 10k, but my knee hurts when I run downhill",),
        ("I want to run a 10k", "4 days. my knee hurts when I run downhill"),
        ("I want to run a 10k", "by the way my shin is killing me"),
    ],
)
def test_pain_told_unasked_is_what_the_answer_is_about(texts: tuple[str, ...]) -> None:
    reply = answer_to(*texts)
    assert any(reply.startswith(line) for line in table()["acknowledge_pain"])
    asked = {act.field for act in read_questions(reply) if isinstance(act, Ask)}
    assert asked <= HEALTH


def section(coach: str, athlete: str, **facts: int) -> list[str]:
    talk = (Line("assistant", coach), Line("user", athlete))
    told = {name: Fact(field=name, turn=turn) for name, turn in facts.items()}
    found = SECTIONS[State.PRESENT]["speaks_of_health"](replace(Session(), talk=talk, facts=told, turn=3))
    return list(found)


def test_the_engine_tells_a_model_so_too() -> None:
    assert section("How does that sit with your week?", "fine, but my knee hurts") == ["pain_signs"]
    assert section("How does that sit with your week?", "fine, but my knee hurts", pain_signs=1) == ["pain_signs"]


@pytest.mark.parametrize(
    ("coach", "athlete", "recorded"),
    [
        ("Is there any pain right now?", "my knee hurts", {}),
        ("How many days?", "four, and my knee hurts", {"pain_signs": 3}),
        ("How many days?", "four, and I swim on Sundays", {}),
    ],
)
def test_what_was_asked_recorded_or_is_no_complaint_is_not_told(
    coach: str, athlete: str, recorded: dict[str, int]
) -> None:
    assert section(coach, athlete, **recorded) == []
