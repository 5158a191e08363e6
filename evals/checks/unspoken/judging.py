"""How a judge model is asked about one message, how its answer is read, and what its errors come to by category."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Literal, get_args

from coach.records.base import Record
from evals.checks.judging import (
    ANY_CASE,
    RUBRICS,
    Errors,
    draw,
    errors_by,
    findings_in,
    material,
    read_material,
    span_of,
)
from evals.checks.judging import system_prompt as filled
from evals.checks.unspoken.labelled import LabelledText
from evals.checks.unspoken.texts import Category, NamedAthlete

VERSION = 4  # bump whenever a rubric, the question or the reading of answers changes

_LATEST = 6
_INTERNAL_CHARACTERS = 2000


class JudgeFinding(Record):
    """What the judge names, with the words it quotes."""

    category: Annotated[Category, ANY_CASE]
    quote: str


class LeakFindings(Record):
    """The answer's form."""

    findings: tuple[JudgeFinding, ...]


@dataclass(frozen=True, slots=True)
class JudgeQuestion:
    """A message with what the judge is told beside it."""

    text: str
    athlete: NamedAthlete | None = None
    user_said: tuple[str, ...] = ()
    internal: tuple[str, ...] = ()


@cache
def instructions() -> str:
    return filled(RUBRICS, get_args(Category))


def asked(question: JudgeQuestion) -> str:
    """The user's turn: the message and what stands beside it."""
    return material(
        {
            "athlete": question.athlete.model_dump() if question.athlete else None,
            "athlete_said_before": question.user_said[-_LATEST:],
            "must_stay_internal": "\n".join(question.internal)[:_INTERNAL_CHARACTERS],
            "message": question.text,
        }
    )


def read_asked(turn: str) -> JudgeQuestion:
    """What `asked` wrote; of the oldest words of the athlete and of long internal text only what it kept."""
    beside = read_material(turn)
    internal = beside["must_stay_internal"]
    athlete = NamedAthlete.model_validate(beside["athlete"]) if beside["athlete"] else None
    return JudgeQuestion(
        beside["message"], athlete, tuple(beside["athlete_said_before"]), (internal,) if internal else ()
    )


def answered(text: str | None) -> tuple[JudgeFinding, ...] | None:
    """What the judge found; None where there is no whole answer or it cannot be read: neither a pass nor a fail."""
    read = findings_in(text, LeakFindings)
    return read.findings if read else None


def quoted(findings: Iterable[JudgeFinding], text: str) -> tuple[JudgeFinding, ...]:
    """The findings whose words stand in the text that was judged; the others name what nobody said."""
    return tuple(one for one in findings if span_of(one.quote, text))


def sample(cases: Iterable[LabelledText], each: int) -> tuple[LabelledText, ...]:
    """The fixed sample a judge is measured on: of every category as many leaks as near misses, drawn by their ids."""
    by_id = {case.id: case for case in cases}
    drawn = [by_id[name] for name in draw(by_id)]
    chosen: list[LabelledText] = []
    for category in get_args(Category):
        chosen += [case for case in drawn if case.label == category][:each]
        chosen += [case for case in drawn if case.label is None and case.near == category][:each]
    return tuple(chosen)


def question_of(case: LabelledText) -> JudgeQuestion:
    """A labelled text as the judge is asked about it."""
    return JudgeQuestion(case.text, case.persona, case.user_said or (), case.internal or ())


Counted = Literal["any"] | Category


def errors(answers: Sequence[tuple[LabelledText, tuple[JudgeFinding, ...] | None]]) -> dict[Counted, Errors]:
    """By category, against its leaks and all innocent texts; `any`: whether a text leaks at all.

    What the judge quotes and the text does not say accuses nothing.
    """
    kept = [(case.label, None if found is None else quoted(found, case.text)) for case, found in answers]
    named = [(label, None if found is None else {one.category for one in found}) for label, found in kept]
    at_all = [(label and "any", None if names is None else {"any" for _ in names}) for label, names in named]
    return {**errors_by(("any",), at_all), **errors_by(get_args(Category), named)}
