"""One session: the coach against an athlete. Knows no Inspect; every way of running sessions goes through here."""

import datetime as dt
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from coach.decisions import Review
from coach.events import AthleteSaid, CoachSaid, Event
from coach.flow import is_held
from coach.loop import Coach
from coach.model import Client
from coach.plan.present import plan_text
from coach.states import STAGE_SHOWN
from coach.store.chain import ROOT, ChainEntry
from coach.store.recorder import Recorder
from coach.variants import Variant
from evals.hearing_modes import Mode
from personas.acts import Act, as_json
from personas.athlete import Athlete, AthleteView
from personas.channel import Channel
from personas.persona import TODAY, Persona


@dataclass(frozen=True, slots=True)
class Spec:
    """What one session is: who, with which variant, the seed that both sides take their chances from, how well an
    offline coach hears, and what becomes of a profile that a rule flags for a person, since nobody is there."""

    persona: Persona
    variant: Variant
    epoch: int = 1
    seed: int = 0
    today: dt.date = TODAY
    hearing: Mode = "clean"
    review: Review = "go_on"

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
    """Who plays: the coach's client with its models per tier, and the athlete; `channel`: where offline players deposit
    what they mean."""

    client: Client
    athlete: Athlete
    models: dict[str, str] | None = None
    make_coach: Callable[..., Coach] = field(default=Coach)
    channel: Channel = field(default_factory=Channel)


async def live(spec: Spec, seats: Seats, recorder: Recorder | None = None) -> Recorder:
    """Run the session to its end. What was recorded stays in `recorder` whatever is raised on the way.

    One that is held ends there, since nobody decides. A recorder of an interrupted session takes it up: both sides go
    through what is recorded and on from there.
    """
    recorder = recorder or Recorder()
    coach = seats.make_coach(seats.client, spec.variant, recorder, seats.models)
    coach.user = str(spec.session_seed)
    coach.start(session=spec.name, athlete=spec.persona.id, today=spec.today.isoformat(), review=spec.review)
    reply = await seats.athlete.reply(None)
    while reply.text is not None:
        if reply.acts is not None:
            seats.channel.deposit(reply.text, reply.acts)
        text = await coach.hear(reply.text, **reply.beside)
        if coach.closed or reply.leaves or is_held(coach.session):
            break
        reply = await seats.athlete.reply(heard(coach, text, seats.channel))
    coach.leave(**(reply.beside if reply.text is None else {}))
    return recorder


def heard(coach: Coach, text: str, channel: Channel) -> AthleteView:
    """What the athlete hears of the answer `text`."""
    shown = coach.session.shown
    plan = plan_text(shown) if shown is not None else None
    return AthleteView(text, STAGE_SHOWN[coach.session.state], plan, channel.read(text))


def acts_of(recorder: Recorder, channel: Channel) -> dict[int, tuple[Act, ...]]:
    """Index of each message among the events to its acts, where they are known."""
    said: Counter[str] = Counter()
    found: dict[int, tuple[Act, ...]] = {}
    for index, event in said_in(recorder.events).items():
        deposits = channel.all_of(event.text)
        if deposits:
            found[index] = deposits[min(said[event.text], len(deposits) - 1)]
        said[event.text] += 1
    return found


def said_in(events: Iterable[Event]) -> dict[int, AthleteSaid | CoachSaid]:
    """Index of each message among the events to the message."""
    return {index: event for index, event in enumerate(events) if isinstance(event, AthleteSaid | CoachSaid)}


def as_stored(
    recorder: Recorder, name: str, error: str | None = None, channel: Channel | None = None
) -> dict[str, Any]:
    """The session as logs hold it: events, their hashes, the head; beside them the acts of its messages."""
    acts = {str(at): as_json(acts) for at, acts in acts_of(recorder, channel or Channel()).items()}
    return stored_form(name, recorder.entries, acts, error)


def stored_form(
    name: str, entries: Sequence[ChainEntry], acts: dict[str, Any], error: str | None = None
) -> dict[str, Any]:
    """The same of entries; `acts` by the index of their message."""
    return {
        "session": name,
        "events": [entry.event for entry in entries],
        "hashes": [entry.hash for entry in entries],
        "beside": [entry.beside for entry in entries],
        "acts": acts,
        "head": entries[-1].hash if entries else ROOT,
        "error": error,
    }
