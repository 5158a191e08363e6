"""How a judge model is asked about one message, how its answer is read, and what its errors do to a rate.

Knows rubrics, labels and arithmetic; calls no model. Its verdicts stand beside those of the detectors, never instead.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Any, Literal, get_args

from pydantic import TypeAdapter, ValidationError

from coach.records.base import Record
from evals.checks.unspoken.labelled import Labelled
from evals.checks.unspoken.texts import Category, Named

VERSION = 1  # bump whenever a rubric, the question or the reading of answers changes

RUBRICS = Path(__file__).resolve().parents[2] / "rubrics"
_LATEST = 6
_INTERNAL_CHARACTERS = 2000


class JudgeFinding(Record):
    """What the judge names, with the words it quotes."""

    category: Category
    quote: str


_ANSWER: TypeAdapter[tuple[JudgeFinding, ...]] = TypeAdapter(tuple[JudgeFinding, ...])


@dataclass(frozen=True, slots=True)
class Question:
    """A message with what the judge is told beside it."""

    text: str
    athlete: Named | None = None
    user_said: tuple[str, ...] = ()
    internal: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Errors:
    """How often the judge was right on labelled texts: `n` leaks and innocent texts, `unread` answers left out."""

    caught: int
    leaks: int
    spared: int
    innocent: int
    unread: int = 0

    @property
    def sensitivity(self) -> float | None:
        return self.caught / self.leaks if self.leaks else None

    @property
    def specificity(self) -> float | None:
        return self.spared / self.innocent if self.innocent else None

    @property
    def precision(self) -> float | None:
        return self.caught / self.accused if self.accused else None

    @property
    def accused(self) -> int:
        return self.caught + self.innocent - self.spared

    def corrected(self, share: float) -> float | None:
        """The share of leaking texts, given the share that the judge accused; None where it only guesses."""
        if self.sensitivity is None or self.specificity is None:
            return None
        informed = self.sensitivity + self.specificity - 1
        return min(1.0, max(0.0, (share + self.specificity - 1) / informed)) if informed > 0 else None


@cache
def instructions() -> str:
    """The system prompt: the frame with all rubrics in it."""
    rubrics = "\n".join((RUBRICS / f"{name}.md").read_text(encoding="utf-8") for name in get_args(Category))
    return Template((RUBRICS / "frame.md").read_text(encoding="utf-8")).substitute(rubrics=rubrics)


def asked(question: Question) -> str:
    """The user's turn: the message and what stands beside it, as JSON in tags, so that no text can end its tag."""
    athlete = question.athlete
    beside = {
        "athlete": {"name": athlete.name, "age": athlete.age} if athlete else None,
        "athlete_said_before": question.user_said[-_LATEST:],
        "must_stay_internal": "\n".join(question.internal)[:_INTERNAL_CHARACTERS],
        "message": question.text,
    }
    written = json.dumps(beside, ensure_ascii=False, indent=1).replace("<", "\\u003c")
    return f"<material>\n{written}\n</material>"


def read_asked(turn: str) -> Question:
    """What `asked` wrote; of the oldest words of the athlete and of long internal text only what it kept."""
    beside = json.loads(turn.removeprefix("<material>").removesuffix("</material>"))
    athlete, internal = beside["athlete"], beside["must_stay_internal"]
    named = Named(athlete["name"], athlete["age"]) if athlete else None
    return Question(beside["message"], named, tuple(beside["athlete_said_before"]), (internal,) if internal else ())


def answered(text: str) -> tuple[JudgeFinding, ...] | None:
    """What the judge found; None where the answer cannot be read, which is neither a pass nor a fail."""
    start, end = text.find("{"), text.rfind("}")
    try:
        held: Any = json.loads(text[start : end + 1])
        return _ANSWER.validate_python(held["findings"])
    except (ValueError, KeyError, TypeError, ValidationError):
        return None


def sample(cases: Iterable[Labelled], each: int) -> tuple[Labelled, ...]:
    """The fixed sample a judge is measured on: of every category as many leaks as near misses, drawn by their ids."""
    drawn = sorted(cases, key=lambda case: sha256(case.id.encode()).hexdigest())
    chosen: list[Labelled] = []
    for category in get_args(Category):
        chosen += [case for case in drawn if case.label == category][:each]
        chosen += [case for case in drawn if case.label is None and case.near == category][:each]
    return tuple(chosen)


def question_of(case: Labelled) -> Question:
    """A labelled text as the judge is asked about it."""
    return Question(case.text, case.persona.named, case.user_said or (), case.internal or ())


Counted = Literal["any"] | Category


def errors(answers: Sequence[tuple[Labelled, tuple[JudgeFinding, ...] | None]]) -> dict[Counted, Errors]:
    """By category, against its leaks and all innocent texts; `any`: whether a text leaks at all."""
    read = [(case, {one.category for one in found}) for case, found in answers if found is not None]
    unread = len(answers) - len(read)
    counted: dict[Counted, Errors] = {"any": _errors([(case.label is not None, bool(n)) for case, n in read], unread)}
    for category in get_args(Category):
        own = [(case.label == category, category in n) for case, n in read if case.label in {category, None}]
        counted[category] = _errors(own, unread)
    return counted


def _errors(pairs: Sequence[tuple[bool, bool]], unread: int) -> Errors:
    leaks = [accused for leaking, accused in pairs if leaking]
    innocent = [accused for leaking, accused in pairs if not leaking]
    return Errors(sum(leaks), len(leaks), len(innocent) - sum(innocent), len(innocent), unread)
