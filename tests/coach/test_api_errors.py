"""What is said of an error of the Messages API, and whose failure it is."""

import anthropic
import httpx2
import pytest

from coach.api_errors import failure_of
from coach.errors import ModelFailure, ServiceFailure

REQUEST = httpx2.Request("POST", "http://localhost/v1/messages")


def refusal(status: int, kind: str = "some_error") -> anthropic.APIStatusError:
    body = {"type": "error", "error": {"type": kind, "message": "tools.0: too deep"}}
    return anthropic.APIStatusError("x", response=httpx2.Response(status, request=REQUEST), body=body)


@pytest.mark.parametrize(
    ("error", "said", "of_the_service"),
    [
        (refusal(400), "APIStatusError 400: tools.0: too deep; the API refuses the request itself: its message", False),
        (refusal(401), "401: tools.0: too deep; set ANTHROPIC_API_KEY to a valid key", True),
        (refusal(402), "402: tools.0: too deep; the account cannot pay for the call: add credit", True),
        (refusal(403), "403: tools.0: too deep; the key may not use this model", True),
        (refusal(404), "404: tools.0: too deep; no such model or address: check the model id", True),
        (refusal(413), "413: tools.0: too deep; the conversation is too large: lower history_tokens", True),
        (refusal(429), "429: tools.0: too deep; the rate limit holds: wait", True),
        (refusal(500), "500: tools.0: too deep; the service or the connection is in trouble", True),
        (refusal(529), "529: tools.0: too deep; the service or the connection is in trouble", True),
        (refusal(200, "overloaded_error"), "529: tools.0: too deep; the service or the connection", True),
        (refusal(200, "invalid_request_error"), "400: tools.0: too deep; the API refuses the request itself", False),
        (anthropic.APIConnectionError(request=REQUEST), "Connection error.; the service or the connection", True),
    ],
)
def test_a_failure_says_what_to_do_and_whether_the_service_is_to_blame(
    error: anthropic.APIError, said: str, *, of_the_service: bool
) -> None:
    failure = failure_of(error, "the model call in GOAL_CAPTURE")
    assert isinstance(failure, ModelFailure)
    assert str(failure).startswith("the model call in GOAL_CAPTURE failed: ")
    assert said in str(failure)
    assert isinstance(failure, ServiceFailure) is of_the_service


def test_an_error_of_another_kind_is_no_failure_of_a_model() -> None:
    assert failure_of(ValueError("x"), "the model call") is None
