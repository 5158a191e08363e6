"""Faults of the simulated athlete: sentences off its script (athlete_says.yaml), and what no one sentence can show."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, model_validator

from coach import sourced_yaml
from coach.records.base import Record
from coach.records.goal import Goal
from evals.faults.fault import Fault
from evals.faults.rows import fault_of
from evals.session import Spec
from personas.acts import Act, Simple, StoredAct, Tell
from personas.athlete import Athlete, AthleteView, Reply
from personas.behaviours import ChangesGoal
from personas.offline import OfflineAthlete
from personas.persona import Persona, Truth

_HIDDEN = frozenset({"if_probed", "late", "never", "reluctant"})
_UNASKED = frozenset({"height_cm", "weight_kg", "sleep_hours_avg", "age_years"})
_YEARS_OLDER = 4
_INSTEAD = Goal(
    text="Actually, forget that. I'd rather run a half marathon in 1:58",
    type="performance",
    sport="running",
    event="half",
    target="1:58:00",
)
_YESES = ("Yes, sure!", "Yeah, sounds good.", "Sure, absolutely.", "Okay, great!", "Yes, of course.")
_READ_OUT_IN, _WORDS_READ_OUT = 2, 16
_REPEATED, _REPEATED_UNTIL = 2, 4
_LAST = 3
"""Messages are numbered from 1."""
MakeAthlete = Callable[[Spec], Athlete]
Replier = Callable[[int, AthleteView | None, Reply], Reply]
"""What the athlete says instead of a reply; `turn` is the 1-based number of the message."""


def playing(alter: Callable[[Persona], Persona]) -> MakeAthlete:
    """An athlete that plays another file than the one it is judged by."""
    return lambda spec: OfflineAthlete(alter(spec.persona), spec.session_seed, today=spec.today)


class _Replying:
    """The offline athlete, with what it says changed."""

    def __init__(self, spec: Spec, change: Replier) -> None:
        self._inner = OfflineAthlete(spec.persona, spec.session_seed, today=spec.today)
        self._change = change
        self._turn = 0

    async def reply(self, heard: AthleteView | None) -> Reply:
        self._turn += 1
        return self._change(self._turn, heard, await self._inner.reply(heard))


def replying(make: Callable[[Spec], Replier]) -> MakeAthlete:
    return lambda spec: _Replying(spec, make(spec))


def with_sentence(reply: Reply, sentence: str, acts: tuple[Act, ...] = ()) -> Reply:
    """`reply` with one sentence more, which does `acts`; one that says nothing stays silent."""
    if not reply.text:
        return reply
    said = tuple(act.model_copy(update={"words": sentence}) for act in acts)
    return reply._replace(text=f"{reply.text} {sentence}", acts=(*(reply.acts or ()), *said))


def _telling(update: Callable[[str, Truth], dict[str, Any]]) -> MakeAthlete:
    """An athlete in whose file each fact is updated so."""

    def alter(persona: Persona) -> Persona:
        facts = {name: truth.model_copy(update=update(name, truth)) for name, truth in persona.facts.items()}
        return persona.model_copy(update={"facts": facts})

    return playing(alter)


def _older(name: str, truth: Truth) -> dict[str, Any]:
    return {"value": int(str(truth.value)) + _YEARS_OLDER, "say": None} if name == "age_years" else {}


def _fickle(persona: Persona) -> Persona:
    change = ChangesGoal(kind="changes_goal", at="intake", to=_INSTEAD)
    return persona.model_copy(update={"behaviours": (*persona.behaviours, change)})


def _agreeing(turn: int, heard: AthleteView | None, reply: Reply) -> Reply:
    """From its second message on, a yes to every question of the intake."""
    if turn == 1 or heard is None or heard.stage != "intake" or reply.text is None:
        return reply
    return Reply(_YESES[turn % len(_YESES)], acts=(Simple(kind="confirm"),))


def _reading_out(spec: Spec) -> Replier:
    passage = " ".join(spec.persona.because.split()[:_WORDS_READ_OUT])

    def change(turn: int, _heard: AthleteView | None, reply: Reply) -> Reply:
        return reply._replace(text=f"{reply.text} {passage}.") if turn == _READ_OUT_IN and reply.text else reply

    return change


def _repeating(_spec: Spec) -> Replier:
    """The second message is said again in the third and fourth, whatever is asked."""
    second: list[Reply] = []

    def change(turn: int, _heard: AthleteView | None, reply: Reply) -> Reply:
        if turn == _REPEATED and reply.text:
            second.append(reply)
        return second[0] if second and turn <= _REPEATED_UNTIL else reply

    return change


def _leaving(turn: int, _heard: AthleteView | None, reply: Reply) -> Reply:
    return reply if turn <= _LAST else Reply(None)


FAULTS = (
    replace(fault_of("athlete_agrees_to_everything"), athlete=replying(lambda _spec: _agreeing)),
    replace(
        fault_of("athlete_answers_what_nobody_asked"),
        athlete=_telling(lambda name, _truth: {"tell": "volunteers"} if name in _UNASKED else {}),
    ),
    replace(
        fault_of("athlete_tells_what_it_should_hide"),
        athlete=_telling(lambda _name, truth: {"tell": "volunteers", "say": None} if truth.tell in _HIDDEN else {}),
    ),
    replace(fault_of("athlete_contradicts_the_truth"), athlete=_telling(_older)),
    replace(fault_of("athlete_changes_its_goal"), athlete=playing(_fickle)),
    replace(fault_of("athlete_gives_the_reasons_of_its_labels"), athlete=replying(_reading_out)),
    replace(fault_of("athlete_repeats_itself"), athlete=replying(_repeating)),
    replace(fault_of("athlete_stops_early"), athlete=replying(lambda _spec: _leaving)),
)


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
