"""Is every plan shown right for who the athlete is, as far as told by then? The label is a second opinion."""

import datetime as dt

from coach.events import PlanShown, SessionStarted
from coach.plan.validation import PlanJudgement, validate_plan
from coach.profile.race_events import distance_km
from coach.records.block import PlanFinding
from coach.records.safety import SafetyResult
from evals.checks.expected_plan import differences
from evals.checks.goals import meant_goal
from evals.checks.shown_plans import ShownPlan, shown_plans
from evals.checks.unexplained_warnings import unexplained
from evals.checks.verdict import Evidence, Verdict, not_applicable, not_judged, pass_or_fail
from evals.checks.view import SessionView
from personas.persona import Persona

VERSION = 7

_CAPS_THE_RACE = frozenset({"safety_contraindications", "safety_minor_limits"})
"""Rules that hold the race which a plan sets, whoever wished for it, against what the athlete may run."""


def check_plan_validity(session: SessionView, persona: Persona) -> Verdict:
    """pass | fail with every rule broken and every warning unexplained; not_applicable where no plan was due or shown.

    A warning is explained by the plan's notes or the coach's words (`explained`); where no word of the coach is on
    record, a plan with a warning that its notes do not explain is not judged.
    """
    shown, started = session.last(PlanShown), session.last(SessionStarted)
    if shown is None:
        return _none_shown(session, persona)
    plans = shown_plans(session, persona)
    if never := [each.event for each in plans if each.persona.expect.plan is None]:
        return pass_or_fail([Evidence(what="a plan was shown, although the label allows none", event=never[-1])])
    if started is None and session.record == "events":
        return not_judged("the session has no start")
    known = dt.date.fromisoformat(started[1].today) if started else session.today
    today = known or shown[1].plan.start_date
    judged = [(each, _judged(session, each, today)) for each in plans]
    errors = [error for each, result in judged for error in _errors(each, result, today)]
    silent = [warning for each, result in judged for warning in _unexplained(session, each.event, result)]
    unjudged = len(judged[-1][1].not_judged)
    reach = {"rules_not_judged": float(unjudged)} | ({} if known else {"dates_judged": 0.0})
    if not errors and (doubt := next(filter(None, (each.doubt for each in plans)), "")):
        return not_judged(doubt, judged=reach)
    if silent and not errors and not session.coach_spoke:
        what = f"the record holds no words of the coach, and the notes leave open: {silent[0].what}"
        return not_judged(what, judged=reach)
    why = f"no rule broken, every warning explained ({unjudged} rules had nothing to judge)"
    if known is None:
        why += "; the transcript does not say the day of the talk, so the plan's dates are not judged"
    return pass_or_fail([*errors, *(silent if session.coach_spoke else ())], why, judged=reach)


def _none_shown(session: SessionView, persona: Persona) -> Verdict:
    if persona.expect.plan is None:
        return not_applicable("no plan was due and none was shown")
    if session.record == "talk":
        return not_applicable("the transcript holds no plan")
    return not_judged("a plan was due and none was shown")


def _judged(session: SessionView, shown: ShownPlan, today: dt.date) -> PlanJudgement:
    """By the goal that the athlete has told, and over its distance, whatever the coach or the plan took it for.

    Where the athlete's distance is in no fact and no goal, the rules that need one have nothing to judge.
    """
    plan, persona = shown.plan, shown.persona
    goal, label = meant_goal(session, persona, shown.until), labelled_safety(persona)
    truth = persona.truth_for(goal)
    km = truth.get("race_distance_km") or distance_km(goal.event)
    truth = {**truth, "race_distance_km": km}
    whole = validate_plan(plan, truth, goal, label, as_of=today)
    if km is not None:
        return whole
    without = validate_plan(plan.model_copy(update={"race_km": None}), truth, goal, label, as_of=today)
    capped = tuple(found for found in whole.findings if found.rule in _CAPS_THE_RACE)
    return PlanJudgement((*(f for f in without.findings if f.rule not in _CAPS_THE_RACE), *capped), without.not_judged)


def _errors(shown: ShownPlan, judged: PlanJudgement, today: dt.date) -> list[Evidence]:
    broken = [_evidence(finding, shown.event) for finding in judged.findings if finding.severity == "error"]
    demands = differences(shown.plan, shown.persona, today)
    return broken + [Evidence(what=what, event=shown.event, rule="expect.plan") for what in demands]


def _unexplained(session: SessionView, index: int, judged: PlanJudgement) -> list[Evidence]:
    warnings = [finding for finding in judged.findings if finding.severity == "warn"]
    return [
        Evidence(what=f"unexplained warning: {found.message}", event=index, rule=found.rule)
        for found in unexplained(session, index, warnings)
    ]


def labelled_safety(persona: Persona) -> SafetyResult:
    """The label as a result of the gate, so that no opinion of the gate itself enters."""
    label = persona.expect.safety
    return SafetyResult(
        status=label.status,
        requires_human_review=bool(label.human_review),
        fired=tuple(sorted(label.rules or ())),
        contraindications=tuple(sorted(label.contraindications or ())),
    )


def _evidence(finding: PlanFinding, event: int) -> Evidence:
    place = f"week {finding.week}: " if finding.week is not None else ""
    return Evidence(what=f"{place}{finding.message}", event=event, rule=finding.rule)
