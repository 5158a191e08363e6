"""Values from outside as values that canonical JSON can hold. Knows no event and no model."""

from typing import Any

import orjson

_EXACT = 2**53
"""Whole numbers from here on are not exact in JSON (RFC 8785)."""
_OPTIONS = (
    orjson.OPT_STRICT_INTEGER
    | orjson.OPT_PASSTHROUGH_SUBCLASS
    | orjson.OPT_PASSTHROUGH_DATACLASS
    | orjson.OPT_PASSTHROUGH_DATETIME
)


def json_value(value: Any) -> Any:
    """`value` with lone surrogates replaced and inexact whole numbers as text; raises RecursionError when too deep."""
    try:
        written = orjson.dumps(value, option=_OPTIONS)
    except (TypeError, ValueError):
        return _mended(value)
    return _mended(value) if b"null" in written else orjson.loads(written)  # null may stand for NaN


def _mended(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int) and abs(value) >= _EXACT:
        return "a number too large"
    if isinstance(value, dict):
        return {_mended(str(key)): _mended(each) for key, each in value.items()}
    return [_mended(each) for each in value] if isinstance(value, list | tuple) else value
