"""An athlete played by an Inspect model."""

import datetime as dt
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

from inspect_ai import model as api
from inspect_ai.tool import ToolInfo, ToolParams

from coach.errors import ServiceFailure
from evals.budget import SessionBudget
from evals.checks.view import RoleCall
from evals.patient_model import PatientModel
from personas.athlete import AthleteView, Reply
from personas.persona import Persona
from personas.prompted import system_prompt, what_is_seen

LEAVE = ToolInfo(
    name="leave",
    description="Leave the talk for good: you have given up, or you have gone silent. Takes no parameters.",
    parameters=ToolParams(),
)


BESIDE = "athlete"
"""Under this name the model's message is kept beside the athlete's words."""
_CALL = "athlete_call"
"""Likewise what the call used."""
_LONGEST = 50_000
"""Characters of a message; nobody types more, and it is sent again with every call that follows."""
_WHOLE = frozenset({"stop", "tool_calls"})
"""Stop reasons of an answer that came to its end."""
_BROKEN_OFF: Mapping[str, str] = {
    "content_filter": "refused to answer",
    "max_tokens": "was cut at its max_tokens",
    "model_length": "ran out of its context",
}


class InspectAthlete:
    """Keeps its own side of the talk. Its calls are kept in `budget` and paid from it.

    `recorded`: what was kept beside the events of an interrupted session; these messages are not asked for again.
    """

    def __init__(  # noqa: PLR0913 (the sheet, the chances, and who pays)
        self,
        model: api.Model,
        persona: Persona,
        seed: int,
        *,
        today: dt.date,
        budget: SessionBudget,
        recorded: Iterable[Mapping[str, Any]] = (),
    ) -> None:
        self._recorded = deque(each for each in recorded if BESIDE in each)
        self._model, self._budget = PatientModel(model, "athlete", budget), budget
        self._config = api.GenerateConfig(seed=seed)
        self._patience = persona.speaks.patience_turns
        self._turns = 0
        self._talk: list[api.ChatMessage] = [api.ChatMessageSystem(content=system_prompt(persona, today))]

    async def reply(self, heard: AthleteView | None) -> Reply:
        self._talk.append(api.ChatMessageUser(content=what_is_seen(heard)))
        message, call = await self._message()
        self._talk.append(message)
        self._turns += 1
        calls = message.tool_calls or []
        self._talk += [api.ChatMessageTool(content="You left.", tool_call_id=c.id, function=c.function) for c in calls]
        text = message.text.strip() or None
        kept = {BESIDE: message.model_dump(mode="json", exclude_none=True), _CALL: call.model_dump()}
        return Reply(text, leaves=bool(calls) or self._turns > self._patience, beside=kept)

    async def _message(self) -> tuple[api.ChatMessageAssistant, RoleCall]:
        """What the model says now, or said when this was recorded, and what that used.

        Asked twice where the answer is empty, refused or cut; `ServiceFailure` where the second one is no better.
        """
        if self._recorded:
            kept = self._recorded.popleft()
            call = RoleCall.model_validate(kept.get(_CALL, {"role": "athlete", "model": self._model.name}))
            self._budget.calls.append(call)
            return api.ChatMessageAssistant.model_validate(kept[BESIDE]), call
        lacking = []
        for _ in range(2):
            output, call = await self._model.ask(self._talk, self._config, [LEAVE])
            self._budget.calls.append(call)
            if (length := len(output.message.text)) > _LONGEST:
                what = f"{self._model.title} answered {length:,} characters, more than {_LONGEST:,}"
                raise ServiceFailure(what, "try another model")
            if (lack := _lack(output)) is None:
                return output.message, call
            lacking.append(lack)
        first, second = lacking
        told = f"{first}, twice" if first == second else f"{first}, and {second} when asked again"
        raise ServiceFailure(f"{self._model.title} {told}", "try again, or another model")


def _lack(output: api.ModelOutput) -> str | None:
    """Why the output is not what the athlete says: a person neither refuses a role nor stops within a sentence."""
    if output.stop_reason not in _WHOLE:
        return _BROKEN_OFF.get(output.stop_reason, "broke off")
    return None if output.message.text.strip() or output.message.tool_calls else "answered nothing"
