"""A request as a small window holds it. Pure; says how many messages it shortened or left out."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

__all__ = ["Prompt", "PromptMessage", "fitted"]

_CUT = "\n[...]\n"
_SYSTEM_SHARE, _MANUAL_SHARE = 0.3, 0.3
"""Of the room, at most, where not everything fits; the talk has the rest."""


class PromptMessage(NamedTuple):
    """One message; `role` is `user` or `assistant`."""

    role: str
    text: str


class Prompt(NamedTuple):
    """`messages` as chat templates take them: one system message, then turns by turns. `dropped`: how many messages of
    the request stand there shortened or not at all."""

    messages: list[dict[str, str]]
    dropped: int


def fitted(system: str, manual: str, talk: Sequence[PromptMessage], room: int) -> Prompt:
    """The request in about `room` characters at most: of `system` and `manual` (how to answer) the beginning is kept,
    of the talk the newest messages, and of a newest one that is too long both its ends."""
    if sum(map(len, (system, manual, *(line.text for line in talk)))) <= room:
        return Prompt(_messages(system, manual, talk), 0)
    head, tools = system[: int(room * _SYSTEM_SHARE)], manual[: int(room * _MANUAL_SHARE)]
    left = room - len(head) - len(tools)
    *older, newest = talk
    kept = [PromptMessage(newest.role, _both_ends(newest.text, left))]
    for line in reversed(older):
        left -= len(kept[0].text)
        if len(line.text) > left:
            break
        kept.insert(0, line)
    shortened = sum((head != system, tools != manual, kept[-1] != newest))
    return Prompt(_messages(head, tools, kept), shortened + len(talk) - len(kept))


def _both_ends(text: str, most: int) -> str:
    half = max(0, most - len(_CUT)) // 2
    return text if len(text) <= most else f"{text[:half]}{_CUT}{text[len(text) - half :]}"


def _messages(system: str, manual: str, talk: Iterable[PromptMessage]) -> list[dict[str, str]]:
    """Many chat templates take no two messages of one role in a row."""
    first = [{"role": "system", "content": text}] if (text := f"{system}\n\n{manual}".strip()) else []
    turns = groupby(talk, key=lambda line: line.role)
    return [*first, *({"role": role, "content": "\n\n".join(line.text for line in lines)} for role, lines in turns)]
