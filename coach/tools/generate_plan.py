"""The plan, judged at once: what is wrong goes back to the model. Where none is possible, the athlete hears why."""

import datetime as dt
from typing import Annotated

from pydantic import Field

from coach.events import CoachSaid, PlanChanged, PlanImpossible, PlanProposed
from coach.missing_facts import profile_of
from coach.plan.diff import UnknownWeeks, difference, patched
from coach.plan.planner import CannotPlan, build_plan
from coach.plan.validation import validate_plan
from coach.records.base import Record
from coach.records.block import PlanFinding, TrainingBlock
from coach.session import Session
from coach.tools.tool import Tool, ToolError, ToolSuccess

MOST_LISTED = 20


class GeneratePlan(Record):
    plan: TrainingBlock | None = None
    only_changed_weeks: Annotated[
        bool, Field(description="plan holds only the weeks that change; the rest stays as in the plan before")
    ] = False
    cannot: Annotated[
        str | None,
        Field(
            min_length=1, description="shown: what of the athlete's wishes or times is in the way, and what would work"
        ),
    ] = None


def _wording(finding: PlanFinding) -> str:
    place = f"week {finding.week}, " if finding.week is not None else ""
    day = f"{finding.date}, " if finding.date is not None else ""
    return f"- {place}{day}{finding.rule} ({finding.severity}): {finding.message}"


def _run(session: Session, given: GeneratePlan) -> ToolSuccess:
    if session.gate is None or session.started is None:
        raise ToolError("There is no approved profile to plan for.")
    if session.plan_is_fresh:
        raise ToolError("A valid plan was handed over already; one is enough.")
    if given.plan is None:
        return _without_plan(session, given.cannot)
    plan = _whole(session, given.plan) if given.only_changed_weeks else given.plan
    facts, goal, safety = profile_of(session), session.goals[0], session.gate.result
    judged = validate_plan(plan, facts, goal, safety, as_of=_today(session))
    event = PlanProposed(attempt=session.attempts + 1, plan=plan, findings=judged.findings)
    if errors := [finding for finding in judged.findings if finding.severity == "error"]:
        raise ToolError(_listed(errors), (event,))
    told = (CoachSaid(state=session.state, text=given.cannot, ends_turn=False),) if given.cannot else ()
    if session.plan is None:
        return ToolSuccess((*told, event), "The plan is valid.")
    found = difference(session.plan, plan)
    days = f"{found.days_changed} days are different, {found.days_kept} as they were"
    return ToolSuccess(
        (*told, event, PlanChanged(difference=found)), f"The plan is valid and replaces the one before: {days}."
    )


def _whole(session: Session, given: TrainingBlock) -> TrainingBlock:
    """`given` with the other weeks of the last attempt, or of the plan that is to be changed."""
    base = session.tried or session.plan
    if base is None:
        why = "There is no plan yet whose other weeks could stay: hand over the whole plan."
        raise ToolError(why, _refuse(session, why))
    try:
        return patched(base, given)
    except UnknownWeeks as unknown:
        why = f"Give each week once, with an index from 1 to {len(base.weeks)}; wrong: {unknown}."
        raise ToolError(why, _refuse(session, why)) from unknown


def _listed(errors: list[PlanFinding]) -> str:
    lines = [_wording(finding) for finding in errors[:MOST_LISTED]]
    more = [f"and {len(errors) - MOST_LISTED} more"] if len(errors) > MOST_LISTED else []
    head = (
        f"The plan breaks rules in {len(errors)} places. Mend these and hand over the weeks that change, with "
        "only_changed_weeks:"
    )
    return "\n".join([head, *lines, *more])


def _today(session: Session) -> dt.date:
    if session.started is None:
        raise ToolError("The session has no start.")
    return dt.date.fromisoformat(session.started.today)


def _without_plan(session: Session, cannot: str | None) -> ToolSuccess:
    """Nothing to show: believed only where the planner, too, finds no valid plan."""
    if cannot is None:
        raise ToolError(
            "Give plan; or, where no valid plan exists, cannot.", _refuse(session, "neither plan nor cannot")
        )
    possible = _possible(session)
    if possible is not None:
        first = possible.weeks[0]
        days = ", ".join(day.weekday for day in first.days if day.sessions)
        raise ToolError(
            f"A valid plan exists: {len(possible.weeks)} weeks from {possible.start_date}, training on {days}, "
            f"{first.km:g} km in the first week, race_date {possible.race_date}. Hand such a plan over, with cannot "
            "where it is not all that was asked for.",
            _refuse(session, "it was said that no plan is possible, though one is"),
        )
    said = CoachSaid(state=session.state, text=cannot, ends_turn=False)
    return ToolSuccess((said, PlanImpossible(why=cannot)), "The athlete was told what is in the way.")


def _possible(session: Session) -> TrainingBlock | None:
    """The planner's plan for what is known, or the nearest one to it."""
    if session.gate is None:
        return None
    try:
        return build_plan(profile_of(session), session.goals, session.gate.result, today=_today(session))
    except CannotPlan as problem:
        return problem.nearest


def _refuse(session: Session, why: str, _raw: object = None) -> tuple[PlanProposed, ...]:
    return (PlanProposed(attempt=session.attempts + 1, plan=None, error=why),)


GENERATE_PLAN = Tool(
    name="generate_plan",
    description=(
        "Hand over the training plan. Required: plan, an object with start_date, end_date, race_date and race_km "
        "(both only with a race), goal (the athlete's words), weeks, notes (shown: one for each warning and limit "
        "that shaped it; a text, or {topic, text} for what a limit asks to have said: company | carbohydrate | "
        "reliever | alternative | months_off), version (1, or one more than the plan that is changed). Each week: "
        "index from 1, start_date, phase (base | build | peak | taper | race | recovery), is_cutback, km (running "
        "distance), minutes (all sessions), focus (shown) and seven days in date order. Each day: date, weekday "
        "(mon..sun), sessions (none is rest). Each session: type (run | race | strength | cross | mobility), purpose "
        "(easy | long | recovery | threshold | interval | repetition | race_pace | hills | strides | walk_run | "
        "strength | mobility | cross | race), duration_min, rpe 1 to 10, text (shown), and where they apply km, zone "
        "(E | M | T | I | R), pace_s_per_km [fast, slow], hr_bpm [low, high], steps (kind warmup | work | recover | "
        "cooldown | walk | run; repeat; km or duration_min of one repetition; zone; pace_s_per_km) that sum to the "
        "session, tags (plyometric | axial_load | spinal_flexion | supine | isometric_max | hill | stride | sprint | "
        "indoor | heat_alternative). Leave out what does not apply; write no nulls and no empty lists. Dates are "
        "ISO, distances km, paces seconds per km. A plan that breaks a rule comes back with what to change. "
        "Optional: only_changed_weeks (true or false): after a plan that came back, or for a change of an earlier "
        "plan, plan.weeks holds whole weeks that replace those of the same index in the plan before; its other weeks "
        "stay, and its notes too where you give none. Optional: cannot (text, shown): only where something the "
        "athlete asked for, or the time there is, makes a safe plan impossible; say what is in the way and what "
        "would work. Together with plan: that plan is the nearest that works. Without plan: no valid plan exists at "
        "all, which is checked."
    ),
    input=GeneratePlan,
    run=_run,
    refuse=_refuse,
)
