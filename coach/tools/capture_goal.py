"""The goal, or goals, in the athlete's words."""

from typing import Annotated

from pydantic import Field

from coach.events import CoachSaid, Event, GoalsCaptured
from coach.fold import Session
from coach.records.base import Record
from coach.records.goal import Goal
from coach.tools.passing_words import told_in_passing
from coach.tools.tool import Done, Tool, ToolError


class CaptureGoal(Record):
    goals: Annotated[tuple[Goal, ...], Field(description="first is the main one; empty where none was stated yet")]
    question: Annotated[str | None, Field(description="shown: what to ask where no goal was stated yet")] = None


def _run(session: Session, given: CaptureGoal) -> Done:
    if given.goals:
        notes = told_in_passing(session, "said_with_the_goal", " . ".join(goal.text for goal in given.goals))
        return Done((*notes, GoalsCaptured(goals=given.goals)), "Goal noted.")
    if not given.question:
        raise ToolError("Give at least one goal, or a question that invites the athlete to name one.")
    events: tuple[Event, ...] = (CoachSaid(state=session.state, text=given.question),)
    return Done(events, "The question was put to the athlete.")


CAPTURE_GOAL = Tool(
    name="capture_goal",
    description=(
        "Record what the athlete wants. Required: goals, a list, the main goal first; each goal has text (the "
        "athlete's own words), type (performance | fitness | weight_loss | health), sport (text, such as running), "
        "and where stated event (800m | 1500m | mile | 3k | 5k | 10k | half | marathon | ... ) and target (a time "
        "such as 4:25 or 1:35:00). Nothing is added that was not said. Where no goal was stated: goals empty, and "
        "question (text, shown to the athlete) that invites one."
    ),
    input=CaptureGoal,
    run=_run,
)
