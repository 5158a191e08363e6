"""One session: the coach against an athlete. Knows no Inspect; every way of running sessions goes through here."""

import datetime as dt
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from coach.loop import Coach
from coach.model import Client
from coach.plan.present import plan_text
from coach.states import STAGE_SHOWN
from coach.store.recorder import Recorder
from coach.variants import Variant
from personas.athlete import Athlete, Heard
from personas.persona import TODAY, Persona


@dataclass(frozen=True, slots=True)
class Spec:
    """What one session is: who, with which variant, and the seed that both sides take their chances from."""

    persona: Persona
    variant: Variant
    epoch: int = 1
    seed: int = 0
    today: dt.date = TODAY

    @property
    def name(self) -> str:
        return f"{self.persona.id}/{self.epoch}"

    @property
    def session_seed(self) -> int:
        """A 31-bit hash of (seed, persona, epoch), never of the variant: variants meet the same athlete."""
        digest = hashlib.sha256(f"{self.seed}|{self.persona.id}|{self.epoch}".encode()).digest()
        return int.from_bytes(digest[:4], "big") & 0x7FFFFFFF


@dataclass(frozen=True, slots=True)
class Seats:
    """Who plays: the coach's client with its models per tier, and the athlete."""

    client: Client
    athlete: Athlete
    models: dict[str, str] | None = None
    make_coach: Callable[..., Coach] = field(default=Coach)


async def live(spec: Spec, seats: Seats, recorder: Recorder | None = None) -> Recorder:
    """Run the session to its end. What was recorded stays in `recorder` whatever is raised on the way."""
    recorder = recorder or Recorder()
    coach = seats.make_coach(seats.client, spec.variant, recorder, seats.models)
    coach.start(session=spec.name, athlete=spec.persona.id, today=spec.today.isoformat())
    reply = await seats.athlete.reply(None)
    while reply.text is not None:
        text = await coach.hear(reply.text)
        if coach.closed or reply.leaves:
            break
        reply = await seats.athlete.reply(_heard(coach, text))
    coach.leave()
    return recorder


def _heard(coach: Coach, text: str) -> Heard:
    shown = coach.session.shown
    return Heard(text, STAGE_SHOWN[coach.session.state], plan_text(shown) if shown is not None else None)


def as_stored(recorder: Recorder, name: str, error: str | None = None) -> dict[str, Any]:
    """The session as logs hold it: events, their hashes, the head."""
    return {
        "session": name,
        "events": [entry.event for entry in recorder.entries],
        "hashes": [entry.hash for entry in recorder.entries],
        "beside": [entry.beside for entry in recorder.entries],
        "head": recorder.head,
        "error": error,
    }
