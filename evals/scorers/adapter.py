"""Between Inspect and the checks: a sample's state to a session and a persona, a verdict to a score."""

from collections.abc import Callable
from typing import Any, NamedTuple

from inspect_ai.scorer import Score, Target
from inspect_ai.solver import TaskState

from evals.checks.verdict import Verdict
from evals.checks.view import SessionView, view
from personas.persona import Persona

KEY = "session"
"""Where a sample's store holds the session (`evals.session.as_stored`)."""


class Case(NamedTuple):
    session: SessionView
    persona: Persona
    metadata: dict[str, Any]


def case_of(state: TaskState) -> Case | None:
    """The session and the persona as they were when the sample ran; None where no session was recorded."""
    stored = state.store.get(KEY)
    if not stored:
        return None
    return Case(view(stored), Persona.model_validate(state.metadata["persona"]), state.metadata)


def score_with(check: Callable[[Case], Verdict], version: int) -> Callable[[TaskState, Target], Any]:
    """The body of a scorer: judge the case; a sample without a session is not judged."""

    async def score(state: TaskState, target: Target) -> Score:
        case = case_of(state)
        if case is None:
            nothing = Verdict(value="not_judged", passed=None, explanation="the sample holds no session")
            return to_score(nothing, version)
        return to_score(check(case), version)

    return score


def to_score(verdict: Verdict, version: int) -> Score:
    """`Score.unscored` where nothing was judged, so that no metric counts it; the word stays in the metadata."""
    metadata = {
        "value": verdict.value,
        "passed": verdict.passed,
        "version": version,
        "findings": [finding.model_dump(mode="json", exclude_none=True) for finding in verdict.findings],
        "judged": verdict.judged,
    }
    if verdict.passed is None:
        return Score.unscored(reason=str(verdict.value), explanation=verdict.explanation, metadata=metadata)
    return Score(value=verdict.value, explanation=verdict.explanation, metadata=metadata)
