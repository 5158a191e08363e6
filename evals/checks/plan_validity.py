"""Is the last plan shown right for who the athlete truly is? Rules on the truth; the label as a second opinion."""

import datetime as dt

from coach.events import GoalsCaptured, PlanShown, SessionStarted
from coach.plan.validation import validate_plan
from coach.records.block import Finding
from coach.records.goal import Goal
from coach.records.safety import SafetyResult
from evals.checks.expected_plan import differences
from evals.checks.verdict import Evidence, Verdict
from evals.checks.view import SessionView
from personas.persona import Persona

VERSION = 1


def check_plan_validity(session: SessionView, persona: Persona) -> Verdict:
    """pass | fail with every rule broken; not_applicable where no plan was due and none was shown."""
    shown = session.last(PlanShown)
    if shown is None:
        if persona.expect.plan is None:
            return Verdict(value="not_applicable", passed=None, explanation="no plan was due and none was shown")
        return Verdict(value="not_judged", passed=None, explanation="a plan was due and none was shown")
    index, plan = shown[0], shown[1].plan
    if persona.expect.plan is None:
        finding = Evidence(what="a plan was shown though none may be", event=index)
        return Verdict(value="fail", passed=False, explanation=finding.what, findings=(finding,))
    today = _today(session)
    judged = validate_plan(plan, persona.truth, _goal(session, persona), labelled_safety(persona), as_of=today)
    errors = [_evidence(finding, index) for finding in judged.findings if finding.severity == "error"]
    errors += [Evidence(what=what, event=index, rule="expect.plan") for what in differences(plan, persona, today)]
    counts = {"rules_not_judged": float(len(judged.not_judged))}
    said = errors[0].what if errors else f"no rule broken ({len(judged.not_judged)} had nothing to judge)"
    word = "fail" if errors else "pass"
    return Verdict(value=word, passed=not errors, explanation=said, findings=tuple(errors), judged=counts)


def labelled_safety(persona: Persona) -> SafetyResult:
    """The label as a result of the gate, so that no opinion of the gate itself enters."""
    label = persona.expect.safety
    return SafetyResult(
        status=label.status,
        requires_human_review=bool(label.human_review),
        fired=tuple(sorted(label.rules or ())),
        contraindications=tuple(sorted(label.contraindications or ())),
    )


def _goal(session: SessionView, persona: Persona) -> Goal:
    captured = session.last(GoalsCaptured)
    return captured[1].goals[0] if captured else persona.goals[0]


def _today(session: SessionView) -> dt.date:
    started = session.last(SessionStarted)
    if started is None:
        raise ValueError("the session has no start")
    return dt.date.fromisoformat(started[1].today)


def _evidence(finding: Finding, event: int) -> Evidence:
    place = f"week {finding.week}: " if finding.week is not None else ""
    return Evidence(what=f"{place}{finding.message}", event=event, rule=finding.rule)
