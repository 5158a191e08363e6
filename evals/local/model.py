"""The Inspect model `local/NAME`."""

import hashlib
import json
from functools import partial

import anyio.to_thread
from inspect_ai import model as api
from inspect_ai.tool import ToolCall, ToolChoice, ToolInfo

from evals.bridge import DROPPED
from evals.local.answers import LocalAnswer, Prompt, PromptMessage, as_text, fitted, manual, read, schema_of
from evals.local.engine import Engine, LocalReply, PromptTooLong, engine_of
from evals.local.weights import PACKAGED, weights_of

_SMALL, _WINDOW = 3072, 16384
"""Tokens of prompt and answer together: of models in packages, which get no better by reading more, and of others."""
_ANSWER_SHARE = 1 / 3
_CHARACTERS_A_TOKEN = 3.0
_TEMPERATURE = 0.7


class LocalModel(api.ModelAPI):
    """`context`: tokens of a prompt and its answer together; what does not fit is left out, and the output says so."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: api.GenerateConfig | None = None,
        context: int | None = None,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config or api.GenerateConfig())
        self._context = context or (_SMALL if model_name in PACKAGED else _WINDOW)
        self._engine: Engine = engine_of(weights_of(model_name), self._context)

    def max_connections(self) -> int:
        return 1

    async def generate(
        self, input: list[api.ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: api.GenerateConfig
    ) -> api.ModelOutput:
        most = int(self._context * _ANSWER_SHARE)
        limits = {
            "max_tokens": min(config.max_tokens or most, most),
            "seed": config.seed or 0,
            "temperature": _TEMPERATURE if config.temperature is None else config.temperature,
        }
        schema = schema_of(tools, tool_choice, most)
        room = (self._context - most) * _CHARACTERS_A_TOKEN
        while True:
            prompt = _prompt(input, manual(tools, tool_choice), int(room), as_json=schema is not None)
            try:
                asked = partial(self._engine.answer, prompt.messages, schema=schema, **limits)
                reply = await anyio.to_thread.run_sync(asked)
            except PromptTooLong as long:
                room *= long.args[0]
            else:
                return self._output(prompt, reply, read(reply.content, as_json=schema is not None))

    def _output(self, prompt: Prompt, reply: LocalReply, said: LocalAnswer) -> api.ModelOutput:
        model = f"local/{self.model_name}"
        calls = [ToolCall(id=_id(prompt), function=said.tool, arguments=said.input or {})] if said.tool else None
        reason: api.StopReason = "max_tokens" if reply.is_cut else "tool_calls" if calls else "stop"
        message = api.ChatMessageAssistant(content=said.text, tool_calls=calls, source="generate", model=model)
        return api.ModelOutput(
            model=model,
            choices=[api.ChatCompletionChoice(message=message, stop_reason=reason)],
            usage=api.ModelUsage(
                input_tokens=reply.input_tokens,
                output_tokens=reply.output_tokens,
                total_tokens=reply.input_tokens + reply.output_tokens,
            ),
            time=reply.seconds,
            metadata={DROPPED: prompt.dropped} if prompt.dropped else None,
        )


def _id(prompt: Prompt) -> str:
    """Of the call that answers `prompt`: other prompts get others, the same prompt the same."""
    return f"call_{hashlib.sha256(json.dumps(prompt.messages).encode()).hexdigest()[:16]}"


def _prompt(messages: list[api.ChatMessage], how: str, room: int, *, as_json: bool) -> Prompt:
    start = next((at for at, each in enumerate(messages) if not isinstance(each, api.ChatMessageSystem)), len(messages))
    talk = [line for each in messages[start:] for line in _lines(each, as_json=as_json)]
    return fitted("\n\n".join(each.text for each in messages[:start]), how, talk, room)


def _lines(message: api.ChatMessage, *, as_json: bool) -> list[PromptMessage]:
    """The message as turns of user and assistant, the only ones that every chat template has."""
    if isinstance(message, api.ChatMessageAssistant):
        words = [as_text(say=message.text) if as_json else message.text] if message.text.strip() else []
        calls = [as_text(tool=call.function, input=call.arguments) for call in message.tool_calls or []]
        return [PromptMessage("assistant", text) for text in words + calls]
    if isinstance(message, api.ChatMessageTool):
        result = message.error.message if message.error else message.text
        return [PromptMessage("user", f"[Result of {message.function}, not from the athlete] {result}")]
    note = "[Note, not from the athlete] " if isinstance(message, api.ChatMessageSystem) else ""
    return [PromptMessage("user", f"{note}{message.text}")]
