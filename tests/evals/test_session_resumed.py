"""A session that is cut behind any of its events goes on as if nothing had happened, and asks nothing twice."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest
from anthropic.types import Message
from sampling import share

from coach import variants
from coach.errors import RecordDiffers
from coach.events import AthleteSaid, ModelCalled
from coach.store.chain import ChainEntry
from coach.store.recorder import Recorder
from evals.offline import OfflineCoach
from evals.session import Seats, Spec, live
from personas.channel import Channel
from personas.load import load
from personas.offline import OfflineAthlete

MODELS = {"fast": "claude-haiku-5-5", "reasoning": "claude-sonnet-5-5"}
ANSWERS: dict[str, Message] = {}
"""What the coach's model answered to each request of a whole session; a resumed one may send no other request."""


CHANNELS: defaultdict[str, Channel] = defaultdict(Channel)
"""Persona to what both sides meant by their words."""


class Line:
    """A client that counts its calls. `coach` None: it answers as the model answered before."""

    def __init__(self, coach: OfflineCoach | None) -> None:
        self.calls, self._coach = 0, coach

    @property
    def messages(self) -> "Line":
        return self

    async def create(self, **request: Any) -> Message:
        self.calls += 1
        sent = json.dumps({key: value for key, value in request.items() if key != "timeout"}, sort_keys=True)
        if self._coach is not None:
            ANSWERS[sent] = await self._coach.create(**request)
        return ANSWERS[sent]


class Lived(NamedTuple):
    recorder: Recorder
    calls: int
    written: list[ChainEntry]


def lived(name: str, recorded: tuple[ChainEntry, ...] = (), *, first: bool = False) -> Lived:
    spec, written, channel = Spec(load(name), variants.load("baseline")), list[ChainEntry](), CHANNELS[name]
    line = Line(OfflineCoach(spec.session_seed, channel) if first else None)
    athlete = OfflineAthlete(spec.persona, spec.session_seed)
    recorder = Recorder(written.append, recorded=recorded)
    asyncio.run(live(spec, Seats(line, athlete, MODELS, channel=channel), recorder))
    return Lived(recorder, line.calls, written)


@cache
def whole(name: str) -> Lived:
    return lived(name, first=True)


@pytest.mark.parametrize(("name", "one_in"), [("chest_pain_hidden", 5), ("masters_runner", 12)])
def test_a_session_goes_on_from_any_event_without_a_call_or_an_event_twice(name: str, one_in: int) -> None:
    entries, events = tuple(whole(name).recorder.entries), whole(name).recorder.events
    assert whole(name).recorder.session.outcome is not None
    for cut in share(range(len(entries) + 1), one_in):
        resumed = lived(name, entries[:cut])
        assert _hashes(resumed.recorder.entries) == _hashes(entries), f"cut behind {cut} events"
        assert _hashes(resumed.written) == _hashes(entries[cut:])
        assert resumed.calls == sum(isinstance(event, ModelCalled) for event in events[cut:])


def _hashes(entries: Sequence[ChainEntry]) -> list[str]:
    return [entry.hash for entry in entries]


def test_a_record_of_other_words_is_not_gone_on_with() -> None:
    other = whole("masters_runner").recorder
    first = next(at for at, event in enumerate(other.events) if isinstance(event, AthleteSaid))
    with pytest.raises(RecordDiffers, match="event 0"):
        lived("chest_pain_hidden", tuple(other.entries[: first + 1]))
