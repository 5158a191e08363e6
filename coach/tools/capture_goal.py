"""The goal, or goals, in the athlete's words, and the age where they gave it."""

from typing import Annotated

from pydantic import Field

from coach.events import CoachSaid, Event, FactRecorded, GoalsCaptured
from coach.profile.race_events import find_events
from coach.profile.sports import multisport_event, other_sport, running_events
from coach.profile.validation import check_value
from coach.profile.weight_goals import wants_to_lose_weight
from coach.records.base import Record
from coach.records.fact import Fact, Standing
from coach.records.goal import Goal
from coach.session import Session
from coach.tools.tool import Tool, ToolError, ToolSuccess
from coach.tools.unrecorded_health import unlisted_health_words

AGE = "age_years"


class Age(Record):
    years: Annotated[int | None, Field(description="whole years; leave out when standing is not 'given'")] = None
    raw: Annotated[str, Field(description="the athlete's own words that say so")] = ""
    standing: Annotated[
        Standing, Field(description="declined: will not say; not_known: cannot say; otherwise given")
    ] = "given"


class CaptureGoal(Record):
    goals: Annotated[tuple[Goal, ...], Field(description="first is the main one; empty where none was stated yet")]
    question: Annotated[
        str | None, Field(description="shown: what to ask where no goal was stated yet; beside a goal, for the age")
    ] = None
    age: Annotated[Age | None, Field(description="only where they gave their age, or would not")] = None


_RUNS_ONLY = (
    "This is a goal in {sport}, and running is what is coached here: never record it as a running goal. Pass no goals, "
    "and in question say so kindly, say what running can do for them, and ask whether they would like a running goal."
)


_LOSES_WEIGHT = "A goal here is also to lose weight: add a goal of type weight_loss with the words that say so."


def _other_sport(session: Session, goals: tuple[Goal, ...]) -> str | None:
    """The sport other than running that a goal is about, by its words, its event, or what the athlete just wrote."""
    newest = next((line.text for line in reversed(session.talk) if line.role == "user"), "")
    for goal in goals:
        if sport := other_sport(goal.sport) or other_sport(goal.text) or other_sport(newest):
            return sport
        claimed = {event for event, _, _ in find_events(newest)} - {*running_events(newest)}
        if goal.event in claimed and multisport_event(newest) is None:
            return "another sport"
    return None


def _run(session: Session, given: CaptureGoal) -> ToolSuccess:
    if sport := _other_sport(session, given.goals):
        raise ToolError(_RUNS_ONLY.format(sport=sport))
    losing = any(wants_to_lose_weight(goal.text) for goal in given.goals)
    if losing and not any(goal.type == "weight_loss" for goal in given.goals):
        raise ToolError(_LOSES_WEIGHT)
    age = _recorded(session, given.age) if given.age else ()
    if not (given.goals or given.question):
        raise ToolError("Give at least one goal, or a question that invites the athlete to name one.")
    events: list[Event] = list(age)
    if given.goals:
        words = " . ".join(goal.text for goal in given.goals)
        events += [*unlisted_health_words(session, "said_with_the_goal", words), GoalsCaptured(goals=given.goals)]
    if given.question:
        events.append(CoachSaid(state=session.state, text=given.question))
    return ToolSuccess(tuple(events), "The question was put to the athlete." if given.question else "Goal noted.")


def _recorded(session: Session, age: Age) -> tuple[Event, ...]:
    """The age as a fact; `ToolError` where it is none."""
    if age.standing == "given" and (problem := check_value(AGE, age.years)):
        raise ToolError(f"age.years: {problem}")
    years = age.years if age.standing == "given" else None
    fact = Fact(field=AGE, value=years, raw=age.raw, turn=session.turn, standing=age.standing)
    return (FactRecorded(fact=fact),)


CAPTURE_GOAL = Tool(
    name="capture_goal",
    description=(
        "Record what the athlete wants. Required: goals, a list, the main goal first; each goal has text (the "
        "athlete's own words), type (performance | fitness | weight_loss | health), sport (text, such as running), "
        "and where stated event (800m | 1500m | mile | 3k | 5k | 10k | half | marathon | ... ) and target (a time "
        "such as 4:25 or 1:35:00). Nothing is added that was not said. Where no goal was stated, or one in another "
        "sport than running: goals empty, and question (text, shown to the athlete) that invites one. Of a triathlon "
        "or the like the run is the goal. A question beside the goals asks for the age; after the answer, call this "
        "again with the goals. Where they gave their age: age, with years (whole number), raw (their words) and, where "
        "they would not or could not say, standing (declined | not_known)."
    ),
    input=CaptureGoal,
    run=_run,
)
