"""The offline coach behind the API that OpenAI's SDK speaks: chat completions, whole, without streaming."""

import json
from itertools import dropwhile, takewhile

from servers.loopback import Json, LoopbackApi, Reply

from evals.offline import OfflineCoach
from personas.channel import channel_of


class OpenAiApi(LoopbackApi):
    """Takes its chances from the seed of each request."""

    def answer(self, request: Json) -> Reply:
        seed = request["seed"]
        answered = OfflineCoach(seed, channel_of(seed)).answer(_asked(request))
        calls = [_call(block) for block in answered.content if block["type"] == "tool_use"]
        text = "".join(block["text"] for block in answered.content if block["type"] == "text")
        message = {"role": "assistant", "content": text or None, **({"tool_calls": calls} if calls else {})}
        choice = {"index": 0, "finish_reason": "tool_calls" if calls else "stop", "message": message}
        usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
        head = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": request["model"]}
        return Reply({**head, "choices": [choice], "usage": usage})


def _call(block: Json) -> Json:
    function = {"name": block["name"], "arguments": json.dumps(block["input"])}
    return {"id": block["id"], "type": "function", "function": function}


def _asked(request: Json) -> Json:
    """The request as the Messages API would have it."""
    messages = request["messages"]
    return {
        "model": "offline/coach",
        "system": "\n".join(_text(m) for m in takewhile(_is_system, messages)),
        "messages": [_turn(m) for m in dropwhile(_is_system, messages)],
        "tools": [{"name": tool["function"]["name"]} for tool in request["tools"]],
    }


def _is_system(message: Json) -> bool:
    return bool(message["role"] == "system")


def _text(message: Json) -> str:
    content = message.get("content") or ""
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


def _turn(message: Json) -> Json:
    text = _text(message)
    if message["role"] == "system":
        return {"role": "system", "content": text}
    if message["role"] == "tool":
        return {"role": "user", "content": [{"type": "tool_result", "content": text, "is_error": False}]}
    said = [{"type": "text", "text": text}] if text.strip() else []
    calls = [
        {"type": "tool_use", "name": c["function"]["name"], "input": json.loads(c["function"]["arguments"])}
        for c in message.get("tool_calls") or []
    ]
    return {"role": message["role"], "content": [*said, *calls]}
