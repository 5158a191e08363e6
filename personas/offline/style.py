"""Voice: case, stops and slips of the keyboard. Knows no facts."""

import re
from functools import cache
from random import Random

from coach.profile.catalogue import catalogue
from personas.offline.wordings import Style, facts, styles
from personas.persona import Persona

_WORD = re.compile(r"[A-Za-z]{5,}")
_DIGIT = re.compile(r"\d")
_I = re.compile(r"\bI\b")
_CAPITAL = re.compile(r"^(?!Mon|Tue|Wed|Thu|Fri|Sat|Sun)[A-Z](?=[a-z']|$| )")
_NUMBERS = "never nothing without seven eight three eleven twelve twenty thirty forty fifty sixty seventy eighty ninety"


def style_of(name: str) -> Style:
    """The style of that name; neutral where there is none."""
    return styles().get(name, styles()["neutral"])


def types_lower(persona: Persona) -> bool:
    """Whether the persona types without capitals: the same in all its talks."""
    return Random(persona.id).random() < style_of(persona.speaks.style).lower


def sentence(clause: str, end: str, *, lower: bool) -> str:
    """A clause as a sentence that ends in `end` unless it has an end of its own; `lower`: without capitals."""
    text = (
        _I.sub("i", _CAPITAL.sub(lambda first: first.group().lower(), clause))
        if lower
        else clause[:1].upper() + clause[1:]
    )
    return text if text.endswith((".", "!", "?", "…", ")")) else text + end


def misspelt(text: str, rate: float, rng: Random) -> str:
    """`text` with slips in long plain words; never in numbers, names of ailments, or small words."""

    def slip(match: re.Match[str]) -> str:
        word = match.group()
        near = text[max(0, match.start() - 2) : match.end() + 2]
        if word.lower() in _kept() or _DIGIT.search(near) or rng.random() >= rate:
            return word
        at = rng.randrange(1, len(word) - 2)
        swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        return rng.choice((swapped, word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:]))

    return _WORD.sub(slip, text) if rate else text


@cache
def _kept() -> frozenset[str]:
    """Words that carry a fact: those that the catalogue and the entries have for it, and numbers."""
    choices = [choice for field in catalogue().fields.values() for choice in field.values.values()]
    entries = [entry for words in facts().values() for entry in words.values.values()]
    texts = [
        *(t for c in choices for t in (*c.words, c.say)),
        *(t for e in entries for t in (e.noun, *e.tag)),
        _NUMBERS,
    ]
    return frozenset(word.lower() for text in texts for word in _WORD.findall(text))
