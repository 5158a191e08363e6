"""The plan, judged at once; what is wrong with it goes back to the model."""

import datetime as dt

from coach.events import PlanProposed
from coach.fold import Session
from coach.needs import profile_of
from coach.plan.validation import validate_plan
from coach.records.base import Record
from coach.records.block import Finding, TrainingBlock
from coach.tools.tool import Done, Tool, ToolError


class GeneratePlan(Record):
    plan: TrainingBlock


def _wording(finding: Finding) -> str:
    place = f"week {finding.week}, " if finding.week is not None else ""
    day = f"{finding.date}, " if finding.date is not None else ""
    return f"- {place}{day}{finding.rule} ({finding.severity}): {finding.message}"


def _run(session: Session, given: GeneratePlan) -> Done:
    if session.gate is None or session.started is None:
        raise ToolError("There is no approved profile to plan for.")
    judged = validate_plan(
        given.plan,
        profile_of(session),
        session.goals[0],
        session.gate.result,
        as_of=dt.date.fromisoformat(session.started.today),
    )
    event = PlanProposed(attempt=session.attempts + 1, plan=given.plan, findings=judged.findings)
    errors = [finding for finding in judged.findings if finding.severity == "error"]
    if errors:
        listed = "\n".join(_wording(finding) for finding in errors[:20])
        raise ToolError(
            f"The plan breaks {len(errors)} rules. Mend these and hand over the whole plan:\n{listed}",
            (event,),
        )
    return Done((event,), "The plan is valid.")


def _refuse(session: Session, why: str) -> tuple[PlanProposed, ...]:
    return (PlanProposed(attempt=session.attempts + 1, plan=None, error=why),)


GENERATE_PLAN = Tool(
    name="generate_plan",
    description=(
        "Hand over the whole training plan. Required: plan = start_date, end_date, race_date and race_km (null without "
        "a race), goal (the athlete's words), weeks, notes (shown: one for each warning and limit that shaped it), "
        "version (1, or one more than the plan that is changed). Each week: index from 1, start_date, phase (base | "
        "build | peak | taper | race | recovery), is_cutback, km (running distance), minutes (all sessions), focus "
        "(shown) and seven days in date order. Each day: date, weekday (mon..sun), sessions (empty is rest). Each "
        "session: type (run | race | strength | cross | mobility), purpose (easy | long | recovery | threshold | "
        "interval | repetition | race_pace | hills | strides | walk_run | strength | mobility | cross | race), km or "
        "null, duration_min, zone (E | M | T | I | R) or null, rpe 1 to 10, pace_s_per_km [fast, slow] or null, "
        "hr_bpm [low, high] or null, steps (kind warmup | work | recover | cooldown | walk | run; repeat; km or duration_min of one "
        "repetition; zone; pace) that sum to the session, tags (plyometric | axial_load | spinal_flexion | supine | "
        "isometric_max | hill | stride | sprint | indoor | heat_alternative) and text (shown). Dates are ISO, "
        "distances km, paces seconds per km. A plan that breaks a rule comes back with what to change."
    ),
    input=GeneratePlan,
    run=_run,
    refuse=_refuse,
)
