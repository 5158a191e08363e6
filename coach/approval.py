"""Who is asked before a tool runs, and for which tools. Knows no terminal."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from coach.errors import InputError
from coach.policy import PolicyRow
from coach.states import State

Approve = Callable[[str, dict[str, Any]], Awaitable[bool]]
"""Tool and input to whether the call may run."""


async def nobody(_tool: str, _input: dict[str, Any]) -> bool:
    """Where nobody is there to approve a call, it is not approved."""
    return False


def known_tools(policy: Mapping[State, PolicyRow], names: Iterable[str]) -> tuple[str, ...]:
    """The names, sorted, each once; `InputError` for one that is no tool of `policy`."""
    known = sorted({tool.name for row in policy.values() for tool in row.tools})
    asked = tuple(sorted(set(names)))
    if unknown := [name for name in asked if name not in known]:
        raise InputError(f"there is no tool {unknown[0]!r} to approve; there are {', '.join(known)}")
    return asked
