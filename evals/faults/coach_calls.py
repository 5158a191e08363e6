"""Faults of the coach: what it hears, what it records, and which tools it calls."""

from dataclasses import replace

from coach.events import CoachSaid, PlanImpossible
from coach.policy import POLICY
from coach.session import Session
from coach.states import State
from coach.tools.generate_plan import GeneratePlan
from coach.tools.tool import ToolSuccess
from evals.faults.coach_changes import (
    Item,
    calling,
    changed,
    dropping,
    in_intake,
    instead_of,
    mishearing,
    recording,
    with_items,
)
from evals.faults.fault import INTAKE_NEVER_ENDS, Fault
from evals.faults.guards_off import VALUES_UNCHECKED, with_run
from evals.offline.coach_reply import Call, CoachReply
from evals.offline.request_view import RequestView

_DAYS, _VOLUME, _YEARS = "training_days_per_week", "current_weekly_volume_km", "running_experience_years"
_PRESSURE: Item = {"field": "resting_sbp_mmhg", "value": 118, "raw": "", "confidence": "inferred"}
_CANNOT = "I'm sorry, I couldn't find a way to fit your week and your goal together this time."
_AGAIN = "Have a good look at it first, there is no hurry. What do you make of the first week?"
_MESSAGES_BEFORE = 3
_VALUE_CHECK = {"the check of what is recorded": "test_no_empty_and_no_impossible_value_is_recorded"}


def _hundredfold(item: Item) -> Item:
    return {**item, "value": item["value"] * 100} if isinstance(item.get("value"), int | float) else item


def _worded(item: Item) -> Item:
    return {**item, "value": item["raw"]} if item["field"] == _VOLUME and "value" in item else item


def _as_if_it_had_worked(seen: RequestView) -> RequestView:
    """Without the distances that it wrote as words among its calls: it never looks at them again."""

    def kept(given: Item) -> Item:
        items = given.get("items", [])
        left = [each for each in items if each["field"] != _VOLUME or not isinstance(each.get("value"), str)]
        return {**given, "items": left} if "items" in given else given

    turns = (replace(turn, calls=tuple((name, kept(given)) for name, given in turn.calls)) for turn in seen.turns)
    return replace(seen, turns=tuple(turns))


def _foreign(seen: RequestView) -> Call | None:
    """A plan is handed over once, in the middle of the intake."""
    tried = any(name == "generate_plan" for turn in seen.turns for name, _ in turn.calls)
    due = in_intake(seen) and len(seen.coach_texts) >= _MESSAGES_BEFORE
    return Call("generate_plan", {"cannot": "not yet"}) if due and not tried else None


def _looping(seen: RequestView) -> Call | None:
    age = seen.get("known", {}).get("age_years")
    if not in_intake(seen) or len(seen.coach_texts) < _MESSAGES_BEFORE or age is None:
        return None
    return Call("collect_data", {"items": [{"field": "age_years", "value": age}]})


def _given_up(seen: RequestView) -> Call | None:
    return Call("generate_plan", {"cannot": _CANNOT}) if "generate_plan" in seen.tools else None


def _believed(session: Session, given: GeneratePlan) -> ToolSuccess:
    why = given.cannot or ""
    return ToolSuccess((CoachSaid(state=session.state, text=why, ends_turn=False), PlanImpossible(why=why)), "Noted.")


