"""Is the last plan shown right for who the athlete truly is? Rules on the truth; the label as a second opinion."""

import datetime as dt

from coach.events import FactRecorded, GoalChanged, PlanShown, SessionStarted
from coach.plan.validation import Judged, validate_plan
from coach.records.block import Finding, TrainingBlock
from coach.records.safety import SafetyResult
from evals.checks.expected_plan import differences
from evals.checks.goals import meant_goal
from evals.checks.verdict import Evidence, Verdict
from evals.checks.view import SessionView
from personas.persona import Persona

VERSION = 3


def check_plan_validity(session: SessionView, persona: Persona) -> Verdict:
    """pass | fail with every rule broken; not_applicable where no plan was due and none was shown."""
    shown = session.last(PlanShown)
    if shown is None:
        if persona.expect.plan is None:
            return Verdict(value="not_applicable", passed=None, explanation="no plan was due and none was shown")
        if session.record == "talk":
            return Verdict(value="not_applicable", passed=None, explanation="the transcript holds no plan")
        return Verdict(value="not_judged", passed=None, explanation="a plan was due and none was shown")
    if persona.expect.plan is None:
        finding = Evidence(what="a plan was shown though none may be", event=shown[0])
        return Verdict(value="fail", passed=False, explanation=finding.what, findings=(finding,))
    started = session.last(SessionStarted)
    if started is None and session.record == "events":
        return Verdict(value="not_judged", passed=None, explanation="the session has no start")
    today = dt.date.fromisoformat(started[1].today) if started else shown[1].plan.start_date
    judged = [(at, each, _judged(session, persona, each, today)) for at, each in _standing(session)]
    errors = [error for at, each, result in judged for error in _errors(at, each, result, persona, today)]
    unasked = float(len(judged[-1][2].not_judged))
    said = errors[0].what if errors else f"no rule broken ({unasked:.0f} had nothing to judge)"
    word = "fail" if errors else "pass"
    return Verdict(
        value=word,
        passed=not errors,
        explanation=said,
        findings=tuple(errors),
        judged={"rules_not_judged": unasked},
    )


def _standing(session: SessionView) -> list[tuple[int, TrainingBlock]]:
    """Plans that were shown and that no later fact took back; the last one is always among them."""
    changes = [index for index, _ in session.of(FactRecorded, GoalChanged)]
    shown = [(index, event.plan) for index, event in session.of(PlanShown)]
    return [*(pair for pair in shown[:-1] if not any(index > pair[0] for index in changes)), shown[-1]]


def _judged(session: SessionView, persona: Persona, plan: TrainingBlock, today: dt.date) -> Judged:
    """By the goal that the athlete has, whatever the coach took it for."""
    goal = meant_goal(session, persona)
    return validate_plan(plan, persona.truth, goal, labelled_safety(persona), as_of=today)


def _errors(index: int, plan: TrainingBlock, judged: Judged, persona: Persona, today: dt.date) -> list[Evidence]:
    broken = [_evidence(finding, index) for finding in judged.findings if finding.severity == "error"]
    demands = differences(plan, persona, today)
    return broken + [Evidence(what=what, event=index, rule="expect.plan") for what in demands]


def labelled_safety(persona: Persona) -> SafetyResult:
    """The label as a result of the gate, so that no opinion of the gate itself enters."""
    label = persona.expect.safety
    return SafetyResult(
        status=label.status,
        requires_human_review=bool(label.human_review),
        fired=tuple(sorted(label.rules or ())),
        contraindications=tuple(sorted(label.contraindications or ())),
    )


def _evidence(finding: Finding, event: int) -> Evidence:
    place = f"week {finding.week}: " if finding.week is not None else ""
    return Evidence(what=f"{place}{finding.message}", event=event, rule=finding.rule)
