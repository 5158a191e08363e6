"""A goal in another sport is answered kindly, by offline coach and engine alike, and never becomes a running goal."""

from typing import Any

import pytest
from scripted_coach import Scripted, conversation, last_words, told

from coach.events import GoalsCaptured
from coach.loop import Coach
from coach.session import Session, replace
from coach.states import State
from coach.thread import SpokenLine
from coach.tools import CAPTURE_GOAL
from coach.tools.tool import ToolError
from evals.offline.phrases import table

OTHER = [line.split("{", maxsplit=1)[0] for line in table()["other_sport"]]


def talked(*texts: str) -> Coach:
    return conversation(Scripted([]), *texts)


@pytest.mark.parametrize("text", ["I want to swim 1 km", "a bike race in May, 100 km"])
def test_it_is_said_kindly_and_insisting_changes_nothing(text: str) -> None:
    coach = talked(text, text, text, text)
    assert coach.session.state is State.GOAL_CAPTURE
    assert not told(coach, GoalsCaptured)
    assert any(start in last_words(coach) for start in OTHER)


def test_a_running_goal_afterwards_is_taken() -> None:
    coach = talked("I want to swim 1 km", "then a 10k run in under 50:00")
    (goal,) = coach.session.goals
    assert (goal.sport, goal.event, goal.target) == ("running", "10k", "50:00")


def test_of_a_triathlon_the_run_is_the_goal() -> None:
    coach = talked("an olympic triathlon in June")
    assert [goal.event for goal in coach.session.goals] == ["10k"]


def call(said: str, **goal: Any) -> None:
    session = replace(Session(), talk=(SpokenLine("user", said),))
    CAPTURE_GOAL.call(session, {"goals": [goal]})


@pytest.mark.parametrize(
    ("said", "goal"),
    [
        ("swim 1 km", {"text": "swim 1 km", "event": "1000m"}),
        ("swim 1 km", {"text": "run 1 km", "event": "1000m"}),
        ("what about a bike race", {"text": "a bike race", "sport": "cycling"}),
        ("I run a bit and want to swim 1500 m", {"text": "1500 m", "event": "1500m"}),
    ],
)
def test_the_engine_refuses_a_model_that_makes_a_run_of_it(said: str, goal: dict[str, Any]) -> None:
    with pytest.raises(ToolError, match="never record it as a running goal"):
        call(said, **goal)


@pytest.mark.parametrize(
    ("said", "goal"),
    [
        ("a 10k, and cross-train on the bike", {"text": "a 10k", "event": "10k"}),
        ("parkrun then swim", {"text": "parkrun", "event": "5k"}),
        ("half ironman", {"text": "half ironman", "sport": "triathlon", "event": "half"}),
    ],
)
def test_the_engine_takes_a_running_goal_that_mentions_another_sport(said: str, goal: dict[str, Any]) -> None:
    call(said, **goal)
