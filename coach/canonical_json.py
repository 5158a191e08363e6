"""Canonical JSON (RFC 8785): one value, one sequence of bytes. What is hashed is written here.

orjson writes it; where its form is not the canonical one, `rfc8785` does. `tests/coach/test_canonical_json.py` holds
the two against each other.
"""

import hashlib
import re
from typing import Any

import orjson
import rfc8785

__all__ = ["canonical", "digest"]

_OPTIONS = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER | orjson.OPT_PASSTHROUGH_DATETIME
_WHOLE_FLOAT = re.compile(rb"\.0(?=[,\]}]|$)")
_EXPONENT = re.compile(rb"e[-+]?\d+(?:[,\]}]|$)")
"""Both may match inside a string too, which costs time and nothing else."""
_ABOVE_BMP, _END_OF_BMP = re.compile(rb"[\xf0-\xf4]"), re.compile(rb"[\xee\xef]")
"""Lead bytes in UTF-8. Only keys with both kinds of characters sort otherwise in UTF-16, as RFC 8785 wants it."""


def canonical(value: Any) -> bytes:
    """The canonical bytes of a JSON value; `ValueError` for what is none.

    Refused are NaN, infinities, whole numbers from 2**53 on, lone surrogates, and keys that are no strings.
    """
    try:
        written = orjson.dumps(value, option=_OPTIONS)
    except (TypeError, ValueError):
        return rfc8785.dumps(value)
    if _is_otherwise(written):
        return rfc8785.dumps(value)
    short = _WHOLE_FLOAT.sub(b"", written) if b".0" in written else written
    if (b"null" in short or len(short) < len(written)) and orjson.loads(short) != value:
        return rfc8785.dumps(value)  # null stood for NaN, or `.0` in a string
    return short


def digest(value: Any) -> str:
    """SHA-256 of the canonical bytes, 64 hex digits."""
    return hashlib.sha256(canonical(value)).hexdigest()


def _is_otherwise(written: bytes) -> bool:
    """Whether orjson's text may not be canonical: an exponent, a negative zero, keys in another order."""
    if _EXPONENT.search(written) or b"-0.0" in written:
        return True
    return not written.isascii() and bool(_ABOVE_BMP.search(written) and _END_OF_BMP.search(written))
