"""A talk as the offline coach sees it, made by hand."""

from collections.abc import Callable
from typing import Any

import pytest

from evals.offline.request_view import RequestTurn, RequestView
from personas.acts import Act

ALL_TOOLS = frozenset({"collect_data", "correct_data", "intake_complete", "change_goal"})

Scene = Callable[..., RequestView]


@pytest.fixture
def scene() -> Scene:
    """`scene(("coach" | "athlete", text, acts), ..., tools=..., known={...})`: the turns and sections of a request."""

    def build(
        *turns: tuple[str, str, tuple[Act, ...] | None], tools: frozenset[str] = ALL_TOOLS, **told: Any
    ) -> RequestView:
        roles = {"coach": "assistant", "athlete": "user"}
        return RequestView(
            told, tuple(RequestTurn(roles[who], (text,), acts, (), ()) for who, text, acts in turns), tools
        )

    return build
