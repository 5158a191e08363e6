"""How one message is worded, and the file's own words for a fact. Chooses no facts."""

import re
from dataclasses import dataclass
from random import Random

from coach.profile.catalogue import catalogue
from personas.offline.choose import Answer
from personas.offline.dice import likely
from personas.offline.memory import Memory
from personas.offline.values import Units, listed
from personas.offline.wordings import facts, manner

_SLOT = re.compile(r"\{v\}")
_PLAIN = re.compile(r"[a-z]{4,}")
_COMMON = frozenset(
    (
        "most", "many", "much", "long", "often", "have", "would", "like", "want", "your", "what", "that", "with",
        "from", "last", "past", "time", "times", "reach", "about", "build",
    )
)  # fmt: skip
_SEVERAL = 2


@dataclass(frozen=True, slots=True)
class Wording:
    """How this message is worded: `length` is tiny, short, normal or long; `lone`: nothing else is answered."""

    memory: Memory
    length: str
    rng: Random
    lone: bool = False

    def pick(self, stock: str, **slots: str) -> str:
        """A sentence of the stock that was not said yet, where one is left."""
        return self.fresh(tuple(text.format(**slots) for text in manner()[stock]))

    def fresh(self, options: tuple[str, ...]) -> str:
        """One of the options, of those not said yet where some are left."""
        unsaid = [text for text in options if not self.memory.has_said(text)]
        return self.rng.choice(unsaid or options)

    def units(self) -> Units:
        if any(b.kind == "mixed_units" for b in self.memory.pending):
            return self.rng.choice(("metric", "imperial"))
        return self.memory.persona.speaks.units


def entry(field: str, value: str, wording: Wording) -> str:
    """One entry of an enum or list fact, as a clause."""
    words = facts()[field]
    if value in words.values:
        brief = wording.lone or wording.length in {"tiny", "short"}
        own = words.values[value]
        return wording.fresh((*own.full, *own.tag) if brief else own.full)
    choice = catalogue().fields[field].values.get(value)
    return words.other.format(v=choice.say if choice else value.replace("_", " "))


def own_words(answer: Answer, wording: Wording) -> str | None:
    """The file's own wording, now and then; with a lead where it would not be understood beside other answers."""
    truth = wording.memory.persona.facts.get(answer.field)
    if truth is None or truth.say is None or truth.value != answer.value or wording.memory.pretends(answer.field):
        return None
    own = _with_the_rest(answer, truth.say.rstrip("."), wording)
    if not likely(wording.rng, 0.2 if answer.field in wording.memory.told else 0.55):
        return None
    if wording.lone or _names_itself(answer.field, own):
        return own
    return f"as for {facts()[answer.field].name}, {own}"


def _with_the_rest(answer: Answer, own: str, wording: Wording) -> str:
    """Of a list with several entries, those that the file's wording leaves out are said as well."""
    entries = answer.value if isinstance(answer.value, tuple) else ()
    words = facts()[answer.field].values
    left = [e for e in entries if e in words and not re.search(words[e].asks or words[e].noun, own, re.IGNORECASE)]
    if len(entries) < _SEVERAL or len(left) == len(entries):
        return own
    return listed((own, *(entry(answer.field, name, wording) for name in left)))


def _names_itself(field: str, words: str) -> bool:
    known = catalogue().fields[field]
    telling = [*known.words, *(w for choice in known.values.values() for w in (*choice.words, choice.say))]
    telling += [_SLOT.sub(" ", text) for text in facts()[field].tag]
    roots = {w[:5] for text in telling for w in _PLAIN.findall(text.lower())} - _COMMON
    return any(w[:5] in roots for w in _PLAIN.findall(words.lower()))
