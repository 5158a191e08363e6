"""What the Messages API refuses in a history: tool calls whose results do not follow at once."""

from typing import Any

_ADDRESS = "https://offline.invalid/v1/messages"


def check(messages: list[dict[str, Any]]) -> None:
    """Raise what the SDK raises where a call and its result are apart."""
    called: frozenset[str] = frozenset()
    for index, message in enumerate([*messages, {"content": []}]):
        results = _ids(message, "tool_result", "tool_use_id")
        if missing := called - results:
            raise _refused(f"messages.{index - 1}: tool_use without tool_result: {', '.join(sorted(missing))}")
        if orphans := results - called:
            raise _refused(f"messages.{index}: tool_result without tool_use: {', '.join(sorted(orphans))}")
        called = _ids(message, "tool_use", "id")


def _ids(message: dict[str, Any], kind: str, key: str) -> frozenset[str]:
    content = message["content"]
    if isinstance(content, str) or not content:
        return frozenset()
    return frozenset(str(block.get(key)) for block in content if isinstance(block, dict) and block.get("type") == kind)


def _refused(what: str) -> Exception:
    import anthropic  # which takes a second, and an offline coach is asked well
    import httpx2  # the transport of the SDK, whose errors carry its responses

    response = httpx2.Response(400, request=httpx2.Request("POST", _ADDRESS))
    return anthropic.BadRequestError(what, response=response, body=None)
