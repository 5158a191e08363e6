"""What may be known of a conversation of any API beside its words, and the session that both together make."""

from collections.abc import Iterable, Sequence
from datetime import date

from pydantic import ConfigDict

from coach.batch import Line
from coach.errors import InputError
from coach.records.block import TrainingBlock
from coach.states import Outcome
from evals.interchange.schema import Message, Session
from personas.persona import Persona


class Known(Line):
    """The keys of the interchange format that a conversation may carry.

    Everything else is a setting of the request or the response, says nothing about the talk and is passed over:
    these APIs gain keys every month. A conversation without an `id` is called by its line.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)

    id: str | int | None = None  # type: ignore[assignment]
    persona: str | Persona | None = None
    plan: TrainingBlock | None = None
    outcome: Outcome | None = None
    today: date | None = None

    def session(self, messages: Sequence[Message], prompts: Sequence[str] | None, thoughts: Iterable[str]) -> Session:
        """The session of these words; `InputError` where nobody said one.

        `prompts` None: whether there were any is not known; one that is empty says that there was none.
        """
        if not messages:
            raise InputError("messages: nobody said a word")
        return Session(
            id=self.id if self.id is not None else "conversation",
            persona=self.persona,
            messages=tuple(messages),
            plan=self.plan,
            outcome=self.outcome,
            today=self.today,
            internal=tuple(text for text in (*(prompts or ()), *thoughts) if text),
            lost=("the system prompt",) if prompts is None else (),
        )
