"""The coach's own calls to Claude inside an Inspect sample: in its log with their usage, and under its limits.

The calls are the product's (the SDK, `coach.waiting`); Inspect would rebuild them. It has no public way to tell it of a
call that it did not make, and its public converters look the SDK's version up on the disk each time, so private names
are used; `tests/evals/test_broken_sessions.py` and `test_money.py` hold them.
"""

import json
from typing import Any

from anthropic.types import Message
from inspect_ai import model as api
from inspect_ai.agent._bridge.anthropic_api_impl import messages_from_anthropic_input
from inspect_ai.event import ModelEvent
from inspect_ai.log import transcript
from inspect_ai.model._model import record_and_check_model_usage
from inspect_ai.model._providers.anthropic import model_output_from_message
from inspect_ai.tool import ToolInfo, ToolParams
from inspect_ai.util import concurrency
from inspect_ai.util._limit import check_cost_limit, check_token_limit, check_turn_limit, record_turn

from coach.model import LastCall
from coach.waiting import WaitingClient


class RecordedClaude:
    """`client`, whose answers are recorded in the running sample; at most `most` calls at once in the run."""

    def __init__(self, client: WaitingClient, most: int) -> None:
        self._client, self._most = client, most
        self._converted = _Converted()

    @property
    def messages(self) -> "RecordedClaude":
        return self

    @property
    def last(self) -> LastCall:
        return self._client.last

    async def create(self, **request: Any) -> Message:
        check_token_limit(raise_for_equal=True)
        check_cost_limit(raise_for_equal=True)
        check_turn_limit()
        async with concurrency("anthropic", self._most):
            message = await self._client.create(**request)
        if isinstance(message, Message):  # else the coach says what came instead
            await self._record(request, message)
        return message

    async def _record(self, request: dict[str, Any], message: Message) -> None:
        """The call in the sample's log, and its usage in any case: it is paid for."""
        output, _ = await model_output_from_message(client=None, model=None, message=message, tools=[])
        model = api.get_model(f"anthropic/{request['model']}")
        try:
            await self._log(request, message, str(model), output)
        finally:
            if output.usage is not None:
                record_and_check_model_usage(model, output.usage, output=output)
            record_turn()

    async def _log(self, request: dict[str, Any], message: Message, model: str, output: api.ModelOutput) -> None:
        """A model event; of the request and the answer it keeps as sent what its other parts do not show."""
        sent = {key: value for key, value in request.items() if key not in _SHOWN}
        answered = message.model_dump(mode="json", exclude={"content"})
        transcript()._event(  # noqa: SLF001 (see above)
            ModelEvent(
                model=model,
                input=await self._converted.input_of(request),
                tools=_tools(request["tools"]),
                tool_choice="auto",
                config=api.GenerateConfig(max_tokens=request["max_tokens"]),
                output=output,
                retries=self._client.last.retries or None,
                call=api.ModelCall.create(sent, answered, time=self._client.last.seconds),
                working_time=self._client.last.seconds,
            )
        )


_SHOWN = frozenset({"timeout", "system", "messages", "tools"})


def _tools(tools: list[dict[str, Any]]) -> list[ToolInfo]:
    return [ToolInfo(name=t["name"], description=t["description"], parameters=ToolParams()) for t in tools]


class _Converted:
    """The newest request of each conversation in Inspect's messages, so that only what was added is converted.

    A message keeps its id from call to call, and Inspect's log holds it once.
    """

    def __init__(self) -> None:
        self._systems: dict[str, api.ChatMessage] = {}
        self._known: dict[str, tuple[list[dict[str, Any]], list[api.ChatMessage]]] = {}

    async def input_of(self, request: dict[str, Any]) -> list[api.ChatMessage]:
        texts = [block["text"] for block in request["system"]]
        head = [self._systems.setdefault(text, api.ChatMessageSystem(content=text)) for text in texts]
        key, sent = "".join(texts), request["messages"]
        before, converted = self._known.get(key, ([], []))
        added = sent[len(before) :]
        if sent[: len(before)] != before or (added and added[0]["role"] != "assistant"):
            converted, added = [], sent  # begun anew, or the tool calls that results belong to are not among `added`
        new = await messages_from_anthropic_input(list(map(_readable, added)), tools=[])
        self._known[key] = (list(sent), [*converted, *new])
        return [*head, *self._known[key][1]]


_READ = frozenset({"text", "thinking", "redacted_thinking", "tool_use", "tool_result"})
"""The types of blocks that Inspect's converter takes, of those that a conversation of the coach may hold."""


def _readable(message: dict[str, Any]) -> Any:
    """The message with blocks of any other type as their JSON."""
    content = message["content"]
    if isinstance(content, str) or all(block.get("type") in _READ for block in content):
        return message
    return {**message, "content": [block if block.get("type") in _READ else _as_text(block) for block in content]}


def _as_text(block: dict[str, Any]) -> dict[str, Any]:
    return {"type": "text", "text": json.dumps(block)}
