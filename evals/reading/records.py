"""What the reader gives: frozen values. Knows no words and no network."""

from dataclasses import dataclass

from coach.records.fact import Confidence, Value

Span = tuple[int, int]
"""Half-open code points of the original text."""


@dataclass(frozen=True, slots=True)
class ReadFact:
    """A fact that a text states of its author. `value` is in `unit`, the catalogue's; `chance`, 0 to 1: of being right.

    `confidence` is `inferred` for the middle of a range and for what takes a step, as days that are left over.
    """

    value: Value
    unit: str | None
    span: Span
    confidence: Confidence
    chance: float


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of a text with what it measures.

    `low` and `high` differ for a range, a blood pressure and a date without a year; both are in the base unit of `kind`
    (units.yaml), of which `unit` was one as written.
    """

    kind: str
    low: float
    high: float
    span: Span
    unit: float = 1.0

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2

    @property
    def is_range(self) -> bool:
        return self.low != self.high and self.kind not in ("pressure", "date")
