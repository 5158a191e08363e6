"""A text as what the encoder reads at once: whole sentences in turn, behind the athlete's last words."""

from collections.abc import Sequence
from typing import NamedTuple

from evals.language.pieces import BEGIN, END, pieces

LONGEST = 48
"""Pieces of a window's sentences; one that does not fit begins the next. 48 to 224 find as much on dev, but a leak
among the same sentences over and over is seen in short windows only."""
_SAID = 40
_SENTENCE = 80


class Window(NamedTuple):
    """`places`: (sentence, first piece, piece behind the last) of every sentence in it."""

    ids: tuple[int, ...]
    kinds: tuple[int, ...]
    places: tuple[tuple[int, int, int], ...]


def windows(sentences: Sequence[str], said: str = "") -> tuple[Window, ...]:
    """Every sentence in one window; of a long sentence, and of what was `said`, only a part is read."""
    heard = pieces(said).ids[-_SAID:]
    begin = (BEGIN, *heard, END) if heard else (BEGIN,)
    made: list[Window] = []
    ids: list[int] = list(begin)
    places: list[tuple[int, int, int]] = []
    for at, sentence in enumerate(sentences):
        part = pieces(sentence).ids[:_SENTENCE]
        if places and len(ids) - len(begin) + len(part) > LONGEST:
            made.append(_window(ids, places, len(begin), bool(heard)))
            ids, places = list(begin), []
        if part:
            places.append((at, len(ids), len(ids) + len(part)))
            ids += part
    if places:
        made.append(_window(ids, places, len(begin), bool(heard)))
    return tuple(made)


def _window(ids: list[int], places: list[tuple[int, int, int]], begin: int, second: bool) -> Window:  # noqa: FBT001
    kinds = (0,) * begin + (int(second),) * (len(ids) - begin)
    return Window(tuple(ids), kinds, tuple(places))
