"""The Messages API request of a session's state. Pure; knows no client and no answer."""

import hashlib
from dataclasses import dataclass
from typing import Any

from coach.canonical_json import canonical
from coach.context import changes, constants
from coach.families import family_of
from coach.fold import Session, replace
from coach.policy import Row
from coach.states import State
from coach.thread import begun
from coach.variants import Variant

__all__ = ["Asked", "Request", "begun_anew", "prompt_hash", "request_of"]

Request = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, with what of it the session's events have to keep: `context` and `anew` of `ModelCalled`.

    `shows_updates`: the words in thinking blocks are notes for the athlete.
    """

    request: Request
    context: dict[str, Any] | None = None
    anew: int | None = None
    shows_updates: bool = False


def request_of(session: Session, row: Row, variant: Variant, models: dict[str, str]) -> Asked:
    """What to ask in the session's state; a conversation of too many messages is begun again."""
    most = variant.settings.limits.history_messages
    if len(session.thread.messages) > most:
        return begun_anew(session, row, variant, models, lines=most)
    return _asked(session, row, variant, models, None)


def begun_anew(session: Session, row: Row, variant: Variant, models: dict[str, str], *, lines: int) -> Asked:
    """The same with the state's conversation begun again: after at most `lines` of the newest visible lines."""
    start = max(0, len(session.talk) - lines)
    theirs = [index for index, line in enumerate(session.talk) if line.role == "user"]
    anew = next((index for index in theirs if index >= start), theirs[-1])
    threads = {**session.threads, session.state: begun(session.talk[anew:])}
    return _asked(replace(session, threads=threads), row, variant, models, anew)


def _asked(session: Session, row: Row, variant: Variant, models: dict[str, str], anew: int | None) -> Asked:
    settings, model = variant.settings, models[row.tier]
    family, context = family_of(model), changes(session)
    updates = row.speaks and family.progress_updates
    request: Request = {
        "model": model,
        "max_tokens": getattr(settings.limits, f"max_tokens_{row.tier}"),
        "timeout": settings.limits.timeout_s,  # the SDK refuses long answers without one
        "system": _system(row, session.state, variant),
        "messages": list(session.thread.extended(context)),
        "tools": [tool.strict_definition if family.strict_tools else tool.definition for tool in row.tools],
        "tool_choice": row.tool_choice if family.forced_tool_choice else {"type": "auto"},
        "cache_control": {"type": "ephemeral"},
        **_thinking(getattr(settings.thinking, row.tier), getattr(settings.effort, row.tier), updates=updates),
    }
    return Asked(request, context, anew, updates)


def _system(row: Row, state: State, variant: Variant) -> list[dict[str, Any]]:
    """The prompt and the constants of a state: the same bytes in every session of the variant."""
    constant = constants(state, variant.settings.manners.model_dump())
    return [
        {"type": "text", "text": f"{variant.prompts[row.prompt]}\n{variant.prompts['notes.md']}"},
        {"type": "text", "text": constant, "cache_control": {"type": "ephemeral"}},
    ]


_UPDATES_BETA = {"anthropic-beta": "thinking-display-updates-2026-08-18"}


def _thinking(kind: str | None, effort: str | None, *, updates: bool) -> Request:
    """The parameters for thinking and effort; none where the variant leaves them to the model.

    `updates`: the words between tool calls come back in thinking blocks, while what is only thought stays empty.
    """
    found: Request = {"output_config": {"effort": effort}} if effort else {}
    if updates and kind != "between_tools":  # which takes no other field beside it
        return {**found, "thinking": {"type": "adaptive", "display": "updates"}, "extra_headers": _UPDATES_BETA}
    return {**found, "thinking": {"type": kind}} if kind else found


def prompt_hash(request: Request) -> str:
    """SHA-256 of what frames the conversation, the canonical JSON of an object with `system` and `tools`."""
    written = canonical(request["system"]), _tools_written(request["tools"])
    return hashlib.sha256(b'{"system":%b,"tools":%b}' % written).hexdigest()


_TOOLS: dict[tuple[int, ...], tuple[list[Any], bytes]] = {}
"""Identities of tool definitions to the definitions, which keeps them alive, and their canonical JSON."""


def _tools_written(tools: list[Any]) -> bytes:
    """The canonical JSON of `tools`, whose definitions never change; a state's are written once a process."""
    key = tuple(map(id, tools))
    if key not in _TOOLS:
        _TOOLS[key] = (tools, canonical(tools))
    return _TOOLS[key][1]
