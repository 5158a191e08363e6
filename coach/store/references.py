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

from coach.canonical_json import canonical, joined, number
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

    def pack(self, value: Json, written: bytes, *, is_plain: bool = False) -> Packed:
        """`value`, whose canonical bytes are `written`, with references to all of its parts that were packed before.

        `is_plain`: orjson writes these bytes of it, and so the canonical form of every part.
        """
        write = _fast if is_plain else canonical
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
            return [
                self._part(each, write)
                if type(each) in _COMPOUND or (type(each) is str and len(each) >= MIN_SIZE)
                else each
                for each in value
            ]
        written = write(value) if type(value) is dict else _text(value)
        if len(written) >= MIN_SIZE:
            found = hashlib.sha256(written).hexdigest()
            name = found[:ID_DIGITS]
            if self._hashes.get(name) == found:
                return {SAME: name}
            self._hashes.setdefault(name, found)
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
    return tuple([unpacker.object(value)[0] for value in values])


_Read = tuple[Any, Any]
"""A value without references, and what stands for it in `joined`, so that each object is written once. (A plain tuple,
since a session makes thousands of them.)"""


class _Unpacker:
    def __init__(self) -> None:
        self._known: dict[str, _Read] = {}
        self._keys: dict[tuple[str, ...], None] = {}
        self._in_order: list[tuple[str, ...]] = []

    def object(self, value: Json, *, is_counted: bool = False) -> _Read:
        """An object that has its keys. `is_counted`: a later one may be written without them."""
        names = sorted(value)
        keys = tuple(
            names if "$$" not in "".join(names) else [name[1:] if name[:2] == "$$" else name for name in names]
        )
        if is_counted and len(keys) >= MIN_KEYS and keys not in self._keys:
            self._keys[keys] = None
            self._in_order.append(keys)
        return self._of(keys, [value[name] for name in names])

    def _of(self, keys: tuple[str, ...], parts: Iterable[Any]) -> _Read:
        values, written = self._list(parts)
        return dict(zip(keys, values, strict=True)), dict(zip(keys, written, strict=True))

    def _list(self, parts: Iterable[Any]) -> _Read:
        values, all_written = [], []
        for part in parts:
            value = written = part
            kind = type(part)
            if kind is dict:
                value, written = self._dict(part)
            elif kind is list:
                value, written = self._list(part)
            elif kind is str and len(part) >= MIN_SIZE:
                value, written = self._named(part, _text(part))
            elif kind is float:
                written = number(part)
            values.append(value)
            all_written.append(written)
        return values, all_written

    def _dict(self, value: Json) -> _Read:
        if SAME in value:
            return self._referred(value)
        found, parts = self._with_keys(value) if AS in value else self.object(value, is_counted=True)
        return self._named(found, joined(parts))

    def _named(self, value: Any, written: bytes) -> _Read:
        found = value, orjson.Fragment(written)
        if len(written) >= MIN_SIZE:
            self._known.setdefault(hashlib.sha256(written).hexdigest()[:ID_DIGITS], found)
        return found

    def _referred(self, value: Json) -> _Read:
        name = value[SAME]
        if len(value) > 1 or not isinstance(name, str) or name not in self._known:
            raise InputError(f"the stored session refers to {name!r}, which does not come before it")
        return self._known[name]

    def _with_keys(self, value: Json) -> _Read:
        row = value[AS]
        if len(value) == 1 and type(row) is list and row and type(row[0]) is int and 0 <= row[0] < len(self._in_order):
            keys = self._in_order[row[0]]
            if len(row) == len(keys) + 1:
                return self._of(keys, row[1:])
        raise InputError(f"the stored session refers to the keys of {value!r:.60}, which do not come before it")


def _text(value: str) -> bytes:
    try:
        return orjson.dumps(value)
    except TypeError:
        return canonical(value)


def _fast(value: Any) -> bytes:
    """Canonical for most values, but for some floats and keys."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
