"""Text of CEL (Common Expression Language) to a tree. Knows no value and no field; evaluates nothing.

CEL binds its operators as Python does, so Python's parser gives the tree once `&&`, `||`, `!`, `true`, `false` and
`null` are exchanged for `and`, `or`, `~`, `True`, `False` and `None`. Refused: what only one of the two languages has
(`?:`, maps, `not`, `lambda`). The caller decides which nodes may stand in a condition.
"""

import ast
import itertools
import keyword
import re

MACROS = frozenset({"exists", "all", "filter"})

_LONGEST = 4000
_TOKEN = re.compile(
    r"""(?P<text>"(?:\\["'\\]|[^"\\\n])*"|'(?:\\["'\\]|[^'\\\n])*')|(?P<number>\d{1,15}(?:\.\d{1,15})?(?:[eE]-?\d{1,2})?)"""
    r"""|(?P<name>[A-Za-z_]\w*)|(?P<sign>&&|\|\||[<>=!]=|[-+*/<>!,.()\[\]])|(?P<space>\s+)|(?P<other>.)""",
    re.DOTALL | re.ASCII,
)
_IN_PYTHON = {"&&": "and", "||": "or", "!": "~", "true": "True", "false": "False", "null": "None"}


def parse(text: str) -> ast.expr:
    """The tree of `text`; `ValueError` says what cannot stand in it."""
    try:
        return ast.parse(_in_python(text), mode="eval").body
    except SyntaxError as error:
        raise ValueError(error.msg) from error
    except (RecursionError, MemoryError) as error:
        raise ValueError("it is nested too deeply") from error


def names_of(node: ast.AST) -> frozenset[str]:
    """The names that are read, without functions and what a macro binds."""
    if isinstance(node, ast.Name):
        return frozenset({node.id})
    if not isinstance(node, ast.Call):
        return frozenset(name for each in ast.iter_child_nodes(node) for name in names_of(each))
    read = frozenset(name for each in node.args for name in names_of(each))
    if not isinstance(node.func, ast.Attribute):
        return read
    bound = names_of(node.args[0]) if node.func.attr in MACROS and node.args else frozenset()
    return read - bound | names_of(node.func.value)


def _in_python(text: str) -> str:
    if len(text) > _LONGEST:
        raise ValueError(f"it has more than {_LONGEST} characters")
    tokens = [(str(m.lastgroup), m.group()) for m in _TOKEN.finditer(text) if m.lastgroup != "space"]
    for kind, word in tokens:
        if kind == "other" or (keyword.iskeyword(word) and word != "in"):
            raise ValueError(f"{word!r} cannot stand in one")
    for (kind, before), (after, word) in itertools.pairwise(tokens):
        if kind == after == "text" or before + word == ",)":
            raise ValueError(f"{word!r} cannot stand behind {before!r}")
    return " ".join(_IN_PYTHON.get(word, word) for _, word in tokens)
