"""Keep something of the talk for later that is no fact about training or health."""

from typing import Annotated

from pydantic import Field

from coach.memory import MemoryKind, Remembered
from coach.records.base import Record
from coach.session import Session
from coach.tools.tool import Tool, ToolError, ToolSuccess
from coach.tools.unrecorded_health import ASK, unlisted_health_words


class Remember(Record):
    kind: Annotated[
        MemoryKind,
        Field(description="entity: who or what they named; promise: what you said you would do; preference"),
    ]
    text: Annotated[str, Field(min_length=1, max_length=300, description="one short sentence")]


def _run(session: Session, given: Remember) -> ToolSuccess:
    if notes := unlisted_health_words(session, "not_recorded", given.text):
        raise ToolError(ASK, notes)
    return ToolSuccess((Remembered(of=given.kind, text=given.text, turn=session.turn),), "Kept.")


REMEMBER = Tool(
    name="remember",
    description=(
        "Keep something for later in this talk that is no fact with a field: a person, place or thing they named "
        "(entity), something you promised to come back to (promise), something they like or would rather not do "
        "(preference). Required: kind (entity | promise | preference) and text (one short sentence). Never for what "
        "concerns their health or their training: that goes through collect_data. The athlete sees nothing of it."
    ),
    input=Remember,
    run=_run,
)
