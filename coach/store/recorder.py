"""A session being lived: keeps the fold and the chain, and hands each entry to a sink before anything follows it."""

from collections.abc import Callable
from typing import Any

from coach.events import Event
from coach.flow import FLOW, Flow
from coach.fold import Session
from coach.store.chain import ROOT, Entry, link
from coach.store.stored import Writer

Sink = Callable[[Entry], None]


class Recorder:
    """`emit` refuses what the flow refuses; what it accepts is in `events`, in the chain and with the sink."""

    def __init__(self, sink: Sink | None = None, flow: Flow = FLOW) -> None:
        self.session = Session()
        self.events: list[Event] = []
        self.entries: list[Entry] = []
        self.flow = flow
        self._sink = sink
        self._writer = Writer()

    @property
    def head(self) -> str:
        return self.entries[-1].hash if self.entries else ROOT

    def emit(self, event: Event, **beside: Any) -> Session:
        """Append `event`; the session after it."""
        self.session = self.flow.step(self.session, event)
        stored = self._writer.stored(event)
        entry = Entry(stored.value, link(self.head, stored.written), beside)
        self.events.append(event)
        self.entries.append(entry)
        if self._sink is not None:
            self._sink(entry)
        return self.session
