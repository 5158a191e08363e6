"""Which words of a session cannot be read: those in another language than English, and those not in the record."""

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from coach import sourced_yaml
from evals.checks.unspoken.normalize import fold
from evals.checks.view import SessionView, Side, per_session
from evals.language.pieces import whole_words

_FREQUENT = 10_000
"""Pieces of the vocabulary among which the frequent English words are."""
_IN_ONE, _IN_ALL = 5, 3
"""How many more different strange words than frequent English ones a line, and all messages of a side together, have at
least in another language.

Of 34,700 lines of labelled English talk one has five more ("Ruck Thursdays: move Wed reps to Tue, skip Fri"); in 1,520
labelled conversations the English words are always at least four more. Sentences of seven words or more in 17 other
languages nearly all have five more.
"""
_WORD = re.compile(r"[a-z]{2,}|[^\W\d_a-z]")
"""Of a folded text: a word, or a letter that is none of the Latin alphabet."""


class Unread(NamedTuple):
    """`why`: for the verdict; `wholly`: of what a side said as a whole, and not of some messages."""

    why: str
    wholly: bool


def unread(session: SessionView, *sides: Side) -> Unread | None:
    """What of these sides' words was not read; None where all could be. What the athlete's acts say is known."""
    found = [each for side in sides if (each := _OF_SIDE[side](session))]
    return max(found, key=lambda each: each.wholly, default=None)


def _of_side(side: Side, session: SessionView) -> Unread | None:
    texts = tuple(_WORDS_OF[side](session))
    some = any(map(_is_foreign_in_part, texts))
    wholly = _strangeness(" ".join(texts)) >= (_IN_ALL if len(texts) > 1 else _IN_ONE)
    if some or wholly:
        part = "" if wholly else "part of "
        return Unread(f"{part}what the {side} said is not in English, the only language that is read", wholly)
    unseen = side in session.unseen
    return (
        Unread(f"part of what the {side} said is sound, a picture or a file, or was sent by a tool", not any(texts))
        if unseen
        else None
    )


def is_foreign(text: str) -> bool:
    """Whether a text by itself is in another language than English; a short one may be taken for English."""
    return _strangeness(text) >= _IN_ONE


@lru_cache(8192)
def _is_foreign_in_part(text: str) -> bool:
    return any(map(is_foreign, text.splitlines()))


@lru_cache(8192)
def _strangeness(text: str) -> int:
    """How many more of the different words of a text are strange than are frequent English ones; below zero: fewer."""
    words = set(_WORD.findall(fold(text).text))
    return len(words) - 2 * len(words & _english())


@cache
def _english() -> frozenset[str]:
    others = sourced_yaml.read_as(Path(__file__).with_name("other_languages.yaml"), dict[str, tuple[str, ...]])
    return frozenset(filter(str.isascii, whole_words(_FREQUENT))).difference(others["words"])


def _coach(session: SessionView) -> Iterator[str]:
    """Every message, and every plan as one text."""
    for _, shown in groupby(session.visible, key=lambda text: text.event):
        yield " ".join(text.text for text in shown)


def _athlete(session: SessionView) -> Iterator[str]:
    return (line.text for line in session.athlete_said if line.event not in session.acts)


_WORDS_OF: dict[Side, Callable[[SessionView], Iterator[str]]] = {"coach": _coach, "athlete": _athlete}
_OF_SIDE = {side: per_session(partial(_of_side, side)) for side in _WORDS_OF}
