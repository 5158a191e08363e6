"""What an athlete's age changes without a word: a question, the understanding of the goal, the first weeks.

Data: life_stages.yaml. Knows no session; what a rule forbids for an age stands with the rules.
"""

from functools import cache
from pathlib import Path

from coach import sourced_yaml
from coach.records.base import Record
from coach.records.fact import Value

PATH = Path(__file__).with_name("life_stages.yaml")


class OwnQuestion(Record):
    """A field outside the catalogue."""

    name: str
    text: str
    reason: str


class FirstWeeks(Record):
    strides_days: int = 1
    most_hard: int = 2
    kinds_of_hard_work: int = 2
    warmup_min: float = 12.0
    easy_weeks: int = 0


class LifeStage(Record):
    id: str
    below: float = float("inf")
    question: OwnQuestion
    recommended: tuple[str, ...] = ()
    reframe: str
    first_weeks: FirstWeeks
    source: str


@cache
def table() -> tuple[LifeStage, ...]:
    """The bands, youngest first."""
    return sourced_yaml.read_as(PATH, tuple[LifeStage, ...])


def stage_of(age: Value) -> LifeStage | None:
    """The band of `age` in years; None where the age is unknown."""
    if not isinstance(age, int | float):
        return None
    return next(stage for stage in table() if age < stage.below)
