"""Every canonical field, once: type, unit, range, what opens it, how to ask. Data: catalogue.yaml, questions.yaml."""

from collections.abc import Collection, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Literal

from pydantic import Field as Default

from coach import sourced_yaml
from coach.records.base import Record

PATH = Path(__file__).with_name("catalogue.yaml")
QUESTIONS = Path(__file__).with_name("questions.yaml")

FieldType = Literal["int", "number", "bool", "enum", "list", "date", "text", "minutes_by_day"]


class Choice(Record):
    """One value of an enum or list: `words` are ways an athlete says it, `say` is how to read it back.

    `endings`: what the names of its members end in, where that tells them from all others ("-olol").
    """

    words: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    say: str


class Field(Record):
    """A canonical field.

    `opens`: CEL over other fields (and `goal_type`, `goal_event`); while it is false the field does not apply.
    `about`: what a goal change does to it (facts about the goal are dropped). `question` names the question that gives
    its topic. `words`: how a question may name it.
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


class QuestionItem(Record):
    """A part of a question in plain words, and what it names: field to entries of a list, () for all of the field."""

    say: str
    asks: dict[str, tuple[str, ...]]


Stage = Literal["follow_up", "opening", "health", "closing", "private"]


class Question(Record):
    """Visible text: `ask` with the items in place of `{items}`, and `why`, which is said first of what is private.

    `names`: fields that a plain no makes null or empty. `sources`: ids in
    coach/safety/sources.yaml.
    """

    ask: str
    items: tuple[QuestionItem, ...]
    joint: Literal["and", "or"] = "or"
    why: str
    topic: str
    stage: Stage
    sources: tuple[str, ...]
    names: tuple[str, ...] = ()

    @cached_property
    def text(self) -> str:
        return self.worded(self.items)

    def worded(self, items: Collection[QuestionItem], ask: str | None = None) -> str:
        """The question with these of its items, or the same in the words `ask`."""
        says = [item.say for item in items]
        comma = "," if len(says) > 2 else ""  # noqa: PLR2004 (items hold an "or" themselves)
        listed = f"{', '.join(says[:-1])}{comma} {self.joint} {says[-1]}" if len(says) > 1 else "".join(says)
        return (ask or self.ask).replace("{items}", listed)

    @cached_property
    def fields(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for item in self.items for name in item.asks))


class Catalogue(Record):
    fields: dict[str, Field]
    questions: dict[str, Question]

    @property
    def screening(self) -> tuple[str, ...]:
        return tuple(name for name, field in self.fields.items() if field.screening)

    @cached_property
    def deniable(self) -> frozenset[str]:
        """The fields that a plain no to a question makes null or empty."""
        return frozenset(name for question in self.questions.values() for name in question.names)

    @cached_property
    def in_parts(self) -> Mapping[str, frozenset[str]]:
        """The list fields of which several questions ask a part each, with all the entries that these name."""
        named: dict[str, set[str]] = {}
        asking: dict[str, set[str]] = {}
        for key, question in self.questions.items():
            for item in question.items:
                for name, values in item.asks.items():
                    named.setdefault(name, set()).update(values)
                    asking.setdefault(name, set()).add(key)
        lists = (name for name, keys in asking.items() if len(keys) > 1 and named[name])
        return {name: frozenset(named[name]) for name in lists}


class _Fields(Record):
    fields: dict[str, Field]


@cache
def catalogue() -> Catalogue:
    questions = sourced_yaml.read_as(QUESTIONS, dict[str, Question])
    return Catalogue(fields=sourced_yaml.read_as(PATH, _Fields).fields, questions=questions)
