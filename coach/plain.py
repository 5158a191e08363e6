"""Values from outside as values that canonical JSON can hold. Knows no event and no model."""

from typing import Any

_EXACT = 2**53
"""Whole numbers from here on are not exact in JSON (RFC 8785)."""


def plain(value: Any) -> Any:
    """`value` with lone surrogates replaced and inexact whole numbers as text; raises RecursionError when too deep."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int) and abs(value) >= _EXACT:
        return "a number too large"
    if isinstance(value, dict):
        return {plain(str(key)): plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, list | tuple) else value
