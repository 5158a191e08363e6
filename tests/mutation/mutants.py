"""Small changes of a module's code, one at a time, put in the place of the loaded code. Writes no file, runs no test.

Changed are the bodies of functions and the values of module-level names; not default values, annotations, decorators,
class bodies and f-strings.
"""

import ast
import copy
import functools
import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

_OPPOSITE = {
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_MOVED = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
_TWINS = {"any": "all", "all": "any", "min": "max", "max": "min"}
_EMPTY = {"tuple": "()", "list": "[]", "dict": "{}", "frozenset": "frozenset()", "set": "set()", "str": "''"}
_WORDS = (ast.Constant, ast.JoinedStr)
_KEPT = (ast.JoinedStr, ast.arguments, ast.ClassDef)
_NO_STATEMENTS = (ast.Module, ast.ClassDef, ast.Lambda, ast.IfExp)
_NO_CODE = {"annotation", "decorator_list", "returns"}


@dataclass(frozen=True)
class Mutant:
    """The `number`th of its file. `line`: where the statement begins; `name`: what is assigned, at module level."""

    path: Path
    number: int
    line: int
    was: str
    new: str
    name: str | None

    def __str__(self) -> str:
        return f"{self.path.stem}:{self.line}: {self.was} -> {self.new}"

    @property
    def code(self) -> CodeType:
        tree = ast.parse(self.path.read_text("utf-8"))
        next(islice(_each(tree, self.path), self.number, None))
        return compile(ast.fix_missing_locations(tree), str(self.path), "exec")


def mutants(path: Path) -> list[Mutant]:
    """Every mutant of a file, in the order of its lines."""
    return list(_each(ast.parse(path.read_text("utf-8")), path))


def _each(tree: ast.Module, path: Path) -> Iterator[Mutant]:
    """While a mutant is out, `tree` is changed."""
    numbers = iter(range(10**6))
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
        for node in ast.walk(function):
            node.of = function  # type: ignore[attr-defined]
    tops = [each for top in tree.body for each in (top.body if isinstance(top, ast.ClassDef) else (top,))]
    for top in tops:
        field, name = "body", None
        if top in tree.body and isinstance(top, ast.Assign | ast.AnnAssign):
            target = top.targets[0] if isinstance(top, ast.Assign) else top.target
            if not isinstance(target, ast.Name):
                continue
            field, name = "value", target.id
        elif not isinstance(top, ast.FunctionDef):
            continue
        for inside, was, new in _below(top, field, top):
            before, after = (" ".join(ast.unparse(part).split())[:100] for part in (was, new))
            yield Mutant(path, next(numbers), inside.lineno, before, after, name)


def _below(node: ast.AST, field: str, around: ast.stmt) -> Iterator[tuple[ast.stmt, ast.AST, ast.AST]]:
    held = getattr(node, field)
    for index, child in enumerate(held if isinstance(held, list) else [held]):
        if not isinstance(child, ast.AST) or isinstance(child, _KEPT):
            continue
        inside = child if isinstance(child, ast.stmt) else around
        for other in _changes(child, node, field):
            setattr(node, field, [*held[:index], other, *held[index + 1 :]] if isinstance(held, list) else other)
            yield inside, child, other
            setattr(node, field, held)
        for below in child._fields:
            if below not in _NO_CODE:
                yield from _below(child, below, inside)


def _changes(node: ast.AST, parent: ast.AST, field: str) -> Iterator[ast.AST]:  # noqa: C901, PLR0912 (a table)
    match node:
        case ast.Compare(ops=[op, *more]):
            yield from (_like(node, ops=[to[type(op)](), *more]) for to in (_OPPOSITE, _MOVED) if type(op) in to)
        case ast.BoolOp(op=op, values=values):
            yield _like(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
            for at, _ in enumerate(values):
                left = _without(values, at)
                yield left[0] if len(left) == 1 else _like(node, values=left)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.Tuple(elts=[_, _, *_] as parts) | ast.List(elts=[_, _, *_] as parts):
            for at, each in enumerate(parts):
                if isinstance(each, ast.Starred | ast.Call):
                    yield _like(node, elts=_without(parts, at))
        case ast.Return(value=ast.AST() as value):
            empty = _empty(getattr(node, "of").returns)  # noqa: B009 (set by `_each`)
            if empty is not None and not isinstance(value, _WORDS) and ast.unparse(value) != empty:
                yield ast.Return(ast.parse(empty, mode="eval").body)
        case ast.Continue() | ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
            yield ast.Pass()
        case ast.Call(func=ast.Name(id=name)) if name in _TWINS:
            yield _like(node, func=ast.Name(_TWINS[name], ast.Load()))
    asked = (isinstance(parent, ast.If | ast.IfExp | ast.While) and field == "test") or field == "ifs"
    if asked and isinstance(node, ast.expr) and not isinstance(node, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield ast.UnaryOp(ast.Not(), node)


def _like(node: ast.AST, **changed: Any) -> ast.AST:
    twin = copy.copy(node)
    for name, value in changed.items():
        setattr(twin, name, value)
    return twin


def _without(values: list[ast.expr], at: int) -> list[ast.expr]:
    return [*values[:at], *values[at + 1 :]]


def _empty(returns: ast.expr | None) -> str | None:
    text = ast.unparse(returns) if returns else ""
    return "None" if text.endswith("| None") else _EMPTY.get(text.split("[")[0])


def install(mutant: Mutant) -> None:
    """Puts the mutant's code in the place of its module's, for all that imported it, and forgets old results."""
    if mutant.name is not None:
        _assign(mutant, mutant.name)
    else:
        _replace(functions_of(mutant.path), mutant.code)
    forget(lambda module: module.startswith("evals.checks"))


def instrument(path: Path, reached: set[tuple[str, int]]) -> None:
    """From now on a statement of a function of the file adds the file and its first line to `reached` when it runs."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in [each for each in ast.walk(tree) if hasattr(each, "body") and not isinstance(each, _NO_STATEMENTS)]:
        for field in ("body", "orelse", "finalbody"):
            if held := getattr(node, field, None):
                setattr(node, field, [part for each in held for part in (_mark(each), each)])
    functions = functions_of(path)
    for function in functions:
        function.__globals__["__reached__"] = lambda line: reached.add((str(path), line))
    _replace(functions, compile(ast.fix_missing_locations(tree), str(path), "exec"))


def _mark(statement: ast.stmt) -> ast.stmt:
    call = ast.parse(f"__reached__({statement.lineno})").body[0]
    return ast.copy_location(call, statement)


def _replace(functions: Sequence[FunctionType], code: CodeType) -> None:
    fresh = _by_place(code)
    for function in functions:
        codes = fresh[function.__code__.co_qualname, function.__code__.co_firstlineno]
        function.__code__ = codes.pop(0) if len(codes) > 1 else codes[0]


def _assign(mutant: Mutant, name: str) -> None:
    module = next(each for each in list(sys.modules.values()) if getattr(each, "__file__", None) == str(mutant.path))
    space = {"__name__": module.__name__, "__file__": module.__file__}
    exec(mutant.code, space)  # noqa: S102 (the module's own code)
    old = vars(module)[name]
    for each in list(sys.modules.values()):
        if getattr(each, "__dict__", {}).get(name) is old:
            vars(each)[name] = space[name]


def _by_place(code: CodeType) -> dict[tuple[str, int], list[CodeType]]:
    found: dict[tuple[str, int], list[CodeType]] = {}
    for each in code.co_consts:
        if isinstance(each, CodeType):
            found.setdefault((each.co_qualname, each.co_firstlineno), []).append(each)
            for place, codes in _by_place(each).items():
                found.setdefault(place, []).extend(codes)
    return found


def functions_of(path: Path) -> list[FunctionType]:
    """The loaded functions that a file defines, those that something else wraps among them."""
    every = (each for each in gc.get_objects() if type(each) is FunctionType)
    return [each for each in every if each.__code__.co_filename == str(path)]


def forget(of: Callable[[str], bool], *, tables: bool = True) -> None:
    """Clears what functions of these modules remember; the tables that they read once only where wanted."""
    for module in [each for name, each in sys.modules.items() if of(name)]:
        for held in vars(module).values():
            if isinstance(held, functools._lru_cache_wrapper) and (tables or held.cache_parameters()["maxsize"]):
                held.cache_clear()
