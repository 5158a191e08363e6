"""Static intake schemas for common goals: the arm without a model of the schema comparison.

Data: schemas.yaml, and for the athlete's age life_stages.yaml.
"""

import re
from functools import cache
from pathlib import Path

from coach import sourced_yaml
from coach.life_stages import OwnQuestion, stage_of
from coach.profile.catalogue import catalogue
from coach.records.base import Record
from coach.records.fact import Value
from coach.records.goal import Goal, GoalType
from coach.records.intake import GoalAnalysis, IntakeField, IntakeSchema, Priority

PATH = Path(__file__).with_name("schemas.yaml")


class Fits(Record):
    events: tuple[str, ...] = ()
    types: tuple[GoalType, ...] = ()
    words: str | None = None

    def __call__(self, goal: Goal) -> bool:
        if goal.type in self.types:
            return self.words is None or re.search(self.words, goal.text, re.IGNORECASE) is not None
        return not (self.events or self.types) or goal.event in self.events


class StaticSchema(Record):
    id: str
    fits: Fits
    required: tuple[str, ...]
    recommended: tuple[str, ...] = ()


@cache
def table() -> tuple[StaticSchema, ...]:
    return sourced_yaml.read_as(PATH, tuple[StaticSchema, ...])


def schema_for(goals: tuple[Goal, ...], age: Value = None) -> IntakeSchema:
    """The schema of the first goal, with the fields that the other goals add, and what `age` in years adds."""
    stage = stage_of(age)
    entries = [next(entry for entry in table() if entry.fits(goal)) for goal in goals]
    required = dict.fromkeys(name for entry in entries for name in entry.required)
    recommended = dict.fromkeys(name for entry in entries for name in entry.recommended if name not in required)
    recommended |= dict.fromkeys(name for name in (stage.recommended if stage else ()) if name not in required)
    fields = [*(_field(name, "required") for name in required), *(_field(n, "recommended") for n in recommended)]
    first, reframe = goals[0], stage.reframe if stage else None
    analysis = GoalAnalysis(type=first.type, sport=first.sport, event=first.event, target=first.target, reframe=reframe)
    return IntakeSchema(goal_analysis=analysis, fields=(*fields, *([_own(stage.question)] if stage else [])))


def _own(question: OwnQuestion) -> IntakeField:
    return IntakeField(name=question.name, question=question.text, reason=question.reason, priority="recommended")


def _field(name: str, priority: Priority) -> IntakeField:
    question = next(each for each in catalogue().questions.values() if name in each.fields)
    return IntakeField(
        name=name,
        question=question.text,
        reason="part of the static schema for this goal",
        user_facing_reason=question.why,
        priority=priority,
    )
