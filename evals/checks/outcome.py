"""Did the session end as labelled?"""

from coach.events import GateEvaluated, PlanAccepted, PlanShown, SessionClosed
from evals.checks.verdict import Evidence, Verdict
from evals.checks.view import SessionView
from personas.persona import Persona

VERSION = 5


def check_outcome(session: SessionView, persona: Persona) -> Verdict:
    """pass | fail; not_judged where the session broke for reasons outside the coach."""
    closed = session.last(SessionClosed)
    if session.broke and (closed is None or closed[1].outcome == "failed"):
        return Verdict(value="not_judged", passed=None, explanation=f"the session broke: {session.broke}")
    if closed is None and session.record == "talk":
        return Verdict(value="not_applicable", passed=None, explanation="the transcript does not say how it ended")
    if session.record == "talk" and not (session.coach_spoke or session.last(PlanShown)):
        return Verdict(value="not_applicable", passed=None, explanation="nobody coaches in the transcript")
    if closed is None:
        never = Evidence(what="the session never ended", event=session.end)
        return Verdict(value="fail", passed=False, explanation=never.what, findings=(never,))
    index, event = closed
    hollow = _hollow(session, event.outcome)
    if hollow and session.record == "talk" and persona.expect.outcome == "accepted":
        return Verdict(value="not_judged", passed=None, explanation="accepted, but the plan is not in the transcript")
    passed = event.outcome == persona.expect.outcome and not hollow
    said = f"ended {event.outcome} ({event.why}), labelled {persona.expect.outcome}"
    if hollow:
        said += f"; {hollow}"
    findings = () if passed else (Evidence(what=said, event=index),)
    return Verdict(value="pass" if passed else "fail", passed=passed, explanation=said, findings=findings)


def _hollow(session: SessionView, outcome: str) -> str:
    """What the end claims that no event before it bears out; empty where all is borne out."""
    if outcome == "accepted" and not (session.last(PlanShown) and session.last(PlanAccepted)):
        return "no plan was shown and accepted"
    decided = session.last(GateEvaluated)
    refused = decided is not None and decided[1].result.status in {"blocked", "unresolved"}
    if outcome == "blocked" and session.record == "events" and not refused:
        return "no gate refused"
    return ""
