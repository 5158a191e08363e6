"""A goal in another sport is answered kindly, by offline coach and engine alike, and never becomes a running goal."""

import pytest
from scripted_coach import Scripted, conversation, last_words, told

from coach.events import GoalsCaptured
from coach.loop import Coach
from coach.states import State
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
