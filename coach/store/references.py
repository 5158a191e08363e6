"""A value is stored once a session: where it stands again, a reference takes its place. JSON only; knows no event.

A reference is `{"$same": ID}`; the id is the first 6 hex digits of the SHA-256 of the value's canonical JSON. Strings
of at least 32 characters and objects of at least 32 bytes are referred to. An object of at least 3 keys that an earlier
one had too is written without them: `{"$as": [N, VALUES...]}`, where N counts the sets of keys from 0 in the order of
their first objects, and the values come in the order of the sorted keys. A key of the value's own that begins with `$`
gets another `$`.
"""

import hashlib
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import orjson

from coach.canonical_json import canonical
from coach.errors import InputError

Json = dict[str, Any]
SAME, AS = "$same", "$as"
MIN_SIZE, MIN_KEYS = 32, 3
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
        self._keys: dict[tuple[str, ...], int] = {}

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
        return self._keyless(value, write) if type(value) is dict else value

    def _keyless(self, value: Json, write: Write) -> Json:
        """`value` with references, and without its keys where an earlier object had the same."""
        if len(value) < MIN_KEYS:
            return self._object(value, write)
        keys, new = tuple(sorted(value)), len(self._keys)
        number = self._keys.setdefault(keys, new)
        packed = self._object(value, write)
        return packed if number == new else {AS: [number, *packed.values()]}


def unpack(values: Iterable[Json]) -> tuple[Json, ...]:
    """What was packed, in order; `InputError` where a reference leads nowhere."""
    unpacker = _Unpacker()
    return tuple(map(unpacker.object, values))


class _Unpacker:
    def __init__(self) -> None:
        self._known: dict[str, Any] = {}
        self._keys: dict[tuple[str, ...], None] = {}
        self._in_order: list[tuple[str, ...]] = []

    def object(self, value: Json) -> Json:
        unpacked = {}
        for key in sorted(value):
            part = value[key]
            if type(part) in _COMPOUND or (type(part) is str and len(part) >= MIN_SIZE):
                part = self._part(part)
            unpacked[key[1:] if key[:2] == "$$" else key] = part
        return unpacked

    def _part(self, value: Any) -> Any:
        if type(value) is list:
            return [
                self._part(each) if type(each) in _COMPOUND or (type(each) is str and len(each) >= MIN_SIZE) else each
                for each in value
            ]
        if type(value) is str:
            written = _text(value)
        else:
            if SAME in value:
                return self._referred(value)
            value = self._with_keys(value) if AS in value else self._with_its_own(value)
            written = canonical(value)
            if len(written) < MIN_SIZE:
                return value
        self._known.setdefault(hashlib.sha256(written).hexdigest()[:ID_DIGITS], value)
        return value

    def _referred(self, value: Json) -> Any:
        name = value[SAME]
        if len(value) > 1 or not isinstance(name, str) or name not in self._known:
            raise InputError(f"the stored session refers to {name!r}, which does not come before it")
        return self._known[name]

    def _with_its_own(self, value: Json) -> Json:
        if len(value) >= MIN_KEYS:
            keys = tuple(sorted(key[1:] if key[:2] == "$$" else key for key in value))
            if keys not in self._keys:
                self._keys[keys] = None
                self._in_order.append(keys)
        return self.object(value)

    def _with_keys(self, value: Json) -> Json:
        match value:
            case {"$as": [int(number), *parts], **others} if not others and 0 <= number < len(self._in_order):
                keys = self._in_order[number]
                if len(keys) == len(parts):
                    return dict(zip(keys, self._part(parts), strict=True))
        raise InputError(f"the stored session refers to the keys of {value!r:.60}, which do not come before it")


def _hash(value: Any, write: Write = canonical) -> str | None:
    """The hash of a text or an object that is large enough to be referred to."""
    if type(value) is str:
        return hashlib.sha256(_text(value)).hexdigest() if len(value) >= MIN_SIZE else None
    if type(value) is not dict:
        return None
    written = write(value)
    return hashlib.sha256(written).hexdigest() if len(written) >= MIN_SIZE else None


def _text(value: str) -> bytes:
    try:
        return orjson.dumps(value)
    except TypeError:
        return canonical(value)


def _fast(value: Any) -> bytes:
    """Canonical for most values, but for some floats and keys."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
