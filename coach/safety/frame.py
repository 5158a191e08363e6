"""The frame of a condition: how `&&`, `||` and `!` join its comparisons.

Tells which unknown names can still decide a condition, and lets each comparison be checked alone. Knows no field.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from coach.three_valued import Condition, compile_condition

__all__ = ["Frame", "frame"]


@dataclass(frozen=True, slots=True)
class Frame:
    """`comparison` has a condition of its own; the others have parts."""

    kind: Literal["any", "all", "not", "comparison"]
    parts: tuple["Frame", ...] = ()
    condition: Condition | None = None

    def comparisons(self) -> Iterator[Condition]:
        if self.condition is not None:
            yield self.condition
        for part in self.parts:
            yield from part.comparisons()

    def open_names(self, context: Mapping[str, object]) -> frozenset[str]:
        """The names wanting in `context` that can still decide this part; empty once it is decided."""
        if self.condition is not None:
            decided = self.condition.value(context) is not None
            return frozenset() if decided else self.condition.names - context.keys()
        if self.value(context) is not None:
            return frozenset()
        return frozenset(name for part in self.parts for name in part.open_names(context))

    def value(self, context: Mapping[str, object]) -> bool | None:
        if self.condition is not None:
            return self.condition.value(context)
        values = [part.value(context) for part in self.parts]
        if self.kind == "not":
            return None if values[0] is None else not values[0]
        settling = self.kind == "any"
        return settling if settling in values else None if None in values else not settling


@cache
def frame(text: str) -> Frame:
    """The frame of a condition that compiles."""
    text = _unwrapped(text.strip())
    for sign, kind in (("||", "any"), ("&&", "all")):
        parts = _split(text, sign)
        if len(parts) > 1 and "?" not in _top_level(text):
            return Frame("any" if kind == "any" else "all", tuple(frame(part) for part in parts))
    if text.startswith("!") and _is_wrapped_or_call(text[1:].strip()):
        return Frame("not", (frame(text[1:]),))
    return Frame("comparison", condition=compile_condition(text))


def _levels(text: str) -> Iterator[tuple[int, str, int]]:
    """Each character outside of quotes, with its place and how many brackets are open before it."""
    depth, quote, escaped = 0, "", False
    for i, sign in enumerate(text):
        if quote:
            escaped, quote = (sign == "\\" and not escaped), "" if sign == quote and not escaped else quote
            continue
        if sign in "\"'":
            quote = sign
            continue
        depth -= sign in ")]}"
        yield i, sign, depth
        depth += sign in "([{"


def _top_level(text: str) -> str:
    return "".join(sign for _, sign, depth in _levels(text) if depth == 0)


def _split(text: str, sign: str) -> list[str]:
    cuts = [i for i, _, depth in _levels(text) if depth == 0 and text.startswith(sign, i)]
    starts = [0, *(cut + len(sign) for cut in cuts)]
    return [text[start:end] for start, end in zip(starts, [*cuts, len(text)], strict=True)]


def _unwrapped(text: str) -> str:
    while text.startswith("(") and _top_level(text) == "()":
        text = text[1:-1].strip()
    return text


def _is_wrapped_or_call(text: str) -> bool:
    """Whether a `!` in front of `text` negates all of it: no comparison stands beside a bracket or name."""
    return not any(sign in "<>=!?+-*/%" or sign == " " for sign in _top_level(text))
