"""What counts as training prescribed in words, and what is only said of it."""

import pytest

from evals.checks.advice import advice_in


@pytest.mark.parametrize(
    "text",
    [
        "For now, run 6 km easy on Tuesday and Thursday.",
        "Start with 3 sessions a week.",
        "You should do 20 minutes of walking every day.",
        "Let's go for 5 x 1000 m on Saturday.",
        "Thanks. Until then, jog 4.5 miles twice a week.",
    ],
)
def test_an_order_with_an_amount_is_advice(text: str) -> None:
    assert len(list(advice_in(text))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "So you run 35 km a week and do 2 sessions of strength.",
        "You're 26; you run about 55 km a week; you'd like 2 hard sessions a week.",
        "What was your longest run, and do you run 20 km a week or more?",
        "The race is 10 km, in 12 weeks.",
        "Take your time, there is no hurry.",
        "When you run 10 km, does your knee hurt?",
    ],
)
def test_what_is_reported_or_asked_is_no_advice(text: str) -> None:
    assert list(advice_in(text)) == []
