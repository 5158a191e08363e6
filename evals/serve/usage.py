"""Tokens: how many a piece of a request is taken for, and what one call used."""

from dataclasses import dataclass
from typing import Any

import orjson

_BYTES_A_TOKEN = 4
_STATED_APART = frozenset({"cache_control"})


def canonical(value: Any) -> bytes:
    """JSON with sorted keys; of a block, without its cache marker, which no prefix and no count includes."""
    if isinstance(value, dict) and "cache_control" in value:
        value = {key: part for key, part in value.items() if key not in _STATED_APART}
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def tokens(written: bytes) -> int:
    """An estimate that repeats exactly: four bytes of canonical JSON a token, rounded up."""
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
