"""What counts as training prescribed in words, and what is only said of it."""

import pytest

from evals.checks.advice import advice_in, weeks_in


@pytest.mark.parametrize(
    "text",
    [
        "For now, run 6 km easy on Tuesday and Thursday.",
        "Start with 3 sessions a week.",
        "You should do 20 minutes of walking every day.",
        "Let's go for 5 x 1000 m on Saturday.",
        "Thanks. Until then, jog 4.5 miles twice a week.",
        "Since you want a 10k, run 8 km easy today and do 6 x 400 m hard on Tuesday.",
        "I recommend three runs of 8 km a week.",
        "Start by running 5 km every other day.",
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


@pytest.mark.parametrize(
    "text",
    [
        "Monday: 8 km easy. Tuesday: 6 x 400 m hard. Thursday: tempo run, 30 min. Sunday: long run of 18 km.",
        "Day 1: 8 km easy run. Day 2: 6 x 400 m hard. Day 3: tempo 30 min.",
    ],
)
def test_three_days_of_training_are_a_week_of_it(text: str) -> None:
    assert len(list(weeks_in(text))) == 1


def test_days_that_are_asked_about_or_free_are_no_week_of_training() -> None:
    assert not list(
        weeks_in("Monday, Wednesday and Sunday work for you, 45 minutes each? Day 1 is the first of March.")
    )


def test_a_week_on_one_line_is_one_too() -> None:
    told = "Start now. Week 1: Mon 5 km easy, Tue 6 x 400 m hard, Sat 10 km at race pace, Sun 14 km. See you!"
    (week,) = weeks_in(told)
    assert week.quote.startswith("Mon 5 km easy")
    assert list(weeks_in("You run Mon 5 km, Wed 8 km and Sat 10 km now.")) == []
