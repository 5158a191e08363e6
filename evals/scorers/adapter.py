"""Between Inspect and the checks: a sample's state to a session and a persona, a verdict to a score."""

from inspect_ai.scorer import Score, Scorer, Target
from inspect_ai.solver import TaskState

from coach.store.chain import hashes
from evals.checks.case import Case
from evals.checks.registry import CHECKS
from evals.checks.verdict import Verdict
from evals.checks.view import view
from evals.internal_texts import prompts_of
from personas.persona import Persona

KEY = "session"
"""Where a sample's store holds the session (`evals.session.as_stored`)."""


def case_of(state: TaskState) -> Case | None:
    """The session and the persona as they were when the sample ran.

    None where no session was recorded, or where its events are not those that were hashed.
    """
    stored = state.store.get(KEY)
    if not stored or tuple(stored["hashes"]) != hashes(stored["events"]):
        return None
    session = view(stored)
    return Case(session, Persona.model_validate(state.metadata["persona"]), prompts_of(session))


def scorer_of(name: str) -> Scorer:
    """The body of the scorer `name`: judge the case; a sample without a session is not judged."""
    check = CHECKS[name]

    async def score(state: TaskState, target: Target) -> Score:
        case = case_of(state)
        if case is None:
            nothing = Verdict(value="not_judged", passed=None, explanation="the sample holds no unaltered session")
            return to_score(nothing, check.version)
        return to_score(check.judge(case), check.version)

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
