"""A client that sends a coach's requests as append-only threads, one for each set of tools, as both 5.5 models demand.

System prompt and tools of a thread never change; what was sent is never edited; the engine's context is a `system`
message behind the newest user turn; answers go back verbatim. A thread begins, and goes on after another one, with the
visible talk so far as plain messages.
"""

from typing import Any

from anthropic import AsyncAnthropic
from anthropic.types import Message

Json = dict[str, Any]


class AppendOnly:
    """`messages.create` for `coach.loop.Coach`; `session`: told in `metadata`, the seed of the served models."""

    def __init__(self, client: AsyncAnthropic, session: int, *, stream: bool) -> None:
        self._client, self._session, self._stream = client, str(session), stream
        self._threads: dict[tuple[str, ...], tuple[list[Json], int]] = {}

    @property
    def messages(self) -> "AppendOnly":
        return self

    async def create(self, **request: Any) -> Message:
        key = tuple(tool["name"] for tool in request["tools"])
        history: list[Json] = list(request["messages"])
        thread, seen = self._threads.get(key, ([], 0))
        new = history[seen + 1 :] if thread else history
        results = [b for m in new[:1] for b in m["content"] if thread and b["type"] == "tool_result"]
        said = [block for message in new for block in message["content"] if block["type"] == "text"]
        prompt, context = request["system"]
        thread += [{"role": "user", "content": [*results, *said]}, {"role": "system", "content": context["text"]}]
        sent = {name: request[name] for name in ("model", "max_tokens", "timeout", "tools")}
        sent |= {"system": prompt["text"], "messages": thread, "cache_control": {"type": "ephemeral"}}
        sent |= {"thinking": {"type": "adaptive", "display": "summarized"}, "metadata": {"user_id": self._session}}
        answer = await self._asked(sent)
        content = [block.model_dump(exclude_none=True) for block in answer.content]
        self._threads[key] = ([*thread, {"role": "assistant", "content": content}], len(history))
        return answer

    async def _asked(self, request: Json) -> Message:
        if not self._stream:
            return await self._client.messages.create(**request)  # type: ignore[no-any-return]
        async with self._client.messages.stream(**request) as stream:
            return await stream.get_final_message()
