"""Small personas for the tests and a way to talk with them."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from personas.acts import Ask, CoachAct, Plain
from personas.athlete import AthleteView, Reply, Stage
from personas.offline import OfflineAthlete
from personas.persona import Persona

FILES = Path(__file__).with_name("files")
BASE: dict[str, Any] = yaml.safe_load((FILES / "plain_runner.yaml").read_text(encoding="utf-8"))

Person = Callable[..., Persona]
Talk = Callable[..., list[Reply]]


@pytest.fixture
def person() -> Person:
    """`person(facts={...}, behaviours=[...], style=...)`: the plain runner with changes."""

    def build(facts: dict[str, Any] | None = None, behaviours: Any = (), **speaks: Any) -> Persona:
        changed = {"facts": {**BASE["facts"], **(facts or {})}, "behaviours": list(behaviours)}
        return Persona.model_validate({**BASE, **changed, "speaks": {**BASE["speaks"], **speaks}})

    return build


@pytest.fixture
def talk() -> Talk:
    """`talk(persona, "age_years sex", ..., seed=1)`: the opening and the reply to each message, in order.

    A message is an `AthleteView`, or what the coach asks for: fields, of a list with `=` and the entries named;
    `field*` is asked about as part of a topic only, and `!kind` is another act of the coach.
    """

    def run(persona: Persona, *messages: str | AthleteView, seed: int = 1) -> list[Reply]:
        async def session() -> list[Reply]:
            athlete = OfflineAthlete(persona, seed)
            return [await athlete.reply(heard) for heard in (None, *map(_heard, messages))]

        return asyncio.run(session())

    return run


def _heard(message: str | AthleteView, stage: Stage = "intake") -> AthleteView:
    if isinstance(message, AthleteView):
        return message
    return AthleteView(message, stage, acts=tuple(_act(word) for word in message.split()))


def _act(word: str) -> CoachAct:
    if word.startswith("!"):
        return Plain.model_validate({"kind": word[1:]})
    field, _, values = word.partition("=")
    named = tuple(values.split(",")) if values else ()
    return Ask(field=field.rstrip("*"), values=named, open=not named, specific=not field.endswith("*"))
