"""A value is stored once a session: where it stands again, a reference takes its place. JSON only; knows no event.

A reference is `{"$same": ID}`; the id is the first 6 hex digits of the SHA-256 of the value's canonical JSON. Strings
of at least 32 characters and objects of at least 32 bytes are referred to. A key of the value's own that begins with
`$` gets another `$`.
"""

import hashlib
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import orjson

from coach.canonical_json import canonical
from coach.errors import InputError

__all__ = ["Packed", "Packer", "unpack"]

Json = dict[str, Any]
SAME = "$same"
MIN_SIZE = 32
ID_DIGITS = 6
Write = Callable[[Any], bytes]
_COMPOUND = frozenset({dict, list})


class Packed(NamedTuple):
    """A value with references, and its canonical bytes."""

    value: Json
    written: bytes


class Packer:
    """Packs the objects of one session, in order."""

    def __init__(self) -> None:
        self._hashes: dict[str, str] = {}  # id to the hash of the value that it stands for

    def pack(self, value: Json, written: bytes) -> Packed:
        """`value`, whose canonical bytes are `written`, with references to all of its parts that were packed before."""
        # Where the fast writer has the canonical form of the whole, it has that of every part.
        write = _fast if _fast(value) == written else canonical
        packed = self._object(value, write)
        return Packed(packed, written if packed == value else write(packed))

    def _object(self, value: Json, write: Write) -> Json:
        packed = {}
        for key in sorted(value):
            part = value[key]
            if type(part) in _COMPOUND or (type(part) is str and len(part) >= MIN_SIZE):
                part = self._part(part, write)
            packed[f"${key}" if key[:1] == "$" else key] = part
        return packed

    def _part(self, value: Any, write: Write) -> Any:
        if type(value) is list:
            return [self._part(each, write) for each in value]
        found = _hash(value, write)
        if found is not None:
            if self._hashes.get(found[:ID_DIGITS]) == found:
                return {SAME: found[:ID_DIGITS]}
            self._hashes.setdefault(found[:ID_DIGITS], found)
        return self._object(value, write) if type(value) is dict else value


def unpack(values: Iterable[Json]) -> tuple[Json, ...]:
    """What was packed, in order; `InputError` where a reference leads nowhere."""
    known: dict[str, Any] = {}
    return tuple({_unescaped(key): _unpacked(value[key], known) for key in sorted(value)} for value in values)


def _unpacked(value: Any, known: dict[str, Any]) -> Any:
    if isinstance(value, list):
        return [_unpacked(each, known) for each in value]
    if isinstance(value, dict):
        if SAME in value:
            return _referred(value, known)
        value = {_unescaped(key): _unpacked(value[key], known) for key in sorted(value)}
    if (found := _hash(value)) is not None:
        known.setdefault(found[:ID_DIGITS], value)
    return value


def _referred(value: Json, known: dict[str, Any]) -> Any:
    name = value[SAME]
    if len(value) > 1 or not isinstance(name, str) or name not in known:
        raise InputError(f"the stored session refers to {name!r}, which does not come before it")
    return known[name]


def _hash(value: Any, write: Write = canonical) -> str | None:
    """The hash of a text or an object that is large enough to be referred to."""
    if not (isinstance(value, dict) or (isinstance(value, str) and len(value) >= MIN_SIZE)):
        return None
    written = write(value)
    return hashlib.sha256(written).hexdigest() if len(written) >= MIN_SIZE else None


def _fast(value: Any) -> bytes:
    """Canonical for most values, but for some floats and keys."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def _unescaped(key: str) -> str:
    return key[1:] if key.startswith("$$") else key
