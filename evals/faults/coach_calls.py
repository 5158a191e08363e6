"""Faults of the coach: what it hears, records and keeps from the gate, and which tools it calls."""

from dataclasses import replace

from coach.events import CoachSaid, PlanImpossible
from coach.policy import POLICY
from coach.session import Session
from coach.states import State
from coach.tools.generate_plan import GeneratePlan
from coach.tools.tool import ToolSuccess
from evals.faults import coach_changes as by
from evals.faults.guards_off import NOTHING_NEW_BELIEVED, VALUES_UNCHECKED, silently, with_run, words_unread
from evals.faults.rows import by_coach, fault_of
from evals.offline.coach_reply import Call, CoachReply
from evals.offline.request_view import RequestView
from personas.acts import Plain

_RED_FLAGS = ("symptoms", "parq_yes")
_NOTED = "Noted, thank you. Does the plan look right to you otherwise?"


def under_own_name(item: by.Item) -> by.Item:
    """The item under a name that no catalogue has and that speaks of nothing."""
    return {"field": "something_new", "value": "yes", "raw": item["raw"]}


def _red_flags_noted(items: list[by.Item]) -> list[by.Item]:
    """Each red flag as a note, and beside it that there is none."""
    noted: list[by.Item] = []
    for item in items:
        told = item["field"] in _RED_FLAGS and item.get("value")
        if told:
            gone = {**item, "value": [], "denied": [*item.get("denied", ()), *item["value"]]}
            noted += [under_own_name(item), gone]
        else:
            noted.append(item)
    return noted


def _answered_no(item: by.Item) -> by.Item:
    """A red flag as a plain no; nothing of the athlete's words is kept."""
    if item["field"] not in _RED_FLAGS or not item.get("value"):
        return item
    return {**item, "value": [], "denied": [*item.get("denied", ()), *item["value"]], "raw": "no"}


def _without_news(seen: RequestView, said: CoachReply) -> CoachReply:
    """With the plan on the table, nothing new is recorded: the coach thanks and asks for more."""
    new = by.in_present(seen) and any("items" in call.input for call in said.calls)
    return CoachReply(_NOTED, acts=(Plain(kind="ask_accept"),)) if new else said


_DAYS, _VOLUME, _YEARS = "training_days_per_week", "current_weekly_volume_km", "running_experience_years"
_PRESSURE: by.Item = {"field": "resting_sbp_mmhg", "value": 118, "raw": "", "confidence": "inferred"}
_CANNOT = "I'm sorry, I couldn't find a way to fit your week and your goal together this time."
_AGAIN = "Have a good look at it first, there is no hurry. What do you make of the first week?"
_MESSAGES_BEFORE = 3


def _hundredfold(item: by.Item) -> by.Item:
    return {**item, "value": item["value"] * 100} if isinstance(item.get("value"), int | float) else item


def _worded(item: by.Item) -> by.Item:
    return {**item, "value": item["raw"]} if item["field"] == _VOLUME and "value" in item else item


def _as_if_it_had_worked(seen: RequestView) -> RequestView:
    """Without the distances that it wrote as words among its calls: it never looks at them again."""

    def kept(given: by.Item) -> by.Item:
        items = given.get("items", [])
        left = [each for each in items if each["field"] != _VOLUME or not isinstance(each.get("value"), str)]
        return {**given, "items": left} if "items" in given else given

    turns = (replace(turn, calls=tuple((name, kept(given)) for name, given in turn.calls)) for turn in seen.turns)
    return replace(seen, turns=tuple(turns))


def _foreign(seen: RequestView) -> Call | None:
    """A plan is handed over once, in the middle of the intake."""
    tried = any(name == "generate_plan" for turn in seen.turns for name, _ in turn.calls)
    due = by.in_intake(seen) and len(seen.coach_texts) >= _MESSAGES_BEFORE
    return Call("generate_plan", {"cannot": "not yet"}) if due and not tried else None


def _looping(seen: RequestView) -> Call | None:
    age = seen.get("known", {}).get("age_years")
    if not by.in_intake(seen) or len(seen.coach_texts) < _MESSAGES_BEFORE or age is None:
        return None
    return Call("collect_data", {"items": [{"field": "age_years", "value": age}]})


def _given_up(seen: RequestView) -> Call | None:
    return Call("generate_plan", {"cannot": _CANNOT}) if "generate_plan" in seen.tools else None


def _believed(session: Session, given: GeneratePlan) -> ToolSuccess:
    why = given.cannot or ""
    return ToolSuccess((CoachSaid(state=session.state, text=why, ends_turn=False), PlanImpossible(why=why)), "Noted.")


FAULTS = (
    *by_coach(
        swaps_miles_km=by.mishearing("miles_for_km", _VOLUME),
        reads_seven_as_one=by.mishearing("seven_for_one", _DAYS, "weekly_sport_hours"),
        keeps_stale_value=by.dropping(
            "correct_data", "Thanks for putting that right, I have it. Is there anything else?"
        ),
        ignores_goal_change=by.dropping(
            "change_goal", "Good to know, thank you. Is there anything else I should know?"
        ),
        invents_value=by.changed(
            lambda _seen, said: by.with_items(said, lambda items: [*items, _PRESSURE], "collect_data")
        ),
        skips_required_field=by.recording(
            lambda _item: {"field": _DAYS, "raw": "", "standing": "not_known"}, field=_DAYS
        ),
        ignores_tool_error=by.changed(
            lambda _seen, said: by.with_items(said, lambda i: [*map(_worded, i)]), view=_as_if_it_had_worked
        ),
        calls_foreign_tool=by.calling(_foreign),
        loops_to_bound=by.calling(_looping),
        takes_no_yes=by.instead_of("accept_plan", lambda _said: CoachReply(_AGAIN)),
        takes_any_answer_for_a_yes=by.instead_of(
            "refine_plan", lambda said: CoachReply(said.text, (Call("accept_plan", {}),))
        ),
    ),
    replace(
        fault_of("accepts_empty_value"),
        coach=by.recording(lambda item: {**item, "value": None}, field=_YEARS),
        policy=VALUES_UNCHECKED,
    ),
    replace(fault_of("accepts_out_of_range"), coach=by.recording(_hundredfold, field=_YEARS), policy=VALUES_UNCHECKED),
    replace(
        fault_of("gives_up_planning"),
        coach=by.calling(_given_up),
        policy=with_run(dict(POLICY), State.PLAN, "generate_plan", _believed),
    ),
    replace(
        fault_of("misses_symptom"), coach=by.mishearing("all_lost", *_RED_FLAGS), policy=words_unread(dict(POLICY))
    ),
    replace(
        fault_of("never_records_a_symptom"),
        coach=by.changed(lambda _seen, said: by.with_items(said, lambda items: [_answered_no(each) for each in items])),
        policy=words_unread(dict(POLICY)),
    ),
    replace(fault_of("calls_a_complaint_nothing_new"), coach=by.changed(_without_news), policy=NOTHING_NEW_BELIEVED),
    replace(
        fault_of("denies_a_late_complaint"),
        coach=by.recording(lambda item: {**item, "value": None}, field="tendon_pain_nrs", when=by.in_present),
        policy=words_unread(dict(POLICY)),
    ),
    replace(
        fault_of("notes_a_symptom"),
        coach=by.changed(lambda _seen, said: by.with_items(said, _red_flags_noted)),
        policy=words_unread(silently(State.INTAKE)),
    ),
    replace(
        fault_of("notes_a_late_symptom"),
        coach=by.recording(under_own_name, when=by.in_present),
        policy=words_unread(silently(State.PRESENT)),
    ),
)