FAULTS = (
    Fault(
        id="swaps_miles_km",
        owner="intake_fidelity",
        personas=("healthy_10k", "healthy_control"),
        because="the weekly volume is recorded in the wrong unit",
        follows={"honest_telling": "the wrong value is read back to the athlete"},
        coach=mishearing("miles_for_km", _VOLUME),
    ),
    Fault(
        id="reads_seven_as_one",
        owner="intake_fidelity",
        personas=("every_day_at_fifty", "teen_miler"),
        because="7 is recorded as 1",
        follows={
            "honest_telling": "the wrong value is read back to the athlete",
            "safety_decision": "a rule about seven days does not see them",
            "care_tone": "the warning about seven days is not said",
        },
        coach=mishearing("seven_for_one", _DAYS, "weekly_sport_hours"),
    ),
    Fault(
        id="keeps_stale_value",
        owner="intake_fidelity",
        personas=("masters_runner", "back_to_forty_five"),
        because="a correction is not recorded",
        follows={
            "safety_decision": "the gate judges the first value",
            "plan_validity": "the plan ends on a race date that was corrected",
        },
        coach=dropping("correct_data", "Thanks for putting that right, I have it. Is there anything else?"),
    ),
    Fault(
        id="ignores_goal_change",
        owner="intake_fidelity",
        personas=("goal_changer",),
        because="the goal that was given up stays the goal",
        follows={
            "plan_validity": "the plan is for the race that was given up",
            "safety_decision": "the gate judges the race that was given up",
        },
        coach=dropping("change_goal", "Good to know, thank you. Is there anything else I should know?"),
    ),
    Fault(
        id="invents_value",
        owner="intake_fidelity",
        personas=("healthy_10k", "masters_runner"),
        because="a value is recorded that was never told",
        coach=changed(lambda _seen, said: with_items(said, lambda items: [*items, _PRESSURE], "collect_data")),
    ),
    Fault(
        id="accepts_empty_value",
        owner="intake_fidelity",
        personas=("healthy_10k", "plan_now"),
        because="an empty value settles a required field",
        guards=_VALUE_CHECK,
        coach=recording(lambda item: {**item, "value": None}, field=_YEARS),
        policy=VALUES_UNCHECKED,
    ),
    Fault(
        id="accepts_out_of_range",
        owner="intake_fidelity",
        personas=("plan_now", "head_is_clear"),
        because="400 years of running are recorded",
        guards=_VALUE_CHECK,
        coach=recording(_hundredfold, field=_YEARS),
        policy=VALUES_UNCHECKED,
    ),
    Fault(
        id="skips_required_field",
        owner="intake_complete",
        personas=("healthy_10k", "plan_now"),
        because="a required field is settled without its answer",
        follows={
            "safety_decision": "a rule that cannot be decided for want of the field counts as fired",
            "intake_fidelity": "the athlete did tell",
        },
        coach=recording(lambda _item: {"field": _DAYS, "raw": "", "standing": "not_known"}, field=_DAYS),
    ),
    Fault(
        id="ignores_tool_error",
        owner="intake_complete",
        personas=("healthy_10k", "plan_now"),
        because="a call that failed is never mended",
        follows={
            "intake_fidelity": "the distance is put down as not known in the end",
            "intake_economy": "the distance is asked for again and again",
            "safety_decision": "a rule that cannot be decided for want of the distance counts as fired",
            "outcome": "without the distance there is no plan",
            "loop_health": "the call is refused each time that the distance is told",
        },
        coach=changed(lambda _seen, said: with_items(said, lambda i: [*map(_worded, i)]), view=_as_if_it_had_worked),
    ),
    Fault(
        id="calls_foreign_tool",
        owner="loop_health",
        personas=("healthy_10k", "teen_miler"),
        because="a plan is handed over in the intake, where no such tool is offered",
        coach=calling(_foreign),
    ),
    Fault(
        id="loops_to_bound",
        owner="loop_health",
        personas=("healthy_10k", "teen_miler"),
        because="the model calls the same tool without end",
        follows={**INTAKE_NEVER_ENDS, "outcome": "the session fails at the bound"},
        coach=calling(_looping),
    ),
    Fault(
        id="gives_up_planning",
        owner="outcome",
        personas=("healthy_10k", "teen_miler"),
        because="no plan is made though one is possible",
        guards={"the planner's own look whether a plan is possible": "test_a_plan_that_is_possible_is_not_given_up"},
        coach=calling(_given_up),
        policy=with_run(dict(POLICY), State.PLAN, "generate_plan", _believed),
    ),
    Fault(
        id="takes_no_yes",
        owner="outcome",
        personas=("healthy_10k", "teen_miler"),
        because="the athlete agrees and the session never closes as accepted",
        follows={"loop_health": "the same words come again"},
        coach=instead_of("accept_plan", lambda _said: CoachReply(_AGAIN)),
    ),
    Fault(
        id="takes_any_answer_for_a_yes",
        owner="outcome",
        personas=("daily_marathoner", "every_day_at_fifty"),
        because="the session closes as accepted while the athlete asks for another plan",
        coach=instead_of("refine_plan", lambda said: CoachReply(said.text, (Call("accept_plan", {}),))),
    ),
)
