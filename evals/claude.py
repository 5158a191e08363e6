"""The coach's own calls to Claude inside an Inspect sample: in its log with their usage, and under its limits.

The calls are the product's (the SDK, `coach.waiting`); Inspect would rebuild them. It has no public way to tell it of a
call that it did not make, so three private names are used; `tests/evals/test_claude_over_http.py` holds them.
"""

from typing import Any

from anthropic.types import Message
from inspect_ai._util.working import sample_wait
from inspect_ai.event import ModelEvent
from inspect_ai.log import transcript
from inspect_ai.model import (
    ChatMessageSystem,
    GenerateConfig,
    ModelCall,
    get_model,
    messages_from_anthropic,
    model_output_from_anthropic,
)
from inspect_ai.model._model import record_and_check_model_usage
from inspect_ai.tool import ToolInfo, ToolParams
from inspect_ai.util import concurrency
from inspect_ai.util._limit import check_cost_limit, check_token_limit, check_turn_limit, record_turn

from coach.model import LastCall
from coach.waiting import WaitingClient

__all__ = ["RecordedClaude", "waiting_of_sample"]


async def waiting_of_sample(seconds: float) -> None:
    """Sleep; Inspect counts it as waiting, not as work of the sample."""
    import anyio

    with sample_wait():
        await anyio.sleep(seconds)


class RecordedClaude:
    """`client`, whose answers are recorded in the running sample; at most `most` calls at once in the run."""

    def __init__(self, client: WaitingClient, most: int) -> None:
        self._client, self._most = client, most

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
        await self._record(request, message)
        return message

    async def _record(self, request: dict[str, Any], message: Message) -> None:
        output = await model_output_from_anthropic(message)
        model = get_model(f"anthropic/{request['model']}")
        system = [ChatMessageSystem(content=block["text"]) for block in request["system"]]
        sent = {key: value for key, value in request.items() if key != "timeout"}
        transcript()._event(  # noqa: SLF001 (see above)
            ModelEvent(
                model=str(model),
                input=[*system, *await messages_from_anthropic(request["messages"])],
                tools=[
                    ToolInfo(name=t["name"], description=t["description"], parameters=ToolParams())
                    for t in request["tools"]
                ],
                tool_choice="auto",
                config=GenerateConfig(max_tokens=request["max_tokens"]),
                output=output,
                retries=self._client.last.retries or None,
                call=ModelCall.create(sent, message.model_dump(mode="json"), time=self._client.last.seconds),
                working_time=self._client.last.seconds,
            )
        )
        if output.usage is not None:
            record_and_check_model_usage(model, output.usage, output=output)
        record_turn()
