"""What differs by model family, and what tokens cost: the rows of `families.toml`."""

import tomllib
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from pydantic import Field

from coach.records.base import Record

_PATH = Path(__file__).with_name("families.toml")
_MILLION = 1_000_000
_BYTES_A_TOKEN = 4
_STATED_APART = frozenset({"cache_control"})


def as_sent(value: Any) -> bytes:
    """JSON with all that is inside `value` as it was sent: the order of keys, and 16.0 apart from 16.

    The keys of a block itself are sorted, since the SDK orders those anew, and its cache marker is left out, which no
    prefix and no count includes.
    """
    return orjson.dumps([_block_as_sent(each) for each in value] if isinstance(value, list) else _block_as_sent(value))


def _block_as_sent(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {key: value[key] for key in sorted(value) if key not in _STATED_APART}


def tokens(written: bytes) -> int:
    """An estimate that repeats exactly: four bytes of JSON a token, rounded up."""
    return -(-len(written) // _BYTES_A_TOKEN)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call. `input`: of the prompt, neither read from the cache nor written to it."""

    input: int = 0
    write_5m: int = 0
    write_1h: int = 0
    read: int = 0
    output: int = 0
    thinking: int = 0

    @property
    def prompt(self) -> int:
        return self.input + self.write_5m + self.write_1h + self.read

    def as_json(self) -> dict[str, Any]:
        """The `usage` of a response."""
        return {
            "input_tokens": self.input,
            "cache_creation_input_tokens": self.write_5m + self.write_1h,
            "cache_read_input_tokens": self.read,
            "cache_creation": {
                "ephemeral_5m_input_tokens": self.write_5m,
                "ephemeral_1h_input_tokens": self.write_1h,
            },
            "output_tokens": self.output,
            "output_tokens_details": {"thinking_tokens": self.thinking},
            "service_tier": "standard",
        }


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
    rows = _Table.model_validate(tomllib.loads(_PATH.read_text(), parse_float=Decimal)).family
    return {row.model: row for row in rows}
