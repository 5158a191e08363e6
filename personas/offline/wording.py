"""How one message is worded, and the file's own words for a fact. Chooses no facts."""

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from coach.profile.catalogue import catalogue
from personas.acts import Act
from personas.offline.choose import Answer
from personas.offline.dice import likely
from personas.offline.memory import Memory
from personas.offline.values import Units
from personas.offline.wordings import facts, manner


class Clause(NamedTuple):
    """A stretch of a message, the answers that it gives and what else it does."""

    text: str
    answers: tuple[Answer, ...] = ()
    acts: tuple[Act, ...] = ()

    def done(self) -> tuple[Act, ...]:
        """What saying it does, with its words."""
        acts = (act.model_copy(update={"words": self.text}) for act in self.acts)
        return (*(answer.act(self.text) for answer in self.answers), *acts)


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
    """The file's own wording of the fact, now and then."""
    truth = wording.memory.persona.facts.get(answer.field)
    if truth is None or truth.say is None or truth.value != answer.value or wording.memory.pretends(answer.field):
        return None
    if isinstance(truth.value, tuple) and len(truth.value) > 1:  # the wording need not name every entry
        return None
    again = answer.field in wording.memory.told
    return truth.say.rstrip(".") if likely(wording.rng, 0.2 if again else 0.55) else None
