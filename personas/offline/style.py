"""Voice: how a run of clauses becomes a message, and what slips of the keyboard do to it. Knows no facts."""

import re
from functools import cache
from random import Random

from coach.profile.catalogue import catalogue
from personas.offline.wordings import Style, facts, styles

_WORD = re.compile(r"[A-Za-z]{5,}")
_ASKS = re.compile(r"(can|could|why|how|what|is|are|do|does|did|may|which|would)\b(?!')", re.IGNORECASE)
_TAIL = re.compile(r"(, (can|do|could|what would|why|how about)\b[^,.]*|\bcan't (you|we)\b[^,.]*)$")
_DIGITS_NEAR = re.compile(r"\d")


def style_of(name: str) -> Style:
    """The style of that name; neutral where there is none."""
    return styles().get(name, styles()["neutral"])


def sentence(clause: str, end: str) -> str:
    """A clause as a sentence: capital first, `end` unless it ends already."""
    text = clause[:1].upper() + clause[1:]
    return text if text.endswith((".", "!", "?", "…")) else text + end


def ending(clause: str, style: Style, rng: Random) -> str:
    asks = re.match(
        r"(can|could|why|how|what|is|are|do|does|did|may|which|come on|really|would)\b", clause, re.IGNORECASE
    )
    tail = re.search(r"(, (can|do|could|what would|why)\b[^,.]*|\bcan't (you|we)\b[^,.]*)$", clause)
    return "?" if asks or tail else rng.choice(style.end)


def misspelt(text: str, rate: float, rng: Random) -> str:
    """`text` with slips in long plain words; never in numbers, units, names of ailments, or small words."""
    if not rate:
        return text

    def slip(match: re.Match[str]) -> str:
        word = match.group()
        near = text[max(0, match.start() - 2) : match.end() + 2]
        if word.lower() in _kept() or _DIGITS_NEAR.search(near) or rng.random() >= rate:
            return word
        return _slipped(word, rng)

    return _WORD.sub(slip, text)


def _slipped(word: str, rng: Random) -> str:
    at = rng.randrange(1, len(word) - 2)
    swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    dropped = word[:at] + word[at + 1 :]
    doubled = word[:at] + word[at] + word[at:]
    return rng.choice((swapped, dropped, doubled))


@cache
def _kept() -> frozenset[str]:
    """Words that carry the fact: those of the catalogue and of the entries, numbers, units, weekdays."""
    known = catalogue().fields.values()
    texts = [word for field in known for word in field.words]
    texts += [word for field in known for choice in field.values.values() for word in (*choice.words, choice.say)]
    texts += [t for f in facts().values() for e in f.values.values() for t in (e.noun, *e.full)]
    texts += ["never none nothing without haven't doesn't cannot kilometres miles pounds kilos centimetres percent"]
    texts += ["seven eight three eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"]
    texts += ["thirty forty fifty sixty seventy eighty ninety weeks years months hours minutes times degrees"]
    texts += ["actually correction correct wrong earlier before changed instead rather accept plan happy"]
    return frozenset(w.lower() for text in texts for w in _WORD.findall(text))
