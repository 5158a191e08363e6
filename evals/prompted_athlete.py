"""An athlete played by an Inspect model."""

import datetime as dt
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    GenerateConfig,
    Model,
)
from inspect_ai.tool import ToolInfo, ToolParams

from evals.checks.role_call import RoleCall
from evals.role_calls import role_call
from personas.athlete import Heard, Reply
from personas.persona import Persona
from personas.prompted import system_prompt, what_is_seen

LEAVE = ToolInfo(
    name="leave",
    description="Leave the talk for good: you have given up, or you have gone silent. Takes no parameters.",
    parameters=ToolParams(),
)


BESIDE, CALL = "athlete", "athlete_call"
"""Under these names the model's message, and what it took, are kept beside the athlete's words."""


class InspectAthlete:
    """Keeps its own side of the talk; its calls are Inspect's, with limits and retries. `on_call` is told of each.

    `recorded`: what was kept beside the events of an interrupted session; these messages are not asked for again.
    """

    def __init__(  # noqa: PLR0913 (each is a part of one athlete)
        self,
        model: Model,
        persona: Persona,
        seed: int,
        *,
        today: dt.date,
        on_call: Callable[[RoleCall], object],
        recorded: Iterable[Mapping[str, Any]] = (),
    ) -> None:
        self._recorded = deque(each for each in recorded if BESIDE in each)
        self._model, self._on_call = model, on_call
        self._config = GenerateConfig(seed=seed)
        self._patience = persona.speaks.patience_turns
        self._turns = 0
        self._talk: list[ChatMessage] = [ChatMessageSystem(content=system_prompt(persona, today))]

    async def reply(self, heard: Heard | None) -> Reply:
        self._talk.append(ChatMessageUser(content=what_is_seen(heard)))
        message, call = await self._answer()
        self._on_call(call)
        self._talk.append(message)
        self._turns += 1
        calls = message.tool_calls or []
        self._talk += [ChatMessageTool(content="You left.", tool_call_id=c.id, function=c.function) for c in calls]
        text = message.text.strip() or None
        kept = {BESIDE: message.model_dump(mode="json", exclude_none=True), CALL: call.model_dump(mode="json")}
        return Reply(text, leaves=bool(calls) or self._turns > self._patience, beside=kept)

    async def _answer(self) -> tuple[ChatMessageAssistant, RoleCall]:
        """What the model says now and what that took, or said when this was recorded."""
        if self._recorded:
            kept = self._recorded.popleft()
            return ChatMessageAssistant.model_validate(kept[BESIDE]), RoleCall.model_validate(kept[CALL])
        output = await self._model.generate(self._talk, tools=[LEAVE], config=self._config)
        return output.message, role_call("athlete", self._model, output)
