"""What the Messages API refuses in a history: tool calls whose results do not follow at once."""

from typing import Any, NamedTuple

from coach.memoize import by_identity

_ADDRESS = "https://offline.invalid/v1/messages"


def check(messages: list[dict[str, Any]]) -> None:
    """Raise what the SDK raises where a call and its result are apart."""
    called: frozenset[str] = frozenset()
    for index, (results, calls) in enumerate((*map(_ids, messages), _Ids())):
        if missing := called - results:
            raise _refused(f"messages.{index - 1}: tool_use without tool_result: {', '.join(sorted(missing))}")
        if orphans := results - called:
            raise _refused(f"messages.{index}: tool_result without tool_use: {', '.join(sorted(orphans))}")
        called = calls


class _Ids(NamedTuple):
    """Of the tool calls that a message answers and of those that it makes."""

    results: frozenset[str] = frozenset()
    calls: frozenset[str] = frozenset()


@by_identity
def _ids(message: dict[str, Any]) -> _Ids:
    """Looked up once: a message is sent again and never changed."""
    content = message["content"]
    blocks = [] if isinstance(content, str) else [block for block in content or () if isinstance(block, dict)]
    return _Ids(
        frozenset(str(block.get("tool_use_id")) for block in blocks if block.get("type") == "tool_result"),
        frozenset(str(block.get("id")) for block in blocks if block.get("type") == "tool_use"),
    )


def _refused(what: str) -> Exception:
    import anthropic  # which takes a second, and an offline coach is asked well
    import httpx2  # the transport of the SDK, whose errors carry its responses

    response = httpx2.Response(400, request=httpx2.Request("POST", _ADDRESS))
    return anthropic.BadRequestError(what, response=response, body=None)
