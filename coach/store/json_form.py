"""How a model wrote the JSON of its answers, which canonical JSON does not keep: the order of keys, and 16.0 for 16.

The Messages API takes a thinking block back only behind what the model wrote before it, so each answer is read back as
it was written. A model keeps to one form nearly always, so a session stores what changes of it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import orjson

Json = dict[str, Any]
_LARGEST = 2**53
"""Whole numbers from here on are no integers in canonical JSON."""
_FORMLESS = frozenset({str, bool, type(None)})
"""Types of values that are written in one way only."""


class JsonForm:
    """The form of a session's answers up to one of them.

    `orders`: in which order an object has its keys, for each set of keys that it may have; else they are sorted.
    `floats`: the keys under which whole numbers are floats.
    """

    def __init__(self) -> None:
        self._orders: dict[frozenset[str], tuple[str, ...]] = {}
        self._floats: dict[str, bool] = {}

    def store(self, content: Iterable[Json]) -> Json:
        """The fields `content` and, where it changes, `form` of the stored event of an answer.

        A block that is written in two forms stands in `content` as its own JSON text.
        """
        blocks = list(content)
        if all(map(self._is_as_before, blocks)):
            return {"content": blocks}
        orders, floats = _forms(blocks)
        changed = {
            "orders": [list(order) for keys, order in orders.items() if self._order(keys) != order],
            "floats": {
                name: is_float for name, is_float in floats.items() if self._floats.get(name, False) != is_float
            },
        }
        form = {name: changes for name, changes in changed.items() if changes}
        self._change(form)
        stored = [
            block if self._is_as_before(block) or self._is_written_so(block) else orjson.dumps(block).decode()
            for block in blocks
        ]
        return {"content": stored, **({"form": form} if form else {})}

    def read(self, content: Sequence[Any], form: Json) -> list[Any]:
        """The blocks as the model wrote them; what is stored is `content`, with the changes in `form`."""
        self._change(form)
        return [orjson.loads(block) if isinstance(block, str) else self._written(block) for block in content]

    def _order(self, keys: frozenset[str]) -> tuple[str, ...]:
        return self._orders.get(keys) or tuple(sorted(keys))

    def _change(self, form: Json) -> None:
        self._orders |= {frozenset(order): tuple(order) for order in form.get("orders", ())}
        self._floats |= form.get("floats", {})

    def _is_as_before(self, value: Any, name: str = "") -> bool:
        """Whether the form so far is that of `value` throughout; False also where that takes a closer look."""
        if type(value) is dict:
            if tuple(value) != self._order(frozenset(value)):
                return False
            return all(type(each) in _FORMLESS or self._is_as_before(each, key) for key, each in value.items())
        if type(value) is list:
            return all(type(each) in _FORMLESS or self._is_as_before(each, name) for each in value)
        if not _is_whole(value):
            return True
        return (type(value) is float) is self._floats.get(name, False) and 0 < abs(value) < _LARGEST

    def _is_written_so(self, block: Json) -> bool:
        return orjson.dumps(self._written(block)) == orjson.dumps(block)

    def _written(self, value: Any, name: str = "") -> Any:
        if type(value) is dict:
            return {
                key: each if type(each := value[key]) in _FORMLESS else self._written(each, key)
                for key in self._order(frozenset(value))
            }
        if type(value) is list:
            return [each if type(each) in _FORMLESS else self._written(each, name) for each in value]
        if not _is_whole(value):
            return value
        whole = int(value)  # of -0.0 canonical JSON keeps the nought alone
        return float(whole) if self._floats.get(name, False) or abs(whole) >= _LARGEST else whole


def _forms(blocks: Iterable[Json]) -> tuple[dict[frozenset[str], tuple[str, ...]], dict[str, bool]]:
    """The order of each set of keys, and whether the whole numbers under a key are floats."""
    orders: dict[frozenset[str], tuple[str, ...]] = {}
    floats: dict[str, bool] = {}
    for name, value in _inside(blocks):
        if type(value) is dict:
            orders[frozenset(value)] = tuple(value)
        elif _is_whole(value):
            floats[name] = type(value) is float
    return orders, floats


def _inside(blocks: Iterable[Json]) -> Iterator[tuple[str, Any]]:
    """The blocks and every value inside them, with the key that it stands under."""
    left: list[tuple[str, Any]] = [("", block) for block in blocks]
    while left:
        name, value = left.pop()
        yield name, value
        if type(value) is dict:
            left += value.items()
        elif type(value) is list:
            left += [(name, each) for each in value]


def _is_whole(value: Any) -> bool:
    return type(value) is int or (type(value) is float and value.is_integer())
