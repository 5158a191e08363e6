"""What a conversation about the plan is sent: the plan in brief, any week on demand, of a change only what changed."""

import asyncio
import json
from functools import cache
from typing import Any

import pytest
from offline_seats import offline_seats

from coach import variants
from coach.context import changes
from coach.events import ModelCalled, PlanShown
from coach.flow import replay
from coach.plan.plan_brief import Brief, brief_of
from coach.session import Session
from coach.states import State
from coach.tools import SHOW_PLAN
from coach.tools.tool import ToolError
from evals.session import Spec, live
from personas.load import load


@cache
def presenting(persona: str) -> tuple[Session, ...]:
    """The session before each call in PRESENT that tells of a plan."""
    spec = Spec(load(persona), variants.load("baseline"))
    events = asyncio.run(live(spec, offline_seats(spec))).events
    told = [
        index
        for index, event in enumerate(events)
        if isinstance(event, ModelCalled) and event.state is State.PRESENT and "plan" in (event.context or {})
    ]
    assert len(told) == sum(isinstance(event, PlanShown) for event in events)
    return tuple(replay(events[:index]) for index in told)


def told(session: Session) -> dict[str, Any]:
    return changes(session) or {}


def test_the_brief_tells_every_week_in_a_line_and_the_first_in_full() -> None:
    session = presenting("masters_runner")[0]
    plan, sections = session.plan, told(session)
    assert plan is not None
    brief = Brief.model_validate({**sections["plan"], "weeks": sections["plan_weeks"]})
    marked = [note for note in brief.notes if "(in their words)" in str(note)]
    whole = brief_of(plan)
    assert brief.model_copy(update={"notes": ()}) == whole.model_copy(update={"notes": ()})
    assert [note for note in brief.notes if note not in whole.notes] == marked
    assert brief.first_week == plan.weeks[0]
    assert [int(number) for number in brief.weeks] == [week.index for week in plan.weeks]
    assert [week.km for week in brief.weeks.values()] == [week.km for week in plan.weeks]
    assert len(json.dumps(sections["plan"])) + len(json.dumps(sections["plan_weeks"])) < 6_000


def test_the_goal_in_the_athletes_words_is_no_part_of_it() -> None:
    session = presenting("masters_runner")[0]
    assert session.plan is not None
    assert session.plan.goal not in json.dumps(told(session))


def test_of_a_changed_plan_only_the_changed_weeks_are_told_again() -> None:
    first, second = presenting("masters_runner")
    assert first.plan is not None
    assert second.plan is not None
    before, after = (brief_of(each).weeks for each in (first.plan, second.plan))
    changed = {number for number, week in after.items() if before.get(number) != week}
    assert told(second)["plan"]["version"] == 2
    assert set(told(second).get("plan_weeks", {})) == changed


def test_a_week_without_distance_is_told_in_minutes() -> None:
    session = presenting("couch_to_5k")[0]
    assert session.plan is not None
    weeks = brief_of(session.plan).weeks.values()
    assert all(bool(week.km) != bool(week.minutes) for week in weeks)
    assert all(not (week.longest_km and week.longest_minutes) for week in weeks)


def test_show_plan_gives_the_asked_weeks_in_full_once_each_and_changes_nothing() -> None:
    session = presenting("masters_runner")[0]
    assert session.plan is not None
    done = SHOW_PLAN.call(session, {"weeks": [3, 2, 3]})
    wanted = [week.model_dump(mode="json", exclude_defaults=True) for week in session.plan.weeks[1:3]]
    assert json.loads(done.reply) == wanted
    assert done.events == ()


@pytest.mark.parametrize(
    ("weeks", "says"),
    [([99], "no week 99; its weeks are 1 to"), ([], "does not fit"), ([1, 2, 3, 4, 5], "does not fit")],
)
def test_weeks_that_cannot_be_shown_are_a_tool_error(weeks: list[int], says: str) -> None:
    with pytest.raises(ToolError, match=says):
        SHOW_PLAN.call(presenting("masters_runner")[0], {"weeks": weeks})


def test_without_a_plan_there_is_nothing_to_show() -> None:
    with pytest.raises(ToolError, match="no plan"):
        SHOW_PLAN.call(Session(), {"weeks": [1]})
