"""Is every plan shown right for who the athlete is, as far as told by then? The label is a second opinion."""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

from coach import sourced_yaml
from coach.events import CoachSaid, GateEvaluated, GoalChanged, PlanShown, SessionStarted
from coach.plan.validation import PlanJudgement, validate_plan
from coach.profile.race_events import distance_km
from coach.records.block import Day, PlanFinding, TrainingBlock
from coach.records.safety import SafetyResult
from evals.checks.disclosed_persona import ShownPlan, shown_plans
from evals.checks.goals import meant_goal
from evals.checks.plan_reading import full_rest_days, places, runs
from evals.checks.verdict import Evidence, Verdict, not_applicable, not_judged, pass_or_fail
from evals.checks.view import SessionView
from evals.checks.words import patterns
from personas.persona import ExpectedPlan, Persona

VERSION = 9

_CAPS_THE_RACE = frozenset({"safety_contraindications", "safety_minor_limits"})
"""Rules that hold the race which a plan sets, whoever wished for it, against what the athlete may run."""
_WEEK = 7
_UNTAPERED = 0.9  # house: less than a tenth off is no taper; the plan rules ask for 30 to 70%
_DAY = re.compile(r"\W*(?:mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?\b", re.IGNORECASE)

(_NO_RUNNING,) = patterns("plan_validity", "no_running")

PATH = Path(__file__).with_name("warnings.yaml")


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
    errors = [error for each, result in judged for error in (*_errors(each, result, today), *_unwished(session, each))]
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
    broken = [each for each in judged.findings if each.severity == "error"]
    found = [(each.rule, f"week {each.week}: " * (each.week is not None) + each.message) for each in broken]
    found += [("expect.plan", what) for what in differences(shown.plan, shown.persona, today)]
    return [Evidence(what=what, event=shown.event, rule=rule) for rule, what in found]


def _unwished(session: SessionView, shown: ShownPlan) -> Iterator[Evidence]:
    """The first run for somebody whose goal, which is no race, leaves running out in its words."""
    goal = meant_goal(session, shown.persona, shown.until)
    run = next((at for at in places(shown.plan) if runs(at.session)), None)
    if run and goal.event is None and _NO_RUNNING.search(goal.text):
        what = f"{run.name} is a run, and the goal leaves running out: {goal.text!r}"
        yield Evidence(what=what, event=shown.event, rule="expect.plan")


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


def differences(plan: TrainingBlock, persona: Persona, today: dt.date) -> list[str]:
    """Each demand of `expect.plan` that the plan does not meet, with the numbers."""
    expected = persona.expect.plan
    return [what for check in _CHECKS for what in check(plan, expected, persona.race_date(today))] if expected else []


def _days(plan: TrainingBlock, expected: ExpectedPlan, _race: dt.date | None) -> Iterator[str]:
    for week in plan.weeks:
        days = len(week.days) - full_rest_days(week)
        if expected.max_days_per_week is not None and days > expected.max_days_per_week:
            yield f"week {week.index} has {days} training days, at most {expected.max_days_per_week}"
        if expected.min_rest_days is not None and _WEEK - days < expected.min_rest_days:
            yield f"week {week.index} has {_WEEK - days} rest days, at least {expected.min_rest_days}"


def _first_week(plan: TrainingBlock, expected: ExpectedPlan, _race: dt.date | None) -> Iterator[str]:
    ran = sum(each.km or 0 for day in plan.weeks[0].days for each in day.sessions if runs(each))
    km = max(ran, plan.weeks[0].km)
    if expected.max_week1_km is not None and km > expected.max_week1_km:
        yield f"week 1 has {km:.1f} km, at most {expected.max_week1_km:g}"


def _end(plan: TrainingBlock, expected: ExpectedPlan, race: dt.date | None) -> Iterator[str]:
    if expected.ends_on == "race_date" and not plan.race_date == plan.end_date == race:
        yield f"the plan ends on {plan.end_date} with the race on {plan.race_date}, expected {race}"


def _types(plan: TrainingBlock, expected: ExpectedPlan, _race: dt.date | None) -> Iterator[str]:
    forbidden = frozenset[str](expected.forbidden_types)
    for week, day, session in ((at.week, at.day, at.session) for at in places(plan) if forbidden):
        if not forbidden.isdisjoint((session.type, session.purpose)):
            yield f"week {week.index}, {day.date}: {session.type} {session.purpose} is forbidden"


def _taper(plan: TrainingBlock, expected: ExpectedPlan, race: dt.date | None) -> Iterator[str]:
    """The days up to a race are lighter than a full week without its long run; the plan rules say by how much."""
    weeks = [_runs_km(week.days) for week in plan.weeks[:-1]]
    full = max((sum(kms) - max(kms, default=0.0) for kms in weeks), default=0.0)
    if expected.ends_on != "race_date" or race is None or not full:
        return
    last = sum(_runs_km(day for week in plan.weeks for day in week.days if 0 <= (race - day.date).days < _WEEK))
    if last > _UNTAPERED * full:
        yield f"no taper: {last:.1f} km in the days up to the race, {full:.1f} beside the long run in a full week"


def _runs_km(days: Iterable[Day]) -> list[float]:
    """The distance of each run, races left out."""
    return [session.km or 0.0 for day in days for session in day.sessions if session.type == "run"]


_Check = Callable[[TrainingBlock, ExpectedPlan, dt.date | None], Iterator[str]]
_CHECKS: tuple[_Check, ...] = (_days, _first_week, _end, _types, _taper)


@cache
def warning_topics() -> dict[str, str]:
    """Rule to what an explanation of it speaks of, as shipped."""
    return sourced_yaml.read_as(PATH, dict[str, str])


def unexplained(session: SessionView, shown: int, warnings: Iterable[PlanFinding]) -> Iterator[PlanFinding]:
    """The first warning of each rule that neither the notes of the plan at event `shown` nor the coach spoke of.

    A word of the rule's topic in a statement counts as explanation, however short: of 32 explanations taken out of
    clean sessions, 20 were missed, since the topic stood elsewhere too for the others. A question explains nothing, nor
    does a list of days; and what was said before the gate ran, or about a goal given up, was not about this plan. A
    rule that nobody here has words for is explained by nothing.
    """
    said = [part.lower() for part in _statements(session, shown)]
    rules: set[str] = set()
    for warning in warnings:
        topic = warning_topics().get(warning.rule)
        if warning.rule not in rules and not (topic and any(re.search(topic, part) for part in said)):
            yield warning
        rules.add(warning.rule)


def _statements(session: SessionView, shown: int) -> Iterator[str]:
    plan = session.events[shown]
    yield from plan.plan.note_texts if isinstance(plan, PlanShown) else ()
    since = max((index for index, _ in session.of(GateEvaluated, GoalChanged) if index < shown), default=-1)
    for index, event in session.of(CoachSaid):
        parts = event.text.split("\n\n") if index > since else ()
        yield from (part for part in parts if part.strip() and not part.strip().endswith("?") and not _lists_days(part))


def _lists_days(part: str) -> bool:
    return sum(_DAY.match(line) is not None for line in part.splitlines()) > 1
