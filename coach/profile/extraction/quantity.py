"""One number with what it measures. Knows no words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Quantity:
    """`lo` and `hi` differ for a range only; both are in the base unit of `kind`, of which `unit` was one as said."""

    kind: str
    lo: float
    hi: float
    start: int
    end: int
    unit: float = 1.0

    @property
    def in_feet(self) -> bool:
        """A length that came in feet and inches: whole inches, and no whole centimetres."""
        return self.kind == "length" and round(self.lo / 2.54, 6).is_integer() and not self.lo.is_integer()

    @property
    def mid(self) -> float:
        return (self.lo + self.hi) / 2

    @property
    def is_range(self) -> bool:
        return self.lo != self.hi
