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
    ModelOutput,
)
from inspect_ai.tool import ToolInfo, ToolParams

from evals.checks.view import RoleCall
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


class InspectAthlete:
    """Keeps its own side of the talk; its calls are Inspect's, with limits, retries and usage.

    `recorded`: what was kept beside the events of an interrupted session; these messages are not asked for again.
    `on_call(call, paid)`: told of each call; `paid` is False for one that was recorded.
    """

    def __init__(  # noqa: PLR0913 (the sheet, the chances, and who hears of what)
        self,
        model: Model,
        persona: Persona,
        seed: int,
        *,
        today: dt.date,
        on_call: Callable[[RoleCall, bool], object],
        recorded: Iterable[Mapping[str, Any]] = (),
    ) -> None:
        self._recorded = deque(each for each in recorded if BESIDE in each)
        self._model, self._on_call = model, on_call
        self._config = GenerateConfig(seed=seed)
        self._patience = persona.speaks.patience_turns
        self._turns = 0
        self._talk: list[ChatMessage] = [ChatMessageSystem(content=system_prompt(persona, today))]

    async def reply(self, heard: AthleteView | None) -> Reply:
        self._talk.append(ChatMessageUser(content=what_is_seen(heard)))
        message, call = await self._message()
        self._talk.append(message)
        self._turns += 1
        calls = message.tool_calls or []
        self._talk += [ChatMessageTool(content="You left.", tool_call_id=c.id, function=c.function) for c in calls]
        text = message.text.strip() or None
        kept = {BESIDE: message.model_dump(mode="json", exclude_none=True), _CALL: call.model_dump()}
        return Reply(text, leaves=bool(calls) or self._turns > self._patience, beside=kept)

    async def _message(self) -> tuple[ChatMessageAssistant, RoleCall]:
        """What the model says now, or said when this was recorded, and what that used."""
        if self._recorded:
            kept = self._recorded.popleft()
            call = RoleCall.model_validate(kept.get(_CALL, {"role": "athlete", "model": str(self._model)}))
            self._on_call(call, False)  # noqa: FBT003 (positional in the callback's type)
            return ChatMessageAssistant.model_validate(kept[BESIDE]), call
        output = await self._asked()
        call = RoleCall.of("athlete", self._model, output.usage)
        self._on_call(call, True)  # noqa: FBT003 (likewise)
        return output.message, call

    async def _asked(self) -> ModelOutput:
        """The model's answer; `ServiceFailure` in one sentence for an error of the Claude API."""
        try:
            return await self._model.generate(self._talk, tools=[LEAVE], config=self._config)
        except Exception as error:
            from coach.api_errors import failure_of  # the SDK, which only some athletes need

            if failure := failure_of(error, f"the call of the athlete's model {self._model}"):
                raise failure from error
            raise
