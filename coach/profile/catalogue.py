"""Every canonical field, once: type, unit, range, what opens it, how to ask. Data stands in catalogue.yaml."""

from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field as Default

from coach import sourced_yaml
from coach.records.base import Record

PATH = Path(__file__).with_name("catalogue.yaml")

FieldType = Literal["int", "number", "bool", "enum", "list", "date", "text", "minutes_by_day"]


class Choice(Record):
    """One value of an enum or list: `words` are ways an athlete says it, `say` is how to read it back."""

    words: tuple[str, ...] = ()
    say: str


class Field(Record):
    """A canonical field.

    `opens`: CEL over other fields (and `goal_type`, `goal_event`); while it is false the field does not apply.
    `about`: what a goal change does to it (facts about the goal are dropped). `question` names an entry of
    `questions`; fields with the same question are asked in one breath. `words`: how a question may name it.
    """

    type: FieldType
    unit: str | None = None
    range: tuple[float, float] | None = None
    values: dict[str, Choice] = Default(default_factory=dict)
    open_values: bool = False  # a list field that may hold values beyond `values`
    about: Literal["person", "goal", "today"] = "person"
    screening: bool = False
    opens: str | None = None
    question: str
    words: tuple[str, ...] = ()
    say: str  # "{value}" stands for the value


class Question(Record):
    """Visible text. `why` is said when the athlete asks why; `names`: fields that a plain no makes null or empty."""

    text: str
    why: str
    topic: str
    names: tuple[str, ...] = ()


class Catalogue(Record):
    fields: dict[str, Field]
    questions: dict[str, Question]

    @property
    def screening(self) -> tuple[str, ...]:
        return tuple(name for name, field in self.fields.items() if field.screening)


@cache
def catalogue() -> Catalogue:
    """The catalogue as shipped."""
    return sourced_yaml.read_as(PATH, Catalogue)
