"""What must follow a move or a tool call, where no whole recorded session shows it."""

import pytest
from checks_sessions import closed, moved, session
from plans import planned

from coach import events as e
from coach.states import State
from evals.checks.record_gaps import gaps

SHOWN = (moved("PLAN", "PRESENT", "plan_valid"), e.PlanShown(plan=planned()))
BACK = (moved("GOAL_CAPTURE", "ANALYST"), moved("ANALYST", "INTAKE"), e.AthleteSaid(turn=1, text="Hi."))
TAKEN = e.PlanWithdrawn(why="goal_changed")
LEFT = moved("PRESENT", "GOAL_CAPTURE", "goal_changed")
FAILED = moved("PLAN", "CLOSED", "failed")
IMPOSSIBLE = e.PlanImpossible(why="too short")
ASKED = e.ToolCalled(state=State.GOAL_CAPTURE, tool="capture_goal", call="1", input={"question": "Which race?"})


def missing(words: str, *events: e.Event) -> int:
    return sum(words in what for what in gaps(session(*events)))


def test_a_plan_on_show_is_withdrawn_once_when_the_goal_changes() -> None:
    assert missing("withdrawal", *SHOWN, LEFT, TAKEN, *BACK) == 0
    assert missing("withdrawal", *SHOWN, LEFT, *BACK) == 1


@pytest.mark.parametrize(("before", "lacks"), [((), 1), ((IMPOSSIBLE,), 0)])
def test_a_failure_that_was_not_told_yet_has_last_words(before: tuple[e.Event, ...], lacks: int) -> None:
    assert missing("last words", *before, FAILED, closed("failed")) == lacks


@pytest.mark.parametrize(("words", "lacks"), [("Which race?", 0), ("Off we go.", 1)])
def test_words_beside_a_tool_are_its_effect_only_where_its_input_holds_them(words: str, lacks: int) -> None:
    said = e.CoachSaid(state=State.GOAL_CAPTURE, text=words)
    assert missing("model call behind the coach's words", ASKED, said) == lacks
