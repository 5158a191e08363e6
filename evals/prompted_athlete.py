"""An athlete played by an Inspect model."""

import datetime as dt
from collections.abc import Callable

from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageTool, ChatMessageUser, GenerateConfig, Model
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


class InspectAthlete:
    """Keeps its own side of the talk; its calls are Inspect's, with limits and retries. `on_call` is told of each."""

    def __init__(
        self, model: Model, persona: Persona, seed: int, *, today: dt.date, on_call: Callable[[RoleCall], object]
    ) -> None:
        self._model, self._on_call = model, on_call
        self._config = GenerateConfig(seed=seed)
        self._patience = persona.speaks.patience_turns
        self._turns = 0
        self._talk: list[ChatMessage] = [ChatMessageSystem(content=system_prompt(persona, today))]

    async def reply(self, heard: Heard | None) -> Reply:
        self._talk.append(ChatMessageUser(content=what_is_seen(heard)))
        output = await self._model.generate(self._talk, tools=[LEAVE], config=self._config)
        self._on_call(role_call("athlete", self._model, output))
        self._talk.append(output.message)
        self._turns += 1
        calls = output.message.tool_calls or []
        self._talk += [ChatMessageTool(content="You left.", tool_call_id=c.id, function=c.function) for c in calls]
        text = output.completion.strip() or None
        return Reply(text, leaves=bool(calls) or self._turns > self._patience)
