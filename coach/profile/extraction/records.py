"""What an extraction returns. Knows nothing of how words are read."""

from dataclasses import dataclass, field

from coach.records.fact import Confidence, Value

Span = tuple[int, int]
"""Half-open code points of the original text."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """A value in the field's canonical unit, the words it was read from, and how plainly they said it.

    `worst`: the upper end, where a range was said of something of which more is worse; `value` is its middle.
    """

    value: Value
    unit: str | None
    span: Span
    confidence: Confidence = "explicit"
    worst: float | None = None


@dataclass(frozen=True, slots=True)
class Extraction:
    """`declined`: asked and refused; `not_known`: asked, and the athlete cannot say. Both sorted.

    `unsure`: spoken of in words that leave open which value is meant, whatever `facts` has; with the worst rating
    that was said, or None where no value could be read. An older value of such a field must not stand unasked.
    `doubted`: counts of harm that were heard and not believed, no facts either; nor may another older value stand.
    """

    facts: dict[str, Extracted] = field(default_factory=dict)
    declined: tuple[str, ...] = ()
    not_known: tuple[str, ...] = ()
    unsure: dict[str, float | None] = field(default_factory=dict)
    doubted: dict[str, Value] = field(default_factory=dict)

    @property
    def stated(self) -> dict[str, Extracted]:
        """The facts with a value: that a field does not apply ("no fever") is for who asked, and no fact by itself."""
        return {name: fact for name, fact in self.facts.items() if fact.value is not None}


@dataclass(frozen=True, slots=True)
class Candidate:
    """One reading of one field, before validation."""

    field: str
    value: Value
    span: Span
    confidence: Confidence = "explicit"
