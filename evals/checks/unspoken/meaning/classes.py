"""Which classes a word belongs to. Knows classes.yaml and grammar.yaml; nothing of sentences, weights or leaks."""

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

PATH = Path(__file__).with_name("classes.yaml")

_GRAMMAR: dict[str, str] = yaml.safe_load(PATH.with_name("grammar.yaml").read_text(encoding="utf-8"))
UNITS = frozenset(_GRAMMAR["units"].split())
FUNCTION_WORDS = frozenset(_GRAMMAR["function_words"].split())
"""They keep their own face in the skeleton of a sentence; every other word shows its class or its ending."""

_WHOLE = {"won't": ("will", "n't"), "can't": ("can", "n't"), "cannot": ("can", "n't"), "shan't": ("shall", "n't")}
_SHORTENED = re.compile(r"([a-z]+?)(n't|'s|'re|'ve|'ll|'d|'m)")
_ENDINGS = ("ly", "ing", "ed", "tion", "ment", "ness", "ity", "ance", "ence", "s")
_SHORTEST_STEM = 3


@dataclass(frozen=True, slots=True)
class Classes:
    """Words, stems and phrases, each with the classes it stands in."""

    words: dict[str, tuple[str, ...]]
    stems: dict[str, tuple[str, ...]]
    phrases: dict[tuple[str, str], tuple[tuple[tuple[str, ...], str], ...]]  # by their first two words
    longest_stem: int

    def of(self, word: str) -> tuple[str, ...]:
        """The classes of one word, the most telling first."""
        found = list(self.words.get(word, ()))
        for length in range(_SHORTEST_STEM, min(len(word), self.longest_stem) + 1):
            found += self.stems.get(word[:length], ())
        return tuple(dict.fromkeys(found))


def parted(word: str) -> tuple[str, ...]:
    """A shortened form as the two words it stands for."""
    if word in _WHOLE:
        return _WHOLE[word]
    found = _SHORTENED.fullmatch(word)
    return found.groups() if found else (word,)


def ending(word: str) -> str:
    """What a word without a class shows in the skeleton."""
    return next((f"~{end}" for end in _ENDINGS if word.endswith(end) and len(word) > len(end) + 2), "~")


@cache
def classes(path: Path = PATH) -> Classes:
    """The classes as shipped."""
    words, stems = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    phrases = defaultdict[tuple[str, str], list[tuple[tuple[str, ...], str]]](list)
    for name, listed in yaml.safe_load(path.read_text(encoding="utf-8")).items():
        for entry in listed.split():
            parts = tuple(part for word in entry.split("_") for part in parted(word))
            if len(parts) > 1:
                phrases[parts[0], parts[1]].append((parts, name))
            elif entry.endswith("*"):
                stems[entry[:-1]].append(name)
            else:
                words[entry].append(name)
    by_start = {first: tuple(rows) for first, rows in phrases.items()}
    return Classes(_frozen(words), _frozen(stems), by_start, max(map(len, stems)))


def _frozen(listed: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {word: tuple(names) for word, names in listed.items()}
