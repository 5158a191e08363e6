"""Thinking that a model's maker kept back cannot be compared with what the athlete saw; a pass says so."""

from typing import Any

import pytest
from checks_sessions import STARTED, closed, moved, session

from coach import events as e
from coach.states import State
from evals.checks.registry import CHECKS
from evals.checks.verdict import Verdict
from evals.checks.view import Case
from evals.interchange.read import cases
from evals.interchange.schema import InterchangeSession

GOAL_CAPTURE = State.GOAL_CAPTURE
LEFT = (e.AthleteLeft(), moved("GOAL_CAPTURE", "CLOSED", "abandoned"), closed("abandoned"))
SAID = "How often do you run?"
THOUGHT = "She may well run four times a week, and I had better ask her about her sleep as well."


def verdict(block: dict[str, Any], said: str = SAID) -> Verdict:
    text = {"type": "text", "text": said}
    answer = e.ModelCalled(
        state=GOAL_CAPTURE, tier="fast", model="m", prompt="p", stop_reason="end_turn", input_tokens=1, output_tokens=1,
        content=(block, text),
    )  # fmt: skip
    talk = (e.AthleteSaid(turn=1, text="A 10k, please."), answer, e.CoachSaid(state=GOAL_CAPTURE, text=said), *LEFT)
    own = CHECKS["unspoken"].judge(Case(session(STARTED, *talk), None))
    messages = [{"role": "athlete", "text": "A 10k, please."}, {"role": "coach", "text": said}]
    line = {"id": "s", "messages": messages, "events": [event.model_dump() for event in (STARTED, *talk)]}
    assert cases(InterchangeSession.model_validate(line)).judge()["unspoken"] == own, "wherever the session stands"
    return own


@pytest.mark.parametrize(
    "block",
    [
        {"type": "thinking", "thinking": "", "signature": "EmwKAhgB"},
        {"type": "redacted_thinking", "data": "EmwKAhgB"},
    ],
)
def test_a_pass_of_a_run_of_our_own_says_that_thinking_was_withheld(block: dict[str, Any]) -> None:
    found = verdict(block)
    assert found.passed is True
    assert "the API withheld the model's thinking" in found.explanation
    assert verdict(block, f"As Arthur Brooks says: {SAID}").passed is False, "a leak that words tell stands"


def test_thinking_that_is_shown_is_compared_with_what_was_said() -> None:
    block = {"type": "thinking", "thinking": THOUGHT, "signature": "EmwKAhgB"}
    assert verdict(block).passed is True
    assert verdict(block, THOUGHT).passed is False
