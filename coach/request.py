"""The Messages API request of a session's state. Pure; knows no client and no answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from coach.canonical_json import digest
from coach.context import changes, constants
from coach.families import family_of
from coach.memoize import by_identity
from coach.memory import begun_at, fitting
from coach.policy import PolicyRow
from coach.session import Session, replace
from coach.states import State
from coach.thread import in_user_turns
from coach.variants import Variant

Request = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, with what of it the session's events keep: `prompt`, `context` and `anew` of `ModelCalled`.

    `prompt`: SHA-256 of the canonical JSON of an object with `system` and `tools`. `shows_updates`: the words in
    thinking blocks are notes for the athlete.
    """

    request: Request
    prompt: str
    context: dict[str, Any] | None = None
    anew: int | None = None
    shows_updates: bool = False


@dataclass(frozen=True, slots=True)
class RequestSettings:
    """What requests are made with. `models`: tier to model id. `user`: an opaque id of the session, sent along."""

    row: PolicyRow
    variant: Variant
    models: Mapping[str, str]
    user: str | None = None


def request_of(session: Session, settings: RequestSettings) -> Asked:
    """What to ask in the session's state; a conversation of too many tokens is begun again, between two turns."""
    most, thread = settings.variant.settings.limits.history_tokens, session.thread
    if thread.tokens > most and thread.messages[-1]["role"] == "assistant":
        return begun_anew(session, settings, lines=fitting(session.talk, most // 4))
    return _asked(session, settings, None)


def begun_anew(session: Session, settings: RequestSettings, *, lines: int) -> Asked:
    """The same with the state's conversation begun again: after at most `lines` of the newest visible lines."""
    start = max(0, len(session.talk) - lines)
    theirs = [index for index, line in enumerate(session.talk) if line.role == "user"]
    anew = next((index for index in theirs if index >= start), theirs[-1])
    threads = {**session.threads, session.state: begun_at(session, anew)}
    return _asked(replace(session, threads=threads), settings, anew)


def _asked(session: Session, settings: RequestSettings, anew: int | None) -> Asked:
    row, variant, model = settings.row, settings.variant.settings, settings.models[settings.row.tier]
    family, context = family_of(model), changes(session)
    frame = _frame(session, row, settings.variant, strict=family.strict_tools)
    messages, updates = session.thread.extended(context), row.speaks and family.progress_updates
    request: Request = {
        "model": model,
        "max_tokens": getattr(variant.limits, f"max_tokens_{row.tier}"),
        "timeout": variant.waiting.attempt_s,  # the SDK refuses long answers without one
        "system": frame.system,
        "messages": list(messages if family.system_messages else in_user_turns(messages)),
        "tools": frame.tools,
        "tool_choice": row.tool_choice if family.forced_tool_choice else {"type": "auto"},
        "cache_control": {"type": "ephemeral"},
        **_thinking(getattr(variant.thinking, row.tier), getattr(variant.effort, row.tier), updates=updates),
        **({"metadata": {"user_id": settings.user}} if settings.user else {}),
    }
    return Asked(request, frame.prompt, context, anew, updates)


class _Frame(NamedTuple):
    """What stands before the conversation: system blocks, tools, and the hash of both."""

    system: list[dict[str, Any]]
    tools: list[dict[str, Any]]
    prompt: str


def _frame(session: Session, row: PolicyRow, variant: Variant, *, strict: bool) -> _Frame:
    """The frame of a state's requests, the same bytes in every session of the variant; made once."""
    made, key = _frames_of(variant), (session.state, row, strict)
    if key not in made:
        constant = constants(session.state, variant.settings.manners.model_dump())
        system: list[dict[str, Any]] = [
            {"type": "text", "text": f"{variant.prompts[row.prompt]}\n{variant.prompts['notes.md']}"},
            {"type": "text", "text": constant, "cache_control": {"type": "ephemeral"}},
        ]
        tools = [tool.strict_definition if strict else tool.definition for tool in row.tools]
        made[key] = _Frame(system, tools, digest({"system": system, "tools": tools}))
    return made[key]


@by_identity
def _frames_of(_variant: Variant) -> dict[tuple[State, PolicyRow, bool], _Frame]:
    """The frames that were made for a variant."""
    return {}


_UPDATES_BETA = {"anthropic-beta": "thinking-display-updates-2026-08-18"}


def _thinking(kind: str | None, effort: str | None, *, updates: bool) -> Request:
    """The parameters for thinking and effort; none where the variant leaves them to the model.

    `updates`: the words between tool calls come back in thinking blocks, while what is only thought stays empty.
    """
    found: Request = {"output_config": {"effort": effort}} if effort else {}
    if updates and kind != "between_tools":  # which takes no other field beside it
        return {**found, "thinking": {"type": "adaptive", "display": "updates"}, "extra_headers": _UPDATES_BETA}
    return {**found, "thinking": {"type": kind}} if kind else found
