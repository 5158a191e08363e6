"""Words that something went wrong with on their way to the athlete."""

import pytest

from coach.events import CoachSaid
from coach.states import State
from evals.checks.loop_health import broken_words
from evals.checks.view import SessionView


def rules(*texts: str) -> list[str | None]:
    view = SessionView(tuple(CoachSaid(state=State.INTAKE, text=text) for text in texts), record="talk")
    return [found.rule for found in broken_words(view)]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("We take it gently at first, and if it does not settle we see what the", "cut_off"),
        ("Your first week has three runs, one of them with", "cut_off"),
        ('Recorded. {"field": "age_years", "value": 43}', "raw"),
        ("Hello [athlete name], good to see you.", "raw"),
        ('What does you good: "(in their words)".', "raw"),
    ],
)
def test_what_is_cut_off_or_raw_is_found(text: str, rule: str) -> None:
    assert rules(text) == [rule]


def test_the_same_long_message_again_is_found_once() -> None:
    text = (
        "Thank you. Before I plan anything, a few questions about your health, the same for everyone who comes to me."
    )
    assert rules(text, "Fine.", text) == ["again"]


@pytest.mark.parametrize("text", ["Ready when you are", "Nice one 💛", "- Sun: 12 km, slow", "Which days work?", "ok!"])
def test_how_people_end_a_message_is_no_fault(text: str) -> None:
    assert rules(text) == []
