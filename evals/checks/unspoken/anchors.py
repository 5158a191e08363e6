"""Which literal words every match of a pattern must contain, read off the pattern itself.

Searching for these first, all patterns at once, keeps the search linear, and nobody has to keep a list of them
in step with the pattern. Knows the regular expressions of the standard library, nothing of leaks.
"""

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

# The parser of `re` has no public name since 3.11; the project is pinned to that Python, and a test walks it.
_parser: Any = import_module("re._parser")

Anchors = frozenset[str]
_NONE: Anchors = frozenset()


def anchors_of(pattern: str) -> Anchors:
    """Literals of which every match of `pattern` contains one; empty where there are none."""
    return _of_sequence(_parser.parse(pattern))


def _of_sequence(nodes: Iterable[tuple[Any, Any]]) -> Anchors:
    candidates, run = [], ""
    for kind, value in nodes:
        if str(kind) == "LITERAL":
            run += chr(value)
            continue
        candidates.append(frozenset({run}) if run else _NONE)
        run = ""
        candidates.append(_OF_NODE.get(str(kind), lambda _: _NONE)(value))
    candidates.append(frozenset({run}) if run else _NONE)
    return max(candidates, key=_worth)


def _worth(anchors: Anchors) -> tuple[int, int]:
    """The rarer the better: by the letters of the shortest, then by how few they are."""
    return min((len(anchor.replace(" ", "")) for anchor in anchors), default=0), -len(anchors)


def _of_branch(value: Any) -> Anchors:
    found = [_of_sequence(branch) for branch in value[1]]
    return frozenset().union(*found) if all(found) else _NONE


def _of_repeat(value: Any) -> Anchors:
    least, _, nodes = value
    return _of_sequence(nodes) if least else _NONE


_OF_NODE: dict[str, Callable[[Any], Anchors]] = {
    "SUBPATTERN": lambda value: _of_sequence(value[-1]),
    "BRANCH": _of_branch,
    "MAX_REPEAT": _of_repeat,
    "MIN_REPEAT": _of_repeat,
}
