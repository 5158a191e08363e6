"""What the Messages API refuses in a history: tool calls whose results do not follow at once."""

from typing import Any

import anthropic
import httpx2  # the transport of the SDK, whose errors carry its responses

_ADDRESS = "https://offline.invalid/v1/messages"


def check(messages: list[dict[str, Any]]) -> None:
    """Raise what the SDK raises where a call and its result are apart."""
    for index, message in enumerate(messages):
        following = messages[index + 1] if index + 1 < len(messages) else {"content": []}
        if missing := _ids(message, "tool_use", "id") - _ids(following, "tool_result", "tool_use_id"):
            raise _refused(f"messages.{index}: tool_use without tool_result: {', '.join(sorted(missing))}")
        before = messages[index - 1] if index else {"content": []}
        if orphans := _ids(message, "tool_result", "tool_use_id") - _ids(before, "tool_use", "id"):
            raise _refused(f"messages.{index}: tool_result without tool_use: {', '.join(sorted(orphans))}")


def _ids(message: dict[str, Any], kind: str, key: str) -> set[str]:
    content = message["content"]
    if isinstance(content, str):
        return set()
    return {str(block.get(key)) for block in content if isinstance(block, dict) and block.get("type") == kind}


def _refused(what: str) -> anthropic.BadRequestError:
    response = httpx2.Response(400, request=httpx2.Request("POST", _ADDRESS))
    return anthropic.BadRequestError(what, response=response, body=None)
