"""Canonical JSON (RFC 8785): one value, one sequence of bytes. What is hashed is written here.

orjson writes it and this module rewrites the numbers that orjson writes in another form. `rfc8785` is left with keys
that sort otherwise in UTF-16, and with what is no JSON. `tests/coach/test_canonical_json.py` holds the two together.
"""

import hashlib
import re
from functools import lru_cache
from typing import Any, NamedTuple

import orjson
import rfc8785

_OPTIONS = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER | orjson.OPT_PASSTHROUGH_DATETIME
_STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_END = rb"(?=[,\]}]|$)"
_NUMBER = rb"-?\d+(?:\.0" + _END + rb"|(?:\.\d+)?e[-+]?\d+)"
"""A number that RFC 8785 writes otherwise: a whole float, or one with an exponent."""
_WHOLE = re.compile(rb"\.0" + _END)
_EXPONENT = re.compile(rb"e[-+]\d+" + _END)
"""Both match inside strings too."""
_NUMBERS = re.compile(rb"((?:" + _STRING + rb'|[^"\d-]++|(?!' + _NUMBER + rb")[\d.e+-]++)*+)(" + _NUMBER + rb"|\Z)")
"""Everything up to the next such number, strings whole, then the number; at last the rest and nothing."""
_KEYS = re.compile(_STRING + rb"(:?)")
_ABOVE_BMP, _END_OF_BMP = re.compile(rb"[\xf0-\xf4]"), re.compile(rb"[\xee\xef]")
"""Lead bytes in UTF-8. Only keys with both kinds of characters sort otherwise in UTF-16, as RFC 8785 wants it."""

_PLAIN = 1e-4, 1e15
"""Between them orjson writes floats as RFC 8785 does, but for whole ones."""


def canonical(value: Any) -> bytes:
    """The canonical bytes of a JSON value; `ValueError` for what is none.

    Refused are NaN, infinities, whole numbers from 2**53 on, lone surrogates, and keys that are no strings.
    """
    return canonical_form(value).written


class Form(NamedTuple):
    """A value's canonical bytes. `plain`: the value that orjson writes them of, whole numbers as integers; None where
    orjson writes other bytes."""

    written: bytes
    plain: Any


def canonical_form(value: Any) -> Form:
    """`canonical` of a value, with its plain form: `value` itself where nothing had to be changed."""
    try:
        written = orjson.dumps(value, option=_OPTIONS)
    except (TypeError, ValueError):
        return Form(rfc8785.dumps(value), None)
    if not written.isascii() and _may_sort_otherwise(written):
        return Form(rfc8785.dumps(value), None)
    short = _WHOLE.sub(b"", written) if b".0" in written else written
    if b"null" in written or short is not written:
        read = orjson.loads(short)
        if read != value:
            return Form(_by_number(value, written), None)  # null stands for NaN, or `.0` in a string
        value = value if short is written else read
    odd = (short is not written and b"-0.0" in written) or (
        (b"e-" in written or b"e+" in written) and _EXPONENT.search(written)
    )
    return Form(_NUMBERS.sub(_rewritten, written), None) if odd else Form(short, value)


def joined(parts: dict[str, Any]) -> bytes:
    """The canonical bytes of an object, given its parts in the order of their keys: floats as `number` gives them, what
    was written before as an `orjson.Fragment` of its canonical bytes, the others as they are."""
    try:
        written = orjson.dumps(parts, option=orjson.OPT_STRICT_INTEGER)
    except TypeError as error:
        raise ValueError(str(error)) from error
    if not written.isascii() and _may_sort_otherwise(written):
        in_order = sorted(parts.items(), key=lambda part: part[0].encode("utf-16-be"))
        return orjson.dumps(dict(in_order), option=orjson.OPT_STRICT_INTEGER)
    return written


def number(value: float) -> float | orjson.Fragment:
    """What stands for a float in `joined`; `ValueError` for one that is not finite."""
    if _PLAIN[0] < abs(value) < _PLAIN[1]:
        return int(value) if value.is_integer() else value
    return orjson.Fragment(canonical(value))


def _by_number(value: Any, written: bytes) -> bytes:
    """Numbers rewritten one by one; by the reference where null stands for NaN."""
    if b"null" in written and orjson.loads(written) != value:
        return rfc8785.dumps(value)
    outside = b"".join(written.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')[::2])
    odd = _WHOLE.search(outside) or _EXPONENT.search(outside)
    return _NUMBERS.sub(_rewritten, written) if odd else written


def _rewritten(found: re.Match[bytes]) -> bytes:
    return found[1] + _number(found[2])


def digest(value: Any) -> str:
    """SHA-256 of the canonical bytes, 64 hex digits."""
    return hashlib.sha256(canonical(value)).hexdigest()


@lru_cache(maxsize=4096)
def _number(written: bytes) -> bytes:
    """The canonical form of one float; of nothing, nothing."""
    return rfc8785.dumps(float(written)) if written else b""


def _may_sort_otherwise(written: bytes) -> bool:
    """Whether the keys hold characters above U+FFFF and others from U+E000 up to it."""
    if not (_ABOVE_BMP.search(written) and _END_OF_BMP.search(written)):
        return False
    keys = b"".join(found.group() for found in _KEYS.finditer(written) if found[1])
    return bool(_ABOVE_BMP.search(keys) and _END_OF_BMP.search(keys))
