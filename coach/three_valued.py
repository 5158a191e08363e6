"""CEL conditions over facts that may be unknown (key absent) or not apply (None): true, false or undecidable.

A condition joins comparisons, lists, arithmetic, the functions of `_FUNCTIONS` and `_METHODS` and the macros over
lists by `&&`, `||` and `!`. Every comparison with None is false before any negation, `!=` included (only a literal
`null` may be compared with); a list that does not apply is empty. Every number is a double. A bool that may be None
is compared `== true`. Knows the types of the catalogue's fields; knows no rule.
"""

import ast
import itertools
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from coach import cel
from coach.errors import InputError
from coach.profile.catalogue import catalogue

Facts = Mapping[str, object]
Compute = Callable[[Facts], Any]

_UNKNOWN: Final = object()
_MAY_HOLD = "conditions hold comparisons, lists, + - * /, size, contains, exists, all and filter, joined by && || and !"
_NOTHING: dict[str, object] = {"list": (), "minutes_by_day": {}}
"""What a field of this type holds where it does not apply; None for the others."""


@dataclass(frozen=True, slots=True, eq=False)
class Condition:
    """A compiled condition. `names`: the facts it reads; `literals`: the numbers and texts written in it; `parts`:
    what `&&`, `||` or `!` joins, empty for a single comparison."""

    text: str
    names: frozenset[str]
    literals: tuple[str | float, ...]
    parts: tuple["Condition", ...]
    compute: Compute

    def value(self, facts: Facts) -> bool | None:
        """None where a name that is not a key of `facts` would decide; `InputError` where types do not fit."""
        try:
            found = self.compute(facts)
        except (TypeError, ValueError, ArithmeticError) as error:
            raise InputError(f"{self.text!r} cannot be judged: {error}") from error
        if found is _UNKNOWN:
            return None
        if found is True or found is False:
            return bool(found)
        raise InputError(f"{self.text!r} gives {found!r}; a condition must be true or false")

    def comparisons(self) -> tuple["Condition", ...]:
        """The parts that no `&&`, `||` or `!` divides further."""
        return tuple(each for part in self.parts for each in part.comparisons()) if self.parts else (self,)

    def open_names(self, facts: Facts) -> frozenset[str]:
        """The names wanting in `facts` that can still decide the condition; empty once it is decided."""
        if self.value(facts) is not None:
            return frozenset()
        if not self.parts:
            return self.names - facts.keys()
        return frozenset(name for part in self.parts for name in part.open_names(facts))


@cache
def compile_condition(text: str) -> Condition:
    """Compile `text`; raise `InputError` on bad syntax and on what conditions may not use."""
    try:
        return _condition(cel.parse(text), text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{text!r} is not a condition: {error}") from error


def _condition(node: ast.expr, text: str) -> Condition:
    joined: list[ast.expr] = node.values if isinstance(node, ast.BoolOp) else []
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
        joined = [node.operand]
    if not joined:
        return Condition(text, cel.names_of(node), _literals(node), (), _built(node))
    parts = tuple(_condition(part, text) for part in joined)
    names = frozenset(name for part in parts for name in part.names)
    return Condition(text, names, tuple(each for part in parts for each in part.literals), parts, _built(node))


def _literals(node: ast.expr) -> tuple[str | float, ...]:
    written = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)]
    return tuple(each for each in written if isinstance(each, str | int | float) and not isinstance(each, bool))


def _built(node: ast.expr) -> Compute:
    build = _BUILD.get(type(node))
    if build is None:
        raise ValueError(_MAY_HOLD)
    return build(node)


def _constant(node: ast.Constant) -> Compute:
    value = node.value
    return lambda _: value


def _name(node: ast.Name) -> Compute:
    name, field = node.id, catalogue().fields.get(node.id)
    nothing = _NOTHING.get(field.type) if field else None

    def compute(facts: Facts) -> object:
        value = facts.get(name, _UNKNOWN)
        return nothing if value is None else value

    return compute


def _list(node: ast.List) -> Compute:
    if all(isinstance(each, ast.Constant) for each in node.elts):
        constants = tuple(each.value for each in node.elts if isinstance(each, ast.Constant))
        return lambda _: constants
    return _of(node.elts, lambda *values: values)


def _of(nodes: Iterable[ast.expr], calculate: Callable[..., object]) -> Compute:
    """`calculate` of the values of `nodes`; unknown where one is, else None where one does not apply."""
    parts = [_built(node) for node in nodes]

    def compute(facts: Facts) -> object:
        values = [part(facts) for part in parts]
        if _UNKNOWN in values:
            return _UNKNOWN
        return None if None in values else calculate(*values)

    return compute


