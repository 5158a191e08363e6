"""Words of the file found again in a message, whatever a reader of facts makes of them. Pure."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from math import ceil
from pathlib import Path

from pydantic import RootModel

from coach import sourced_yaml

PATH = Path(__file__).with_name("common_words.yaml")

_SENTENCE = re.compile(r"(?:[^.!?\n]|(?<=\d)\.(?=\d))+[.!?]*")
_TOKEN = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)?|[,;:()\u2013\u2014]")
_DENIAL = re.compile(r"(?:no|not|never|none|without|nor|nothing)$|.*n't$")
_STRAIGHT = str.maketrans({"\u2019": "'", "\u2018": "'", "_": " "})
_STEM = 5
_ALIKE = 0.8
_SHARE = 2 / 3
_LOOSE = 6  # words that may stand between those of the file
_BEFORE = 3  # words before them in which a no still denies them
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True, slots=True)
class Token:
    """A word by its stem, a number, or a sign between clauses, with its place in the text."""

    stem: str
    start: int
    end: int


class _Common(RootModel[dict[str, str]]):
    pass


@cache
def common_words() -> frozenset[str]:
    """Stems that many sentences share."""
    groups = sourced_yaml.read_as(PATH, _Common).root.values()
    return frozenset(_stem(word) for group in groups for word in group.split())


def content(text: str) -> frozenset[str]:
    """The stems of the words in `text` that are not in every sentence."""
    return frozenset(token.stem for token in _tokens(text) if token.stem[0].isalnum()) - common_words()


def found_again(say: str, besides: frozenset[str], text: str) -> tuple[int, int] | None:
    """Where `text` says what `say` says: most of its own words close together in a sentence, not asked, not denied.

    `besides`: stems that say nothing of it, since they are the words of something else. A wording of one such word
    and common ones is found as it stands only.
    """
    own, length = content(say) - besides, len(_tokens(say))
    denials = _denials(_tokens(say))
    for sentence in _SENTENCE.finditer(text):
        if sentence.group().rstrip().endswith("?"):
            continue
        said = _tokens(sentence.group())
        place = _together(own, said, length) if len(own) > 1 else _as_it_stands(say, said)
        if place and _denials(_clause_to(said, place)) <= denials:
            first, last = said[place[0]], said[place[1]]
            return sentence.start() + first.start, sentence.start() + last.end
    return None


def _tokens(text: str) -> list[Token]:
    straight = text.lower().translate(_STRAIGHT)
    return [Token(_stem(found.group()), *found.span()) for found in _TOKEN.finditer(straight)]


def _stem(word: str) -> str:
    if word in _NUMBERS:
        return str(_NUMBERS.index(word))
    return word if _DENIAL.match(word) else word[:_STEM]


def _alike(one: str, other: str) -> bool:
    long = len(one) >= _STEM and len(other) >= _STEM - 1
    return one == other or (long and one.isalpha() and SequenceMatcher(None, one, other).ratio() >= _ALIKE)


def _together(own: frozenset[str], said: list[Token], length: int) -> tuple[int, int] | None:
    """The first and last of the words, where enough of them stand within a stretch not much longer than the wording."""
    hits = [(at, stem) for at, token in enumerate(said) for stem in own if _alike(stem, token.stem)]
    needed = max(2, ceil(_SHARE * len(own)))
    for first, _ in hits:
        near = [(at, stem) for at, stem in hits if 0 <= at - first < length + _LOOSE]
        if len({stem for _, stem in near}) >= needed:
            return first, near[-1][0]
    return None


def _as_it_stands(say: str, said: list[Token]) -> tuple[int, int] | None:
    whole = [token.stem for token in _tokens(say) if token.stem[0].isalnum()]
    places = [at for at, token in enumerate(said) if token.stem[0].isalnum()]
    stems = [said[at].stem for at in places]
    for at in range(len(stems) - len(whole) + 1) if len(whole) > _BEFORE else ():
        if stems[at : at + len(whole)] == whole:
            return places[at], places[at + len(whole) - 1]
    return None


def _clause_to(said: list[Token], place: tuple[int, int]) -> list[Token]:
    """The words of the place, and the few of its clause before it."""
    before = said[max(0, place[0] - _BEFORE) : place[0]]
    signs = [at for at, token in enumerate(before) if not token.stem[0].isalnum()]
    return [*before[signs[-1] + 1 if signs else 0 :], *said[place[0] : place[1] + 1]]


def _denials(tokens: list[Token]) -> int:
    return sum(_DENIAL.match(token.stem) is not None for token in tokens)
