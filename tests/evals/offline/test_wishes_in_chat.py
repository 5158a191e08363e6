"""What people who type ask of their plan, or tell of their goal: all of it is taken, or they hear that it is not."""

import asyncio
import datetime as dt

import pytest

from coach import variants
from coach.loop import Coach
from coach.session import Session
from coach.store.recorder import Recorder
from evals.offline import OfflineCoach
from evals.reading.acts import TrainedReader
from personas.channel import Channel

TODAY = dt.date(2026, 11, 29)
GOAL = "I want to run a 10k in 12 weeks, in under 50 minutes"
RUNNING = "30 km a week, longest run 11 km, running for 5 years, last race 10k in 52:00"
WEEK = "4 days a week, any day is fine, 36 km in my biggest week"
HEALTHY = ("35, female, 168 cm, 60 kg", "yes", "8 hours", *["no"] * 7, "all correct")


def talk(*lines: str, goal: str = GOAL, running: str = RUNNING, week: str = WEEK) -> tuple[Session, str]:
    """The session of a healthy woman of 35 with a plan after `lines`, and the coach's last answer."""
    channel = Channel()
    client = OfflineCoach(0, channel, TrainedReader(TODAY, channel))
    models = dict.fromkeys(("fast", "reasoning"), "offline/coach")
    coach = Coach(client, variants.load("baseline"), Recorder(), models)
    coach.start("chat", "you", TODAY.isoformat())

    async def speak() -> str:
        answer = ""
        for line in (goal, running, week, *HEALTHY, *lines):
            if not coach.closed:
                answer = await coach.hear(line)
        return answer

    answer = asyncio.run(speak())
    return coach.session, answer


@pytest.mark.parametrize(
    ("goal", "lines", "day"),
    [
        ("10k on wednesday 10 march 2027, in under 50 minutes", (), "2027-03-10"),
        ("a 10k on 17 february, in under 50 minutes", (), "2027-02-17"),
        ("10k in 25 days, in under 50 minutes", (), "2026-12-24"),
        (GOAL, ("my race is 24 february",), "2027-02-24"),
        (GOAL, ("the race is on saturday february 13 not sunday",), "2027-02-13"),
        (GOAL, ("when is my race? its on wednesday the 23rd",), "2026-12-23"),
        (GOAL, ("my race is 24 february", "the race is on 20 february"), "2027-02-20"),
    ],
)  # fmt: skip
def test_the_race_is_on_the_day_that_was_told(goal: str, lines: tuple[str, ...], day: str) -> None:
    session, _ = talk(*lines, goal=goal)
    assert session.plan is not None
    assert str(session.plan.race_date) == day
    assert not any("You gave me weeks" in note for note in session.plan.note_texts)


def test_where_only_weeks_were_told_the_plan_asks_for_the_day() -> None:
    session, answer = talk()
    assert session.plan is not None
    assert str(session.plan.race_date) == "2027-02-20"
    assert "no date, so I've put the race on Saturday 20 February, the last day of them. Which day is it?" in answer


def test_a_race_tomorrow_is_no_plan_of_weeks_to_ask_for() -> None:
    session, _ = talk(goal="I have a 10k race tomorrow, in under 50 minutes")
    assert session.told["weeks_available"] == 0


@pytest.mark.parametrize(
    ("wish", "start"),
    [("please start on the 7th of december", "2026-12-07"), ("please start on 2 december", "2026-11-30")],
)
def test_a_first_day_is_no_race_day(wish: str, start: str) -> None:
    session, _ = talk(wish)
    assert session.plan is not None
    assert (str(session.plan.start_date), session.told["weeks_available"]) == (start, 12)
