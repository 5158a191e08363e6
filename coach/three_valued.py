"""CEL conditions over facts that may be unknown (key absent) or not apply (None): true, false or undecidable.

Every comparison with None is false before any negation, `!=` included (only a literal `null` may be compared
with); a list that does not apply is empty. Numbers are doubles: write `x * 2.0` in arithmetic. A bool that may
be None is compared `== true`. Knows the types of the catalogue's fields; knows no rule.
"""

import itertools
import math
import re
import sys
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from coach.errors import InputError
from coach.profile.catalogue import catalogue

# The package imports its own command line, and with it a terminal toolkit, at ten times its own cost.
sys.modules.setdefault("cel.cli", ModuleType("cel.cli"))
import cel  # noqa: E402 (after the line above)

_TOKEN = re.compile(
    r"""(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?P<name>[A-Za-z_]\w*)|(?P<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"""
    r"""|(?P<sign>&&|\|\||<=|>=|==|!=|[-+*/%<>?:,.!()\[\]{}])|(?P<space>\s+)|(?P<other>.)""",
    re.DOTALL,
)
_GUARDED = frozenset({"<", "<=", ">", ">=", "!="})
_BOUNDARIES = frozenset({"&&", "||", "?", ":", ",", "<", "<=", ">", ">=", "==", "!=", "in"})
_WORDS = frozenset({"true", "false", "null", "in"})
_BINDERS = frozenset({"exists", "exists_one", "all", "filter", "map"})
_FUNCTIONS = _BINDERS | {"size", "double", "int", "string", "startsWith", "endsWith", "contains", "matches"}
_UNDEFINED = re.compile(r"^Undefined variable or function: '(\w+)'")


class _Token(NamedTuple):
    kind: str
    text: str


class Facts:
    """A context made ready once, to be judged by many conditions."""

    def __init__(self, context: Mapping[str, object]) -> None:
        self.names = context.keys()
        self.values = cel.Context(_ready(self.names, context))


class Condition:
    """A compiled condition. `names` are the facts that it reads."""

    def __init__(self, text: str) -> None:
        tokens = [_Token(str(m.lastgroup), m.group()) for m in _TOKEN.finditer(text) if m.lastgroup != "space"]
        self.text = text
        self.names = frozenset(_free_names(tokens))
        _refuse_unknown_functions(tokens, text)
        try:
            cel.compile(text)  # so that a syntax error speaks of what was written, not of its guarded form
            self._program = cel.compile(_guarded(tokens))
        except ValueError as error:
            raise InputError(f"{text!r} is not a condition: {_first_line(error)}") from error

    def value(self, context: Mapping[str, object] | Facts) -> bool | None:
        """True, False, or None where a name that is not a key of `context` would decide."""
        if isinstance(context, Facts):
            names, values = context.names, context.values
        else:
            names, values = context.keys(), cel.Context(_ready(self.names & context.keys(), context))
        try:
            found = self._program.execute(values)
        except RuntimeError as error:
            undefined = _UNDEFINED.match(str(error))
            if undefined and undefined.group(1) in self.names - names:
                return None
            raise InputError(f"{self.text!r} cannot be judged: {_first_line(error)}") from error
        except (TypeError, ValueError, LookupError, ArithmeticError) as error:
            raise InputError(f"{self.text!r} cannot be judged: {_first_line(error)}") from error
        if not isinstance(found, bool):
            raise InputError(f"{self.text!r} gives {found!r}; a condition must be true or false")
        return found


@cache
def compile_condition(text: str) -> Condition:
    """Compile `text`; raise `InputError` on bad syntax and on functions that conditions may not use."""
    return Condition(text)


def _ready(names: AbstractSet[str], context: Mapping[str, object]) -> dict[str, Any]:
    return {name: _for_cel(name, context[name]) for name in names}


@cache
def _null_of(name: str) -> object:
    field = catalogue().fields.get(name)
    kinds: dict[str, object] = {"int": math.nan, "number": math.nan, "list": [], "minutes_by_day": {}}
    return kinds.get(field.type) if field else None


def _for_cel(name: str, value: object) -> object:
    if value is None:
        return _null_of(name)
    if isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return list(value) if isinstance(value, tuple | frozenset | set) else value


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


def _free_names(tokens: list[_Token]) -> Iterator[str]:
    """Identifiers that are neither functions, members, words of the language nor bound by a macro."""
    bound: list[tuple[str, int]] = []
    depth = 0
    for i, token in enumerate(tokens):
        before = tokens[i - 1].text if i else ""
        after = tokens[i + 1].text if i + 1 < len(tokens) else ""
        if token.text in {"(", "[", "{"}:
            depth += 1
            if token.text == "(" and before in _BINDERS and i + 1 < len(tokens):
                bound.append((after, depth))
        elif token.text in {")", "]", "}"}:
            bound = [(name, at) for name, at in bound if at < depth]
            depth -= 1
        elif token.kind == "name" and before != "." and after != "(" and not _taken(token.text, bound):
            yield token.text


def _taken(name: str, bound: list[tuple[str, int]]) -> bool:
    return name in _WORDS or any(name == variable for variable, _ in bound)


def _refuse_unknown_functions(tokens: list[_Token], text: str) -> None:
    for token, after in itertools.pairwise(tokens):
        if token.kind == "name" and after.text == "(" and token.text not in _FUNCTIONS | _WORDS:
            raise InputError(f"{text!r} is not a condition: there is no function {token.text}")


def _guarded(tokens: list[_Token]) -> str:
    """The same condition with each `<`-like comparison made false where an operand does not apply.

    CEL itself raises a type error for null and for NaN, which would be taken for a mistake in the rule.
    """
    parts = [token.text for token in tokens]
    before: dict[int, str] = {}
    after: dict[int, str] = {}
    for i, token in enumerate(tokens):
        if token.text not in _GUARDED:
            continue
        start, end = _operand(tokens, i, -1), _operand(tokens, i, +1)
        left, right = parts[start:i], parts[i + 1 : end + 1]
        if ["null"] in (left, right):
            continue
        guards = [_applies(" ".join(side)) for side in (left, right) if _may_be_null(side)]
        before[start] = "(" + "".join(f"{guard} && " for guard in guards) + before.get(start, "")
        after[end] = after.get(end, "") + ")"
    return " ".join(before.get(i, "") + part + after.get(i, "") for i, part in enumerate(parts))


def _applies(operand: str) -> str:
    return f"{operand} == {operand} && {operand} != null"


def _may_be_null(operand: list[str]) -> bool:
    return any(part[0].isalpha() and part not in _WORDS for part in operand)


def _operand(tokens: list[_Token], at: int, step: int) -> int:
    """The index of the far end of the operand on one side of the comparison at `at`."""
    depth, i = 0, at + step
    opening = {"(", "[", "{"} if step > 0 else {")", "]", "}"}
    closing = {")", "]", "}"} if step > 0 else {"(", "[", "{"}
    while 0 <= i < len(tokens):
        text = tokens[i].text
        if text in opening:
            depth += 1
        elif text in closing:
            if depth == 0:
                break
            depth -= 1
        elif depth == 0 and text in _BOUNDARIES:
            break
        i += step
    return i - step
