"""What the detectors read and what they find. Offsets are half-open code points of the original text."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from coach.records.base import Record

Category = Literal[
    "framework_name",
    "age_categorization",
    "motive_naming",
    "reframe_reveal",
    "goal_judgement",
    "internal_disclosure",
    "compliance_tone",
]

BY_WORDS: tuple[Category, ...] = ("framework_name", "internal_disclosure", "compliance_tone")
BY_MEANING: tuple[Category, ...] = (
    "age_categorization",
    "goal_judgement",
    "reframe_reveal",
    "motive_naming",
)


class NamedAthlete(Record):
    """The athlete as far as it matters here: a surname of theirs is not an author's."""

    name: str | None = None
    age: int | None = None


@dataclass(frozen=True, slots=True)
class Leak:
    """`text` is the original text from `start` to `end`."""

    category: Category
    start: int
    end: int
    text: str
    detector: str
    why: str


class ByWords(NamedTuple):
    """Findings by words: `firm` ones stand, of `weak` ones stands what the model of meaning bears out."""

    firm: tuple[Leak, ...]
    weak: tuple[Leak, ...]


NO_WORDS = ByWords((), ())
