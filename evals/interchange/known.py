"""What may be known of a conversation of any API beside its words, and the session that both together make."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from difflib import get_close_matches
from typing import Any, Self

from pydantic import ConfigDict, model_validator

from coach.batch import BatchLine
from coach.errors import InputError
from coach.records.block import TrainingBlock
from coach.states import Outcome
from evals.interchange.schema import InterchangeMessage, InterchangeSession
from personas.persona import Persona

_REASON = re.compile(r"reason|rationale|thought|thinking|internal|analysis|explanation", re.IGNORECASE)
"""Names of a tool's arguments that are told to the engine and not to the athlete."""
_ANSWERS = frozenset({"choices", "content", "output"})
"""Keys of a response: its words belong into the messages, or nobody judges them."""
_LIKE = 0.8


def reasons_in(told: Any, *, inside: bool = False) -> Iterator[str]:
    """Every string in a tool's arguments that stands under a name such as `reason`."""
    if isinstance(told, str):
        if inside:
            yield told
    elif isinstance(told, dict):
        for key, value in told.items():
            yield from reasons_in(value, inside=inside or _REASON.search(str(key)) is not None)
    elif isinstance(told, list | tuple):
        for value in told:
            yield from reasons_in(value, inside=inside)


def descriptions_in(tool: Any) -> Iterator[str]:
    """What the model was told of a tool and of its arguments."""
    if isinstance(tool, dict):
        for key, value in tool.items():
            if key == "description" and isinstance(value, str):
                yield value
            else:
                yield from descriptions_in(value)
    elif isinstance(tool, list | tuple):
        for value in tool:
            yield from descriptions_in(value)


class Known(BatchLine):
    """The keys of the interchange format that a conversation may carry.

    Everything else is a setting of the request or the response, says nothing about the talk and is passed over:
    these APIs gain keys every month. A conversation without an `id` is called by its line.
    """

    model_config = ConfigDict(frozen=True, extra="allow", allow_inf_nan=False)

    id: str | int | None = None  # type: ignore[assignment]
    persona: str | Persona | None = None
    plan: TrainingBlock | None = None
    outcome: Outcome | None = None
    today: date | None = None

    @model_validator(mode="after")
    def _nothing_judged_is_passed_over(self) -> Self:
        """Refuses an answer beside the messages, and a key that is nearly one of ours."""
        for key in self.model_extra or ():
            if key in _ANSWERS:
                raise ValueError(f"{key}: an answer beside the messages; put it into messages")
            if like := get_close_matches(key, type(self).model_fields, 1, _LIKE):
                raise ValueError(f"{key}: no such key; {like[0]}?")
        return self

    def session(
        self, messages: Sequence[InterchangeMessage], prompts: Sequence[str] | None, thoughts: Iterable[str]
    ) -> InterchangeSession:
        """The session of these words; `InputError` where nobody said one.

        `prompts` None: whether there were any is not known; one that is empty says that there was none.
        """
        if not messages:
            raise InputError("messages: nobody said a word")
        return InterchangeSession(
            id=self.id if self.id is not None else "conversation",
            persona=self.persona,
            messages=tuple(messages),
            plan=self.plan,
            outcome=self.outcome,
            today=self.today,
            internal=tuple(text for text in (*(prompts or ()), *thoughts) if text),
            lost=("the system prompt",) if prompts is None else (),
        )