def _settled(values: Iterable[object], *, settling: bool) -> object:
    """The or of `values` where `settling` is true, the and where it is false; unknown where an unknown one decides."""
    found: object = not settling
    for value in values:
        if value is settling:
            return settling
        if value is _UNKNOWN:
            found = value
        elif not isinstance(value, bool):
            raise TypeError(f"{value!r} is neither true nor false")
    return found


def _joined(node: ast.BoolOp) -> Compute:
    parts, settling = [_built(value) for value in node.values], isinstance(node.op, ast.Or)
    return lambda facts: _settled((part(facts) for part in parts), settling=settling)


def _not(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither true nor false")
    return not value


def _compared(node: ast.Compare) -> Compute:
    if len(node.ops) > 1:
        raise ValueError("of two comparisons in a row one must stand in brackets")
    test, sides = _TESTS.get(type(node.ops[0])), (node.left, node.comparators[0])
    if test is None:
        raise ValueError(_MAY_HOLD)
    left, right = (_built(side) for side in sides)
    with_null = any(isinstance(side, ast.Constant) and side.value is None for side in sides)

    def compute(facts: Facts) -> object:
        first, second = left(facts), right(facts)
        if (first is None or second is None) and not with_null:
            return False
        return _UNKNOWN if first is _UNKNOWN or second is _UNKNOWN else test(first, second)

    return compute


def _in(item: object, items: object) -> bool:
    if not isinstance(items, tuple):
        raise TypeError(f"{items!r} is no list")
    return item in items


def _calculated(node: ast.BinOp) -> Compute:
    calculate = _SIGNS.get(type(node.op))
    if calculate is None:
        raise ValueError(_MAY_HOLD)
    return _of([node.left, node.right], calculate)


def _called(node: ast.Call) -> Compute:
    table, name, values = _FUNCTIONS, getattr(node.func, "id", ""), node.args
    if isinstance(node.func, ast.Attribute):
        table, name, values = _METHODS, node.func.attr, [node.func.value, *node.args]
    if name in cel.MACROS and table is _METHODS:
        return _macro(name, values)
    if name not in table:
        raise ValueError(f"there is no function {name}")
    count, calculate = table[name]
    if len(values) != count:
        raise ValueError(f"{name} takes {count} values, not {len(values)}")
    return _of(values, calculate)


def _macro(name: str, values: list[ast.expr]) -> Compute:
    if len(values) != 3 or not isinstance(values[1], ast.Name):  # noqa: PLR2004 (a list, a variable, a test)
        raise ValueError(f"{name} takes a variable and a test")
    listed, variable, test = _built(values[0]), values[1].id, _built(values[2])
    gather = _MACROS[name]

    def compute(facts: Facts) -> object:
        items = listed(facts)
        if items is _UNKNOWN:
            return items
        if not isinstance(items, tuple):
            raise TypeError(f"{items!r} is no list")
        return gather(items, (test({**facts, variable: item}) for item in items)) if items else gather((), ())

    return compute


def _picked(items: Iterable[object], tests: Iterable[object]) -> object:
    found = list(tests)
    return _UNKNOWN if _UNKNOWN in found else tuple(itertools.compress(items, found))


_BUILD: dict[type[ast.expr], Callable[[Any], Compute]] = {
    ast.BoolOp: _joined, ast.Compare: _compared, ast.BinOp: _calculated, ast.Call: _called, ast.Name: _name,
    ast.Constant: _constant, ast.List: _list,
    ast.UnaryOp: lambda node: _of([node.operand], _not if isinstance(node.op, ast.Invert) else operator.neg),
}  # fmt: skip
_TESTS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.In: _in,
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
_SIGNS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
}  # fmt: skip
_FUNCTIONS: dict[str, tuple[int, Callable[..., object]]] = {"size": (1, len), "double": (1, float)}
"""How many values it takes, and what is made of them; of `_METHODS`, the one in front of the dot is the first."""
_METHODS: dict[str, tuple[int, Callable[..., object]]] = {
    "size": (1, len), "contains": (2, str.__contains__),
    "startsWith": (2, str.startswith), "endsWith": (2, str.endswith),
}  # fmt: skip
_MACROS: dict[str, Callable[[Iterable[object], Iterable[object]], object]] = {
    "exists": lambda _, tests: _settled(tests, settling=True),
    "all": lambda _, tests: _settled(tests, settling=False),
    "filter": _picked,
}
