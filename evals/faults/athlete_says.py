"""What an athlete says off its script: a table of sentences, each added to one message. Data: athlete_says.yaml."""

from functools import cache, partial
from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from coach import sourced_yaml
from coach.records.base import Record
from evals.faults.athlete import Replier, replying, with_sentence
from evals.faults.fault import Fault
from evals.session import Spec
from personas.acts import Act, StoredAct, Tell
from personas.athlete import AthleteView, Reply
from personas.persona import Persona

PATH = Path(__file__).with_name("athlete_says.yaml")


class Aside(Record):
    """`says` is the sentence, or the file's own words of the fact `say_of`; `at_turn` is 1-based. `does`: its acts."""

    because: str
    personas: tuple[str, ...]
    at_turn: Annotated[int, Field(ge=1)]
    says: str | None = None
    say_of: str | None = None
    does: tuple[StoredAct, ...] = ()
    follows: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _one_sentence(self) -> "Aside":
        if (self.says is None) is (self.say_of is None):
            raise ValueError("give `says` or `say_of`, and not both")
        return self


class _Table(Record):
    says: dict[str, Aside]


@cache
def table() -> dict[str, Aside]:
    return sourced_yaml.read_as(PATH, _Table).says


def athlete_says() -> list[Fault]:
    """A fault for each row."""
    return [
        Fault(
            id=f"athlete_{name}",
            owner="persona_fidelity",
            personas=aside.personas,
            because=aside.because,
            follows=aside.follows,
            athlete=replying(partial(_replier, aside)),
        )
        for name, aside in table().items()
    ]


def _replier(aside: Aside, spec: Spec) -> Replier:
    sentence, acts = _sentence(aside, spec.persona), _acts(aside, spec.persona)

    def change(turn: int, _heard: AthleteView | None, reply: Reply) -> Reply:
        return with_sentence(reply, sentence, acts) if turn == aside.at_turn else reply

    return change


def _acts(aside: Aside, persona: Persona) -> tuple[Act, ...]:
    if aside.say_of is None:
        return aside.does
    return (Tell(field=aside.say_of, value=persona.truth[aside.say_of]),)


def _sentence(aside: Aside, persona: Persona) -> str:
    """The row's sentence; `KeyError` where the file has no such fact, `ValueError` where it has no words for it."""
    if aside.says is not None:
        return aside.says
    words = persona.facts[aside.say_of or ""].say
    if words is None:
        raise ValueError(f"{persona.id} has no words for {aside.say_of}")
    return f"{words[0].upper()}{words[1:]}."
