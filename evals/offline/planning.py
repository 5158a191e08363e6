"""ANALYST and PLAN as the offline coach does them: the static schema, and the deterministic planner."""

import datetime as dt
from collections.abc import Mapping
from typing import NamedTuple

from coach.plan.notes import texts
from coach.plan.planner import CannotPlan, build_plan
from coach.plan.present import long_date
from coach.profile.uncatalogued import fields_meant
from coach.records.block import TrainingBlock
from coach.records.change import PlanChange
from coach.records.goal import Goal
from coach.records.safety import SafetyResult
from coach.schemas import schema_for
from evals.offline.coach_reply import Call, CoachReply
from evals.offline.phrases import phrase
from evals.offline.request_view import RequestView
from evals.offline.summary import in_your_words
from evals.reading.plan_wishes import wishes_of
from evals.reading.race_days import WEEKS, race_day, weeks_moved
from personas.acts import ChangeGoal, Correct, Plain, RequestChange, StateGoal, Tell


def analyze(seen: RequestView, seed: int) -> CoachReply:
    """Hand over the static schema for the goals and the age; once, where the goal hints at more, a question instead."""
    stated = (act for turn in seen.turns for act in turn.acts or () if isinstance(act, StateGoal))
    if any(act.hints_at_more for act in stated) and not seen.has_done("ask_wider_goal"):
        text = phrase("ask_wider_goal", seed, len(seen.turns))
        call = Call("analyze_goal", {"revisit_question": text})
        return CoachReply(calls=(call,), acts=(Plain(kind="ask_wider_goal", words=text),))
    goals = tuple(Goal.model_validate(goal) for goal in seen.get("goals"))
    schema = schema_for(goals, seen.get("known", {}).get("age_years"))
    given = schema.model_dump(mode="json", exclude={"safety_flags"}, exclude_defaults=True)
    return CoachReply(calls=(Call("analyze_goal", given),))


def plan(seen: RequestView) -> CoachReply:
    """Hand over the planner's plan; where that is impossible, why, with the nearest plan where there is one."""
    goals = tuple(Goal.model_validate(goal) for goal in seen.get("goals"))
    profile = {name: tuple(v) if isinstance(v, list) else v for name, v in seen.get("profile", {}).items()}
    safety = SafetyResult.model_validate(seen.get("safety"))
    today = dt.date.fromisoformat(seen.get("today"))
    previous = seen.get("previous_plan")
    version = previous["version"] + 1 if previous else 1
    try:
        asked = _changes(seen)
        block = build_plan(
            profile, goals, safety, today=today, race_date=_race_date(seen), changes=asked.all, newest=asked.newest
        )
    except CannotPlan as problem:
        if problem.nearest is None:
            return CoachReply(calls=(Call("generate_plan", {"cannot": str(problem)}),))
        return _handed_over(problem.nearest, version, seen.also_told, cannot=str(problem))
    return _handed_over(_with_question(block, seen), version, seen.also_told)


def _with_question(block: TrainingBlock, seen: RequestView) -> TrainingBlock:
    """`block` with the question for the race day in its notes, where a person was asked for weeks alone."""
    if not seen.is_free or block.race_date is None or _race_date(seen):
        return block
    note = texts().race_day_assumed.format(day=long_date(block.race_date))
    return block.model_copy(update={"notes": (*block.notes, note)})


def _race_date(seen: RequestView) -> dt.date | None:
    """The race day that the newest word on the time to prepare names, since the goal was named."""
    day, today = None, dt.date.fromisoformat(seen.get("today"))
    for turn in seen.turns:
        for act in turn.acts or () if turn.role == "user" else ():
            if isinstance(act, ChangeGoal) and not act.keeps:
                day = None
            elif isinstance(act, Tell | Correct) and act.field == WEEKS:
                day = race_day(act, " ".join(turn.texts), today)
            elif isinstance(act, RequestChange) and day:
                day += dt.timedelta(weeks=weeks_moved(act.words))
    return day


def _handed_over(block: TrainingBlock, version: int, also_told: Mapping[str, str], **more: str) -> CoachReply:
    block = block.model_copy(update={"notes": (*block.notes, *remembered(also_told))})
    whole = {**block.model_dump(mode="json", exclude_defaults=True), "version": version}
    return CoachReply(calls=(Call("generate_plan", {"plan": whole, **more}),))


def remembered(also_told: Mapping[str, str]) -> tuple[str, ...]:
    """A note for what the athlete told besides, in their words; what may be about health is the gate's business.

    It draws no conclusion: the words may well be "Nothing in particular".
    """
    kept = {name: each for name, each in also_told.items() if len(each) <= _QUOTABLE and not fields_meant("", each)}
    told = "; ".join(in_your_words(kept))
    return (f"Also from our talk, {told}.",) if told else ()


_QUOTABLE = 200


class _Asked(NamedTuple):
    """Changes, oldest first; the last `newest` of them are those of the newest message."""

    all: tuple[PlanChange | None, ...]
    newest: int = 1


def _changes(seen: RequestView) -> _Asked:
    """Every change that the athlete asked for since the goal was named; that the race has moved is a fact instead."""
    asked: list[PlanChange | None] = []
    newest: list[PlanChange | None] = []
    for turn in seen.turns:
        if turn.role != "user" or not turn.texts:
            continue
        acts = turn.acts or ()
        if any(isinstance(act, ChangeGoal) and not act.keeps for act in acts):
            asked = []
        wishes = [act for act in acts if isinstance(act, RequestChange)]
        newest = [each for wish in wishes for each in wishes_of(wish) if each or not weeks_moved(wish.words)]
        asked += newest
    if newest:
        return _Asked(tuple(asked), len(newest))
    return _Asked(tuple(each for each in asked if each) if not seen.get("change_asked") else (*asked, None))
