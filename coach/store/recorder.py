"""A session being lived: keeps the fold and the chain, and hands each entry to a sink before anything follows it.

A session that was interrupted is taken up from its record: what is recorded already is not handed to the sink again.
Complete turns are taken as they are (`recall_turn`); the turn that was cut is lived again with the recorded answers of
the model, and each event of it has to be the recorded one.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from coach.decisions import ApprovalGiven, ReviewDecided
from coach.errors import RecordDiffers
from coach.events import AthleteLeft, AthleteSaid, Event, ModelCalled, ModelFailed, SessionClosed
from coach.flow import FLOW, Flow
from coach.session import Session
from coach.store.chain import ROOT, ChainEntry, link
from coach.store.stored import Writer, events_of

Sink = Callable[[ChainEntry], None]


FROM_OUTSIDE = (AthleteSaid, AthleteLeft, ReviewDecided)
"""What people do, each at a moment when the coach waits; all else of a session follows from it."""


class _Recorded(NamedTuple):
    event: Event
    entry: ChainEntry


class Recorder:
    """`emit` refuses what the flow refuses; what it accepts is in `events`, in the chain and with the sink.

    `recorded`: the entries of the session so far, to be met again before anything new happens. `asks_again`: none of
    them is taken as it is; a model that answers again as it did before is asked again.
    """

    def __init__(
        self,
        sink: Sink | None = None,
        flow: Flow = FLOW,
        recorded: Sequence[ChainEntry] = (),
        *,
        asks_again: bool = False,
    ) -> None:
        self.session = Session()
        self.events: list[Event] = []
        self.entries: list[ChainEntry] = []
        self.flow = flow
        self._sink = sink
        self._writer = Writer()
        self._asks_again = asks_again
        events = events_of([entry.event for entry in recorded])
        self._recorded = deque(map(_Recorded, events, recorded))

    @property
    def head(self) -> str:
        return self.entries[-1].hash if self.entries else ROOT

    @property
    def recorded(self) -> tuple[ChainEntry, ...]:
        """What is recorded and has not been met again yet."""
        return tuple(entry for _, entry in self._recorded)

    def emit(self, event: Event, **beside: Any) -> Session:
        """Append `event`; the session after it. `RecordDiffers` where something else is recorded in its place."""
        after = self.flow.step(self.session, event)
        stored = self._writer.stored(event)
        entry = ChainEntry(stored.value, link(self.head, stored.written), beside)
        if self._recorded:
            entry = self._met(event, entry)
        elif self._sink is not None:
            self._sink(entry)
        self.session = after
        self.events.append(event)
        self.entries.append(entry)
        return self.session

    def _met(self, event: Event, entry: ChainEntry) -> ChainEntry:
        recorded = self._recorded[0]
        if recorded.entry.hash != entry.hash:
            raise RecordDiffers(len(self.events), recorded.event.kind, event.kind)
        return self._recorded.popleft().entry

    def next_recorded(self, *kinds: type) -> Any:
        """The recorded event that comes next, where it is one of these; else None."""
        return self._recorded[0].event if self._recorded and isinstance(self._recorded[0].event, kinds) else None

    def recorded_answer(self) -> ModelCalled | ModelFailed | None:
        """What came of the model call that is due, where that is recorded."""
        answer: ModelCalled | ModelFailed | None = self.next_recorded(ModelCalled, ModelFailed)
        return None if self._asks_again else answer

    def recorded_approval(self) -> ApprovalGiven | None:
        """What was said to the tool call that is due, where that is recorded."""
        given: ApprovalGiven | None = self.next_recorded(ApprovalGiven)
        return given

    def recall(self) -> None:
        """Take everything from the record."""
        while self._recorded:
            self.emit(self._recorded[0].event)

    def recall_turn(self) -> bool:
        """Take what follows the athlete's words from the record; False where the turn is not recorded to its end."""
        events = [event for event, _ in self._recorded]
        closes = len(events) if events and isinstance(events[-1], SessionClosed) else 0
        end = next((at for at, each in enumerate(events) if isinstance(each, FROM_OUTSIDE)), closes)
        if self._asks_again or not end:
            return False
        for event in events[:end]:
            self.emit(event)
        return True
