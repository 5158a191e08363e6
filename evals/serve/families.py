"""What differs by model family, and what tokens cost: the rows of `families.toml`."""

import tomllib
from decimal import Decimal
from functools import cache
from pathlib import Path

from pydantic import Field

from coach.records.base import Record
from evals.serve.usage import Usage

_PATH = Path(__file__).with_name("families.toml")
_MILLION = 1_000_000


class ServedPrice(Record):
    """Dollars per million tokens, for prompts of at most `up_to` tokens; None: of any size."""

    input: Decimal
    output: Decimal
    write_5m: Decimal
    write_1h: Decimal
    read: Decimal
    up_to: int | None = None


class ServedFamily(Record):
    model: str
    sources: tuple[str, ...]
    context: int
    max_output: int
    thinking: tuple[str, ...]
    default_thinking: str
    efforts: tuple[str, ...]
    default_effort: str | None = None
    effort_cap: dict[str, str] = Field(default_factory=dict)
    forced_tools: bool
    prefill: bool = False
    sampling: bool = False
    prefix_bound: bool = False
    mid_system: bool = False
    notes_as_thinking: bool = False
    cache_minimum: int
    reads: tuple[str, ...]
    price: tuple[ServedPrice, ...]

    def dollars(self, usage: Usage) -> Decimal:
        """The exact price of one call."""
        row = next(row for row in self.price if row.up_to is None or usage.prompt <= row.up_to)
        parts = (
            row.input * usage.input,
            row.write_5m * usage.write_5m,
            row.write_1h * usage.write_1h,
            row.read * usage.read,
            row.output * usage.output,
        )
        return sum(parts, Decimal()) / _MILLION


class _Table(Record):
    family: tuple[ServedFamily, ...]


@cache
def families() -> dict[str, ServedFamily]:
    """Every row by its model id."""
    rows = _Table.model_validate(tomllib.loads(_PATH.read_text(), parse_float=Decimal)).family
    return {row.model: row for row in rows}
