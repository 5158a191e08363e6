"""The offline coach and athlete as Inspect models: `offline/coach` and `offline/athlete`."""

from itertools import dropwhile, takewhile
from typing import Any

from inspect_ai import model as api
from inspect_ai.tool import ToolCall, ToolChoice, ToolInfo

from coach.errors import InputError
from evals.offline import OfflineCoach
from personas.channel import channel_of
from personas.offline import OfflineAthlete
from personas.prompted import read_prompt, read_seen


class OfflineModel(api.ModelAPI):
    """`offline/coach` answers a coach's requests, `offline/athlete` plays the persona of its system prompt."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: api.GenerateConfig | None = None,
        **model_args: Any,
    ) -> None:
        if model_name not in {"coach", "athlete"}:
            raise InputError(f"no model offline/{model_name}; there are offline/coach and offline/athlete")
        super().__init__(model_name, base_url, api_key, [], config or api.GenerateConfig())

    def max_connections(self) -> int:
        return 1000

    async def generate(
        self, input: list[api.ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: api.GenerateConfig
    ) -> api.ModelOutput:
        play = _coach if self.model_name == "coach" else _athlete
        return await play(input, tools, config.seed or 0)


async def _coach(messages: list[api.ChatMessage], tools: list[ToolInfo], seed: int) -> api.ModelOutput:
    request = {
        "model": "offline/coach",
        "system": "\n".join(m.text for m in takewhile(_is_system, messages)),
        "messages": [turn for m in dropwhile(_is_system, messages) if (turn := _turn(m))],
        "tools": [{"name": tool.name} for tool in tools],
    }
    answered = OfflineCoach(seed, channel_of(seed)).answer(request)
    text = "".join(block["text"] for block in answered.content if block["type"] == "text")
    calls = [
        ToolCall(id=block["id"], function=block["name"], arguments=dict(block["input"]))
        for block in answered.content
        if block["type"] == "tool_use"
    ]
    usage = (answered.usage.input_tokens, answered.usage.output_tokens)
    return _output("offline/coach", text, calls, usage)


def _is_system(message: api.ChatMessage) -> bool:
    return isinstance(message, api.ChatMessageSystem)


def _turn(message: api.ChatMessage) -> dict[str, Any] | None:
    if isinstance(message, api.ChatMessageTool):
        result = {"type": "tool_result", "content": message.text or str(message.error and message.error.message)}
        return {"role": "user", "content": [{**result, "is_error": message.error is not None}]}
    if isinstance(message, api.ChatMessageUser):
        return {"role": "user", "content": [{"type": "text", "text": message.text}]}
    if isinstance(message, api.ChatMessageSystem):
        return {"role": "system", "content": message.text}
    if not isinstance(message, api.ChatMessageAssistant):
        return None
    calls = [{"type": "tool_use", "name": c.function, "input": c.arguments} for c in message.tool_calls or []]
    text = [{"type": "text", "text": message.text}] if message.text.strip() else []
    return {"role": "assistant", "content": [*text, *calls]}


async def _athlete(messages: list[api.ChatMessage], _tools: list[ToolInfo], seed: int) -> api.ModelOutput:
    """Plays the talk again from its beginning: the offline athlete is deterministic, a model has no memory."""
    persona, today = read_prompt(messages[0].text)
    athlete = OfflineAthlete(persona, seed, today=today)
    channel = channel_of(seed)
    for message in messages[1:]:
        if isinstance(message, api.ChatMessageUser):
            heard = read_seen(message.text)
            reply = await athlete.reply(heard and heard._replace(acts=channel.read(heard.text)))
    channel.deposit(reply.text or "", reply.acts or ())
    leaves = [ToolCall(id=f"leave{len(messages)}", function="leave", arguments={})]
    text = reply.text or ""
    words = (sum(len(m.text.split()) for m in messages), len(text.split()))
    return _output("offline/athlete", text, leaves if reply.leaves or reply.text is None else [], words)


def _output(model: str, text: str, calls: list[ToolCall], usage: tuple[int, int]) -> api.ModelOutput:
    message = api.ChatMessageAssistant(content=text, tool_calls=calls or None, source="generate", model=model)
    choice = api.ChatCompletionChoice(message=message, stop_reason="tool_calls" if calls else "stop")
    tokens = api.ModelUsage(input_tokens=usage[0], output_tokens=usage[1], total_tokens=sum(usage))
    return api.ModelOutput(model=model, choices=[choice], usage=tokens)
