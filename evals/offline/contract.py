"""What the Messages API refuses in a history: tool calls whose results do not follow at once."""

from typing import Any, NamedTuple

from coach.memoize import by_identity

_ADDRESS = "https://offline.invalid/v1/messages"


def check(messages: list[dict[str, Any]]) -> None:
    """Raise what the SDK raises where a call and its result are apart."""
    called: frozenset[str] = frozenset()
    for index, (results, calls) in enumerate((*map(_ids, messages), _NO_IDS)):
        if missing := called - results:
            raise _refused(f"messages.{index - 1}: tool_use without tool_result: {', '.join(sorted(missing))}")
        if orphans := results - called:
            raise _refused(f"messages.{index}: tool_result without tool_use: {', '.join(sorted(orphans))}")
        called = calls


class _Ids(NamedTuple):
    """Of the tool calls that a message answers and of those that it makes."""

    results: frozenset[str]
    calls: frozenset[str]


_NO_IDS = _Ids(frozenset(), frozenset())


@by_identity
def _ids(message: dict[str, Any]) -> _Ids:
    """Looked up once: a message is sent again and never changed."""
    content = message["content"]
    if isinstance(content, str) or not content:
        return _NO_IDS
    return _Ids(_those(content, "tool_result", "tool_use_id"), _those(content, "tool_use", "id"))


def _those(blocks: list[Any], kind: str, key: str) -> frozenset[str]:
    return frozenset(str(block.get(key)) for block in blocks if isinstance(block, dict) and block.get("type") == kind)


def _refused(what: str) -> Exception:
    import anthropic  # which takes a second, and an offline coach is asked well
    import httpx2  # the transport of the SDK, whose errors carry its responses

    response = httpx2.Response(400, request=httpx2.Request("POST", _ADDRESS))
    return anthropic.BadRequestError(what, response=response, body=None)
