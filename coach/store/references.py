"""A value is stored once a session: where it stands again, a reference takes its place. JSON only; knows no event.

A reference is `{"$same": ID}`; the id is the first 6 hex digits of the SHA-256 of the value's canonical JSON. Strings
of at least 32 characters and objects of at least 32 bytes are referred to. A key of the value's own that begins with
`$` gets another `$`.
"""

import hashlib
from collections.abc import Iterable
from typing import Any

from coach.canonical_json import canonical
from coach.errors import InputError

__all__ = ["Packer", "unpack"]

Json = dict[str, Any]
SAME = "$same"
MIN_SIZE = 32
ID_DIGITS = 6


class Packer:
    """Packs the objects of one session, in order."""

    def __init__(self) -> None:
        self._hashes: dict[str, str] = {}  # id to the hash of the value that it stands for

    def pack(self, value: Json) -> Json:
        """`value` with references to all of its parts that were packed before, by this or an earlier call."""
        return {f"${key}" if key[:1] == "$" else key: self._packed(value[key]) for key in sorted(value)}

    def _packed(self, value: Any) -> Any:
        kind = type(value)
        if kind is list:
            return [self._packed(each) for each in value]
        if (kind is str and len(value) >= MIN_SIZE) or kind is dict:
            found = _hash(value)
            if found and self._hashes.get(found[:ID_DIGITS]) == found:
                return {SAME: found[:ID_DIGITS]}
            if found:
                self._hashes.setdefault(found[:ID_DIGITS], found)
        return self.pack(value) if kind is dict else value


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
    if isinstance(value, str | dict) and (found := _hash(value)) is not None:
        known.setdefault(found[:ID_DIGITS], value)
    return value


def _referred(value: Json, known: dict[str, Any]) -> Any:
    name = value[SAME]
    if len(value) > 1 or not isinstance(name, str) or name not in known:
        raise InputError(f"the stored session refers to {name!r}, which does not stand before")
    return known[name]


def _hash(value: str | Json) -> str | None:
    """The hash of a value that is large enough to be referred to."""
    if isinstance(value, str) and len(value) < MIN_SIZE:
        return None
    written = canonical(value)
    return hashlib.sha256(written).hexdigest() if len(written) >= MIN_SIZE else None


def _unescaped(key: str) -> str:
    return key[1:] if key.startswith("$$") else key
