"""Did the session end as labelled?"""

from coach.events import PlanAccepted, PlanShown, SessionClosed
from evals.checks.verdict import Evidence, Verdict
from evals.checks.view import SessionView
from personas.persona import Persona

VERSION = 3


def check_outcome(session: SessionView, persona: Persona) -> Verdict:
    """pass | fail; not_judged where the session broke for reasons outside the coach."""
    closed = session.last(SessionClosed)
    if closed is None and session.error:
        return Verdict(value="not_judged", passed=None, explanation=f"the session broke: {session.error}")
    if closed is None and session.record == "talk":
        return Verdict(value="not_applicable", passed=None, explanation="the transcript does not say how it ended")
    if session.record == "talk" and not (session.coach_spoke or session.last(PlanShown)):
        return Verdict(value="not_applicable", passed=None, explanation="nobody coaches in the transcript")
    if closed is None:
        return Verdict(value="fail", passed=False, explanation="the session never ended")
    index, event = closed
    agreed = session.last(PlanShown) is not None and session.last(PlanAccepted) is not None
    hollow = event.outcome == "accepted" and not agreed
    if hollow and session.record == "talk" and persona.expect.outcome == "accepted":
        return Verdict(value="not_judged", passed=None, explanation="accepted, but the plan is not in the transcript")
    passed = event.outcome == persona.expect.outcome and not hollow
    said = f"ended {event.outcome} ({event.why}), labelled {persona.expect.outcome}"
    if hollow:
        said += "; no plan was shown and accepted"
    findings = () if passed else (Evidence(what=said, event=index),)
    return Verdict(value="pass" if passed else "fail", passed=passed, explanation=said, findings=findings)
