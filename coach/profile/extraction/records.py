"""What an extraction returns. Knows nothing of how words are read."""

from dataclasses import dataclass, field

from coach.records.fact import Confidence, Value

Span = tuple[int, int]
"""Half-open code points of the original text."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """A value in the field's canonical unit, the words it was read from, and how plainly they said it."""

    value: Value
    unit: str | None
    span: Span
    confidence: Confidence = "explicit"


@dataclass(frozen=True, slots=True)
class Extraction:
    """`declined`: asked and refused; `not_known`: asked, and the athlete cannot say. Both sorted."""

    facts: dict[str, Extracted] = field(default_factory=dict)
    declined: tuple[str, ...] = ()
    not_known: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """One reading of one field, before validation."""

    field: str
    value: Value
    span: Span
    confidence: Confidence = "explicit"
