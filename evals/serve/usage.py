"""Tokens: how many a piece of a request is taken for, and what one call used."""

from dataclasses import dataclass
from typing import Any

import orjson

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
