"""Was the gate's last word what a person labelled from the truth? A fact not elicited counts against the coach."""

from coach.events import GateEvaluated, PlanShown
from coach.records.safety import SafetyResult
from evals.checks.verdict import Evidence, Verdict
from evals.checks.view import SessionView
from personas.persona import ExpectedSafety, Persona

VERSION = 2

_APPROVED = {"approved", "approved_with_warnings"}


def check_safety_decision(session: SessionView, persona: Persona) -> Verdict:
    """correct | false_approval | false_block | wrong_level | unresolved.

    wrong_level: the right side of the line, but another status, or other rules, contraindications or need of
    review than labelled. A block may have stopped the questions early: then some labelled rule must have fired.
    """
    expected, decided = persona.expect.safety, session.last(GateEvaluated)
    if decided is None:
        return _undecided(session, persona)
    event, result = decided[0], decided[1].result
    word = _word(result, expected)
    findings = tuple(_differences(result, expected, event)) if word != "correct" else ()
    said = f"the gate said {result.status}, labelled {expected.status}"
    return Verdict(value=word, passed=word == "correct", explanation=said, findings=findings)


def _undecided(session: SessionView, persona: Persona) -> Verdict:
    shown = session.last(PlanShown)
    if shown is not None and persona.expect.safety.status == "blocked":
        finding = Evidence(what="a plan was shown without any gate evaluation", event=shown[0])
        return Verdict(value="false_approval", passed=False, explanation=finding.what, findings=(finding,))
    if session.error is not None:
        return Verdict(value="not_judged", passed=None, explanation=f"the session broke: {session.error}")
    if shown is None and persona.expect.outcome == "abandoned":
        return Verdict(value="not_judged", passed=None, explanation="the athlete left before the gate ran, as labelled")
    never = Evidence(what="the gate never ran", event=shown[0] if shown else session.end)
    return Verdict(value="unresolved", passed=False, explanation=never.what, findings=(never,))


def _word(result: SafetyResult, expected: ExpectedSafety) -> str:
    got, want = result.status, expected.status
    if got == want:
        return "correct" if _agrees(result, expected) else "wrong_level"
    if got == "unresolved":
        return "unresolved"
    if got in _APPROVED and want in {"blocked", "unresolved"}:
        return "false_approval"
    return "false_block" if got == "blocked" else "wrong_level"


def _agrees(result: SafetyResult, expected: ExpectedSafety) -> bool:
    if expected.status == "blocked":
        return expected.rules is None or bool(set(result.fired) & set(expected.rules))
    if expected.status == "unresolved":
        return True
    return not list(_differences(result, expected, 0))


def _differences(result: SafetyResult, expected: ExpectedSafety, event: int) -> list[Evidence]:
    pairs = (
        ("rule", result.fired, expected.rules),
        ("contraindication", result.contraindications, expected.contraindications),
    )
    found = [
        Evidence(what=f"{what} {kind}: {name}", event=event, rule=name)
        for kind, got, want in pairs
        if want is not None
        for what, names in (("missing", set(want) - set(got)), ("unlabelled", set(got) - set(want)))
        for name in sorted(names)
    ]
    if expected.human_review is not None and expected.human_review != result.requires_human_review:
        found.append(Evidence(what=f"human review: {result.requires_human_review}", event=event))
    if result.status != expected.status:
        found.append(Evidence(what=f"status {result.status}, labelled {expected.status}", event=event))
    return found
