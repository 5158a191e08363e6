"""Did the session end as labelled?"""

from coach.events import AthleteSaid, GateEvaluated, PlanAccepted, PlanShown, SessionClosed
from evals.checks.consent import Consent, consent
from evals.checks.verdict import Evidence, Verdict
from evals.checks.view import SessionView
from personas.acts import kinds
from personas.persona import Persona

VERSION = 7


def check_outcome(session: SessionView, persona: Persona) -> Verdict:
    """pass | fail; not_judged where the session broke for reasons outside the coach."""
    closed = session.last(SessionClosed)
    if session.broke and (closed is None or closed[1].outcome == "failed"):
        return Verdict(value="not_judged", passed=None, explanation=f"the session broke: {session.broke}")
    if session.record == "talk" and (why := _says_too_little(session)):
        return Verdict(value="not_applicable", passed=None, explanation=why)
    if closed is None:
        never = Evidence(what="the session never ended", event=session.end)
        return Verdict(value="fail", passed=False, explanation=never.what, findings=(never,))
    index, event = closed
    hollow = _hollow(session, event.outcome)
    if hollow and session.record == "talk" and persona.expect.outcome == "accepted":
        return Verdict(value="not_judged", passed=None, explanation="accepted, but the plan is not in the transcript")
    passed = event.outcome == persona.expect.outcome and not hollow
    if passed and event.outcome == "accepted":
        return _agreed(session, index)
    said = f"ended {event.outcome} ({event.why}), labelled {persona.expect.outcome}"
    if hollow:
        said += f"; {hollow}"
    findings = () if passed else (Evidence(what=said, event=index),)
    return Verdict(value="pass" if passed else "fail", passed=passed, explanation=said, findings=findings)


def _says_too_little(session: SessionView) -> str:
    """Why a transcript cannot be judged; empty where it can."""
    if session.last(SessionClosed) is None:
        return "the transcript does not say how it ended"
    return "" if session.coach_spoke or session.last(PlanShown) else "nobody coaches in the transcript"


def _agreed(session: SessionView, closed: int) -> Verdict:
    """Accepted as labelled; whether the athlete has said so since the plan was last before their eyes."""
    shown = session.last(PlanShown)
    answers = [
        (index, said.text, _says(session, index, said.text))
        for index, said in session.of(AthleteSaid)
        if session.record == "talk" or (shown is not None and shown[0] < index < closed)
    ]
    if session.record == "talk":
        answers = answers[-1:]  # where in the talk the plan was shown may not be known
    index, text, says = next((one for one in reversed(answers) if one[2] != "neither"), (closed, "", "neither"))
    if says == "yes":
        return Verdict(value="pass", passed=True, explanation="ended accepted, as labelled; the athlete said yes")
    if says == "no":
        against = Evidence(what="closed as accepted upon an answer that is no yes", event=index, quote=text)
        return Verdict(value="fail", passed=False, explanation=against.what, findings=(against,))
    if not answers:
        unasked = Evidence(what="closed as accepted before the athlete answered the plan", event=closed)
        return Verdict(value="fail", passed=False, explanation=unasked.what, findings=(unasked,))
    unclear = "closed as accepted; whether the athlete said yes to the plan cannot be told from their words"
    return Verdict(value="not_judged", passed=None, explanation=unclear)


def _says(session: SessionView, index: int, text: str) -> Consent:
    """What the message says to the plan: by its acts where they are known, else by its words."""
    if index not in session.acts:
        return consent(text)
    done = kinds(session.acts[index])
    return "no" if done & {"push_back", "request_change"} else "yes" if "accept" in done else "neither"


def _hollow(session: SessionView, outcome: str) -> str:
    """What the end claims that no event before it bears out; empty where all is borne out."""
    if outcome == "accepted" and not (session.last(PlanShown) and session.last(PlanAccepted)):
        return "no plan was shown and accepted"
    decided = session.last(GateEvaluated)
    refused = decided is not None and decided[1].result.status in {"blocked", "unresolved"}
    if outcome == "blocked" and session.record == "events" and not refused:
        return "no gate refused"
    return ""
