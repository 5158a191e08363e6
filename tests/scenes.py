"""Requests as the offline coach meets them, made by hand."""

from typing import Any

from evals.offline.request_view import RequestTurn, RequestView
from personas.acts import Act

ALL_TOOLS = frozenset({"collect_data", "correct_data", "intake_complete", "change_goal"})


def coach(text: str, *acts: Act) -> RequestTurn:
    return RequestTurn("assistant", (text,), acts, (), ())


def athlete(text: str, *acts: Act) -> RequestTurn:
    return RequestTurn("user", (text,), acts, (), ())


def misunderstood(text: str) -> RequestTurn:
    """What the athlete says, and nobody understands."""
    return RequestTurn("user", (text,), None, (), ())


def called(name: str, given: dict[str, Any]) -> tuple[RequestTurn, RequestTurn]:
    """A call of the coach, and the result that it gets."""
    return RequestTurn("assistant", (), (), ((name, given),), ()), RequestTurn("user", (), (), (), (("ok", False),))


def scene(*turns: RequestTurn, tools: frozenset[str] = ALL_TOOLS, **sections: Any) -> RequestView:
    return RequestView(sections, turns, tools)
