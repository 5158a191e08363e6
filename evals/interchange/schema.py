"""The interchange format of a session, one JSON object; published as datasets/schema/session.schema.json.

Knows the form and nothing of how it is judged.
"""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field

from coach.batch import BatchLine
from coach.errors import InputError
from coach.events import Event
from coach.records.base import Record, published_schema
from coach.records.block import TrainingBlock
from coach.states import Outcome, State
from coach.store.stored import PackedSchema, events_of
from personas.persona import Persona


class InterchangeMessage(Record):
    """One message as the athlete's screen showed it. `state`: what the coach was at, where that is known.

    `unseen`: part of it is not in `text`: sound without a transcript, a picture, a file, what a tool
    sent.
    """

    role: Literal["athlete", "coach"]
    text: str
    state: State | None = None
    unseen: bool = False


def _read(events: Any) -> Any:
    """Stored events as `coach.events` has them; what is no list of objects is left to be refused."""
    if not isinstance(events, list | tuple) or not all(isinstance(event, dict) for event in events):
        return events
    try:
        return events_of(events)
    except InputError as error:
        raise ValueError(str(error)) from error


class Stored(Record):
    """An event as the engine stores it since version 2: what stands earlier in the session is a reference."""

    model_config = ConfigDict(extra="allow")

    kind: str
    schema_: Annotated[PackedSchema, Field(alias="schema")]


Events = Annotated[tuple[Event, ...], BeforeValidator(_read, json_schema_input_type=tuple[Event | Stored, ...])]


class InterchangeSession(BatchLine):
    """A session. What is left out is judged by no scorer that needs it.

    `persona`: a name of the library, or a whole persona with its labels. `events`: where the engine kept them, as it
    stored them (any `schema`) or as `coach.events` has them. `plan`: the last plan that the athlete was shown.
    `internal`: all texts beside the events that the athlete must not see, empty where there were none. A talk without
    events that leaves them out, or any with names in `lost`, is not known to be free of them. `today`: the day of the
    talk, without which no plan's dates can be judged.
    """

    persona: str | Persona | None = None
    messages: Annotated[tuple[InterchangeMessage, ...], Field(min_length=1)]
    events: Events | None = None
    plan: TrainingBlock | None = None
    outcome: Outcome | None = None
    internal: tuple[str, ...] | None = None
    lost: tuple[str, ...] = ()
    today: date | None = None


def schema_text() -> str:
    return published_schema(InterchangeSession)
