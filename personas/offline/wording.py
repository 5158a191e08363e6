"""How one message is worded, and the file's own words for a fact. Chooses no facts."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from coach.profile.catalogue import catalogue
from personas.acts import Act
from personas.offline.answer_choice import FieldAnswer
from personas.offline.memory import AthleteMemory
from personas.offline.seeded_chance import likely
from personas.offline.values import Units
from personas.offline.wordings import Length, facts, manner

_MOST_WORDS: Mapping[Length, int] = {"tiny": 3, "short": 6, "normal": 40}
_LEAST_CHOICE = 3
_MAY_REPEAT = 3  # people say "no" or "43" as often as they are asked


class Clause(NamedTuple):
    """A stretch of a message, the answers that it gives and what else it does. `alone`: joined to no other."""

    text: str
    answers: tuple[FieldAnswer, ...] = ()
    acts: tuple[Act, ...] = ()
    alone: bool = False

    def done(self) -> tuple[Act, ...]:
        """What saying it does, with its words."""
        acts = (act.model_copy(update={"words": self.text}) for act in self.acts)
        return (*(answer.act(self.text) for answer in self.answers), *acts)


@dataclass(frozen=True, slots=True)
class Wording:
    """How this message is worded; `lone`: nothing else is answered."""

    memory: AthleteMemory
    length: Length
    rng: Random
    lone: bool = False

    @property
    def brief(self) -> bool:
        return self.length != "normal"

    def pick(self, stock: str, **slots: str) -> str:
        """A sentence of the stock with its slots filled."""
        return self.choose(manner()[stock]).format(**slots)

    def choose(self, options: tuple[str, ...]) -> str:
        """A wording that this session has not used while others are left; of few words from those who say little."""
        fitting = [text for text in options if len(text.split()) <= _MOST_WORDS[self.length]]
        if len(fitting) < min(_LEAST_CHOICE, len(options)):
            fitting = sorted(options, key=len)[:_LEAST_CHOICE]
        picked = self.rng.choice([text for text in fitting if text not in self.memory.used] or fitting)
        if len(picked.split()) > _MAY_REPEAT:
            self.memory.used.add(picked)
        return picked

    def units(self) -> Units:
        if self.memory.has("mixed_units"):
            return self.rng.choice(("metric", "imperial"))
        return self.memory.persona.speaks.units


def entry(field: str, value: str, wording: Wording, *, many: bool = False) -> str:
    """One entry of an enum or list fact, as a clause; `many`: in a list, where a comma would mislead."""
    words = facts()[field]
    if value in words.values:
        own = words.values[value]
        said = own.tag if wording.brief and own.tag else own.full
        return wording.choose(tuple(text for text in said if not (many and "," in text)) or said)
    choice = catalogue().fields[field].values.get(value)
    return words.other.format(v=choice.say if choice else value.replace("_", " "))


def own_words(answer: FieldAnswer, wording: Wording) -> str | None:
    """The file's own wording of the fact, now and then."""
    truth = wording.memory.persona.facts.get(answer.field)
    if truth is None or truth.say is None or truth.value != answer.value or wording.memory.pretends(answer.field):
        return None
    if isinstance(truth.value, tuple) and len(truth.value) > 1:  # the wording need not name every entry
        return None
    again = answer.field in wording.memory.answered
    return truth.say.rstrip(".") if likely(wording.rng, 0.2 if again else 0.55) else None
