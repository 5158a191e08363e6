"""What an intake asks of an athlete: fields, messages, and how much a message asks at once. Counts; judges nothing."""

import re
from typing import NamedTuple

from coach.events import CoachSaid, GateEvaluated, ModelCalled, SchemaAccepted
from evals.checks.view import SessionView

_QUESTION = re.compile(r"[^.!?\n]+\?")
_AND_ASKS = re.compile(
    r"(?<=\w)[^\w:]+(?:and|or)(?: if so)?,? (?:what|how|which|when|where|who|why|do|does|did|have|has|had|are|is|was"
    r"|were|can|could|would|will)\b",
    re.IGNORECASE,
)
_TWO = re.compile(r" (?:and|or) ")


class Burden(NamedTuple):
    """Until the gate first decided. `required`: the fields that the intake had to settle; `messages`: of the coach;
    the others are the most in one message (`questions`, `question_words`) and in one question (`examples`)."""

    required: int
    messages: int
    questions: int
    question_words: int
    examples: int


def burden(session: SessionView) -> Burden:
    end = next((index for index, _ in session.of(GateEvaluated)), len(session.events))
    texts = [event.text for index, event in session.of(CoachSaid) if index < end]
    asking = [questions_in(text) for text in texts]
    return Burden(
        required=len(_required(session, end)),
        messages=len(texts),
        questions=max((sum(map(asked_at_once, each)) for each in asking), default=0),
        question_words=max((sum(len(question.split()) for question in each) for each in asking), default=0),
        examples=max((examples_in(question) for each in asking for question in each), default=0),
    )


def questions_in(text: str) -> list[str]:
    """The sentences of `text` that end in a question mark."""
    return [found.group().strip() for found in _QUESTION.finditer(text)]


def asked_at_once(question: str) -> int:
    """How many questions one sentence puts: "how far, and how fast?" are two."""
    return 1 + len(_AND_ASKS.findall(question))


def examples_in(question: str) -> int:
    """How many things a question lists: those between commas, or beside an "or"."""
    listed = question.rsplit(":", 1)[-1]
    return listed.count(",") + 1 if "," in listed else len(_TWO.split(listed))


def _required(session: SessionView, end: int) -> set[str]:
    """What the schema requires, what code added to it, and what answers opened on the way."""
    names: set[str] = set()
    for index, event in session.of(SchemaAccepted, ModelCalled):
        if index < end and isinstance(event, SchemaAccepted):
            names |= {field.name for field in event.intake.fields if field.priority == "required"} | set(event.added)
        elif index < end:
            names |= set((event.context or {}).get("still_needed", ()))
    return names
