"""What an error of the Messages API says: its status, whether to try again, and what a person can do. Pure."""

import anthropic

from coach.errors import ModelFailure, ServiceFailure

_BUSY = frozenset({408, 409, 429})
_BROKEN = 500
"""Statuses that say nothing of the request: not now, and from there on that the service itself broke."""
_STREAMED = 200
_STATUS_OF_TYPE = {"rate_limit_error": 429, "api_error": 500, "timeout_error": 504, "overloaded_error": 529}
_LONGEST = 300
_MALFORMED = 400


def status_of(error: anthropic.APIError) -> int | None:
    """The HTTP status, None without an answer; of an error inside a stream, which began with 200, that of its type."""
    status: int | None = getattr(error, "status_code", None)
    if status != _STREAMED or not isinstance(error, anthropic.APIStatusError):
        return status
    return _STATUS_OF_TYPE.get(str(error.type), _MALFORMED)


def may_pass(error: anthropic.APIError) -> bool:
    """Whether nothing came back, or the service was busy or broke: the same request may be answered another time."""
    status = status_of(error)
    return status is None or status in _BUSY or status >= _BROKEN


def failure_of(error: Exception, what: str) -> ModelFailure | None:
    """What an error of the API means for `what` was tried; None for an error of another kind.

    A request that the API refuses as malformed (400) is the engine's own fault. Of any other status the model was not
    heard, so neither it nor the coach is to be judged by that.
    """
    if not isinstance(error, anthropic.APIError):
        return None
    failure = ModelFailure if status_of(error) == _MALFORMED else ServiceFailure
    return failure(f"{what} failed: {in_words(error)}", way_on(error))


def in_words(error: anthropic.APIError) -> str:
    """The error in one line: its kind, its status and what the API says."""
    said = error.api_message if isinstance(error, anthropic.APIStatusError) else None
    status = status_of(error)
    words = " ".join((said or error.message).split())[:_LONGEST]
    return f"{type(error).__name__}{f' {status}' if status else ''}: {words}"


def way_on(error: anthropic.APIError) -> str:
    """What a person can do about it."""
    table = {
        401: "set ANTHROPIC_API_KEY to a valid key",
        402: "the account cannot pay for the call: add credit, or mend its billing details, in the Claude Console",
        403: "the key may not use this model: choose another model or key",
        404: "no such model or address: check the model id and the base URL",
        413: "the conversation is too large: lower history_tokens of the variant",
        429: "the rate limit holds: wait, or lower the number of sessions at once",
    }
    if may_pass(error):
        return table.get(status_of(error) or 0, "the service or the connection is in trouble: try again later")
    return table.get(
        status_of(error) or 0, "the API refuses the request itself: its message says why, retrying does not help"
    )
