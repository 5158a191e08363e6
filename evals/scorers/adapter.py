"""Between Inspect and the checks: a sample's state to a session and a persona, a verdict to a score."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from contextvars import ContextVar
from functools import partial
from typing import Any, Literal, NamedTuple
from weakref import finalize

from inspect_ai.model import ChatMessage, Content, ContentReasoning
from inspect_ai.scorer import Score, Scorer, Target
from inspect_ai.solver import TaskState
from pydantic import ValidationError

from coach.errors import InputError
from coach.records.problems import first_problem
from evals.checks.registry import CHECKS
from evals.checks.verdict import Verdict
from evals.checks.view import Case
from evals.checks.withheld_thinking import THINKING
from evals.interchange.known import reasons_in, speaks
from evals.interchange.read import cases
from evals.interchange.schema import InterchangeMessage, InterchangeSession
from evals.judging import Verdicts, judged, stored_case, verdicts_of
from evals.viewing import linked

KEY = "session"
"""Where a sample's store holds the session (`evals.session.as_stored`)."""
judges: ContextVar[Executor | None] = ContextVar("judges", default=None)
"""The processes that judge the sessions of a run that was started in this context; None: a thread of this one."""

on_session_end: ContextVar[Callable[[bool], object]] = ContextVar("on_session_end", default=lambda _failed: None)
"""Called when a session of a run that was started in this context has ended and is judged: whether it broke, or a check
failed it. Not of a session that was stopped on its way, which nobody judges."""

_BESIDE = ("persona", "plan", "outcome", "today", "internal")
"""Keys of a foreign sample's metadata that mean what they mean in the interchange format."""
_SIDES: dict[str, Literal["athlete", "coach"]] = {"user": "athlete", "assistant": "coach"}


def case_of(state: TaskState) -> Case | None:
    """The session and the persona as they were when the sample ran; of another coach's log, its messages.

    None where there was no talk, or where the events are not those that were hashed; `InputError` where a foreign
    sample says something of itself that cannot be.
    """
    stored = _stored(state)
    return _foreign(state) if stored is None else stored_case(stored, state.metadata)


def _stored(state: TaskState) -> dict[str, Any] | None:
    """The session of ours that the sample holds."""
    stored = state.store.get(KEY)
    return stored if isinstance(stored, dict) and {"events", "hashes"} <= stored.keys() else None


class _Judged(NamedTuple):
    stored: dict[str, Any] | None
    verdicts: asyncio.Task[Verdicts]


_JUDGED: dict[int, _Judged] = {}
"""Identity of a sample's store to its verdicts, as long as the store lives: judged once for all scorers."""


async def verdicts(state: TaskState) -> Verdicts:
    """Every check's verdict on the sample's session, judged off the event loop, so that other sessions go on."""
    stored, key = _stored(state), id(state.store)
    if key not in _JUDGED:
        finalize(state.store, _JUDGED.pop, key, None)
    if key not in _JUDGED or _JUDGED[key].stored is not stored:
        _JUDGED[key] = _Judged(stored, asyncio.ensure_future(_off_loop(state, stored)))
    return await _JUDGED[key].verdicts


async def _off_loop(state: TaskState, stored: dict[str, Any] | None) -> Verdicts:
    if stored is None:
        return await asyncio.to_thread(verdicts_of, partial(_foreign, state))
    try:
        found = await asyncio.get_running_loop().run_in_executor(judges.get(), judged, stored, state.metadata)
    except BrokenProcessPool:  # a process was killed (out of memory?), which ends its pool
        found = await asyncio.to_thread(judged, stored, state.metadata)
    on_session_end.get()(bool(stored.get("error")) or any(each.passed is False for each in found.values()))
    return found


def _foreign(state: TaskState) -> Case | None:
    """The talk of a sample that another solver made: user is the athlete, assistant the coach.

    System messages, thinking and what tools were told as reasons are internal; thinking that was withheld is lost.
    What the metadata tell beside it counts as in the interchange format.
    """
    said = tuple(
        InterchangeMessage(role=_SIDES[message.role], text=message.text, unseen=unseen)
        for message in state.messages
        if message.role in _SIDES and ((unseen := _has_unseen(message)) or message.text.strip())
    )
    if not any(message.role == "coach" for message in said):
        return None
    prompts = [message.text for message in state.messages if message.role == "system"]
    thinking = [part for message in state.messages for part in _parts(message) if isinstance(part, ContentReasoning)]
    calls = [call for message in state.messages for call in getattr(message, "tool_calls", None) or ()]
    known = (text for part in thinking for text in ("" if part.redacted else part.reasoning, part.summary) if text)
    thoughts = [*known, *(why for call in calls for why in reasons_in(call.arguments))]
    beside = {key: told for key in _BESIDE if (told := state.metadata.get(key)) is not None}
    lost = [] if prompts or "internal" in beside else ["the system prompt"]
    hidden = not thinking and bool(state.output.usage and state.output.usage.reasoning_tokens)
    lost += [THINKING] if hidden or any(part.redacted or not part.reasoning for part in thinking) else []
    told = beside.get("internal", [])
    internal = [*told, *prompts, *thoughts] if isinstance(told, list) else told
    try:
        session = InterchangeSession.model_validate(
            {"id": state.sample_id, "messages": said, **beside, "internal": internal, "lost": lost}
        )
    except ValidationError as error:
        raise InputError(f"metadata.{first_problem(error)}") from error
    return cases(session).talk


def _parts(message: ChatMessage) -> Sequence[Content]:
    return () if isinstance(message.content, str) else message.content


def _has_unseen(message: ChatMessage) -> bool:
    """Whether it may show words that no text holds: sound, a picture, a file, or what a tool says to the athlete."""
    calls = getattr(message, "tool_calls", None) or ()
    return any(part.type not in {"text", "reasoning", "tool_use"} for part in _parts(message)) or any(
        speaks(call.function, call.arguments) for call in calls
    )


def scorer_of(name: str) -> Scorer:
    """The body of the scorer `name`: the check's verdict, its findings linked to the messages of a session of ours.

    A sample without a session is not judged.
    """

    async def score(state: TaskState, target: Target) -> Score:
        return to_score((await verdicts(state))[name], CHECKS[name].version, state.messages if _stored(state) else ())

    return score


def to_score(verdict: Verdict, version: int, messages: Sequence[ChatMessage] = ()) -> Score:
    """`Score.unscored` where nothing was judged, so that no metric counts it; the word stays in the metadata.

    A number that is neither pass nor fail (a cost) is a score. `messages`: of the session, to link findings to.
    """
    metadata = {
        "value": verdict.value,
        "passed": verdict.passed,
        "version": version,
        "findings": [finding.model_dump(mode="json", exclude_none=True) for finding in verdict.findings],
        "judged": verdict.judged,
        "counts": verdict.counts,
    }
    if verdict.passed is None and isinstance(verdict.value, str):
        return Score.unscored(reason=str(verdict.value), explanation=verdict.explanation, metadata=metadata)
    score = Score(value=verdict.value, explanation=verdict.explanation, metadata=metadata)
    return linked(score, verdict.findings, messages)
