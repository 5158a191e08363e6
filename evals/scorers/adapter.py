"""Between Inspect and the checks: a sample's state to a session and a persona, a verdict to a score."""

from collections.abc import Iterator, Mapping
from threading import Lock
from typing import Any, Literal, NamedTuple
from weakref import finalize

import anyio.to_thread
from inspect_ai.model import ChatMessage, ContentReasoning
from inspect_ai.scorer import Score, Scorer, Target
from inspect_ai.solver import TaskState
from pydantic import ValidationError

from coach.errors import InputError
from coach.store.chain import hashes
from evals.checks.case import Case
from evals.checks.registry import CHECKS, Check
from evals.checks.verdict import Verdict
from evals.checks.view import view
from evals.interchange.read import cases
from evals.interchange.schema import Message, Session
from evals.internal_texts import prompts_of
from personas.persona import Persona

KEY = "session"
"""Where a sample's store holds the session (`evals.session.as_stored`)."""


_BESIDE = ("persona", "plan", "outcome", "today", "internal")
"""Keys of a foreign sample's metadata that mean what they mean in the interchange format."""
_SIDES: dict[str, Literal["athlete", "coach"]] = {"user": "athlete", "assistant": "coach"}


def case_of(state: TaskState) -> Case | None:
    """The session and the persona as they were when the sample ran; of another coach's log, its messages.

    None where there was no talk, or where the events are not those that were hashed; `InputError` where a foreign
    sample says something of itself that cannot be.
    """
    stored = state.store.get(KEY)
    if not isinstance(stored, dict) or not {"events", "hashes"} <= stored.keys():
        return _foreign(state)
    key = id(state.store)
    if key not in _CASES:
        finalize(state.store, _CASES.pop, key, None)
    if key not in _CASES or _CASES[key].stored is not stored:
        _CASES[key] = _Known(stored, _case(stored, state.metadata))
    return _CASES[key].case


class _Known(NamedTuple):
    stored: dict[str, Any]
    case: Case | None


_CASES: dict[int, _Known] = {}
"""Identity of a sample's store to its case, as long as the store lives: read and verified once for all scorers."""


def _case(stored: dict[str, Any], metadata: Mapping[str, Any]) -> Case | None:
    if tuple(stored["hashes"]) != hashes(stored["events"]):
        return None
    session = view(stored)
    prompts = prompts_of(session, source=metadata.get("variant_source"))
    return Case(session, Persona.model_validate(metadata["persona"]), prompts.texts, prompts.lost)


def _foreign(state: TaskState) -> Case | None:
    """The talk of a sample that another solver made: user is the athlete, assistant the coach.

    System messages and thinking are internal. What the metadata tell beside it counts as in the interchange format.
    """
    said = tuple(
        Message(role=_SIDES[message.role], text=message.text)
        for message in state.messages
        if message.role in _SIDES and message.text.strip()
    )
    if not any(message.role == "coach" for message in said):
        return None
    prompts = [message.text for message in state.messages if message.role == "system"]
    thoughts = [thought for message in state.messages for thought in _thoughts(message)]
    beside = {key: told for key in _BESIDE if (told := state.metadata.get(key)) is not None}
    lost = [] if prompts or "internal" in beside else ["the system prompt"]
    told = beside.get("internal", [])
    internal = [*told, *prompts, *thoughts] if isinstance(told, list) else told
    try:
        session = Session.model_validate(
            {"id": state.sample_id, "messages": said, **beside, "internal": internal, "lost": lost}
        )
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise InputError(f"metadata.{'.'.join(map(str, first['loc']))}: {first['msg']}") from error
    return cases(session).talk


def _thoughts(message: ChatMessage) -> Iterator[str]:
    content: Any = message.content
    if not isinstance(content, str):
        yield from (part.reasoning for part in content if isinstance(part, ContentReasoning) and part.reasoning)


def scorer_of(name: str) -> Scorer:
    """The body of the scorer `name`: judge the case; a sample without a session is not judged."""
    check = CHECKS[name]

    async def score(state: TaskState, target: Target) -> Score:
        try:
            case = case_of(state)
        except InputError as error:
            return to_score(Verdict(value="not_judged", passed=None, explanation=str(error)), check.version)
        if case is None:
            nothing = Verdict(value="not_judged", passed=None, explanation="the sample holds no unaltered session")
            return to_score(nothing, check.version)
        return to_score(await anyio.to_thread.run_sync(_judged, check, case), check.version)

    return score


_ONE_AT_A_TIME = Lock()


def _judged(check: Check, case: Case) -> Verdict:
    """For a worker thread, so that other sessions go on talking; checks share caches that are not for several."""
    with _ONE_AT_A_TIME:
        return check.judge(case)


def to_score(verdict: Verdict, version: int) -> Score:
    """`Score.unscored` where nothing was judged, so that no metric counts it; the word stays in the metadata.

    A number that is neither pass nor fail (a cost) is a score.
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
    return Score(value=verdict.value, explanation=verdict.explanation, metadata=metadata)
