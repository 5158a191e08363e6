"""What a person at the keyboard does beside stating facts, in words that were typed to the coach."""

import datetime as dt
from typing import Any

import pytest

from coach.records.change import PlanChange
from evals.reading.acts import TrainedReader
from personas.acts import Act, Ask, ChangeGoal, Plain, RequestChange, StateGoal, SumUp, Tell
from personas.channel import Channel

TODAY = dt.date(2026, 11, 29)
SHOWN, SUMMED = (
    "Week 1, base: 20 km. Shall we leave it like that?",
    "Here's what I have: ... Anything wrong or missing?",
)
YOUR_WEEK = (
    "How do you picture the training: training days a week, days or times that don't work, and kilometres in your "
    "biggest week?"
)
RISKS = (
    "Which of these are true of you: smoking, high cholesterol or blood pressure, a lot of extra weight, or a close "
    "relative with heart trouble young? Will there be a trainer or instructor with you when you train?"
)
RUNNING = (
    "What does your running look like these days: kilometres a week, the longest run of the last month, years of "
    "running, and your last race or time trial (distance and time)?"
)


def asks(*fields: str) -> tuple[Act, ...]:
    return tuple(Ask(field=name) for name in fields)


def reader() -> TrainedReader:
    said = Channel()
    said.deposit(SHOWN, (Plain(kind="show_plan"), Plain(kind="ask_accept")))
    said.deposit(SUMMED, (SumUp(facts={}), Plain(kind="ask_more")))
    said.deposit(YOUR_WEEK, asks("training_days_per_week", "available_days", "target_weekly_volume_km"))
    said.deposit(RISKS, asks("cv_risk_factors", "supervised"))
    races = ("recent_race_distance_km", "recent_race_time_s")
    said.deposit(RUNNING, asks("current_weekly_volume_km", "longest_run_last_30d_km", *races))
    return TrainedReader(TODAY, said)


def acts(text: str, question: str | None) -> tuple[Act, ...]:
    return reader().read(text, question) or ()


def told(text: str, question: str | None) -> dict[str, Any]:
    return {act.field: act.value for act in acts(text, question) if isinstance(act, Tell)}


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("can I swap thu and fri", PlanChange(kind="swap", days=("thu", "fri"))),
        ("move the long run to saturday", PlanChange(kind="long_run_on", days=("sat",))),
        ("Do the long run on Saturday instead please", PlanChange(kind="long_run_on", days=("sat",))),
        ("can we ease it off", PlanChange(kind="less")),
        ("no tempo please, i said no hard sessions", PlanChange(kind="no_hard")),
        ("i'd rather not do the gym stuff", None),
    ],
)
def test_a_wish_about_the_plan_is_one_whether_or_not_it_has_a_name(text: str, change: PlanChange | None) -> None:
    wish = acts(text, SHOWN)[0]
    assert isinstance(wish, RequestChange)
    assert wish.change == change


@pytest.mark.parametrize("text", ["can i still do parkrun on saturdays", "can we do a 5k on saturday instead"])
def test_a_race_inside_the_plan_is_no_other_goal(text: str) -> None:
    assert not any(isinstance(act, ChangeGoal) for act in acts(text, SHOWN))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("ok", "accept"),
        ("Great, let's go ahead with it!", "accept"),
        ("what do you know about me?", "ask_known"),
        ("why is week 4 lighter?", "ask_why"),
        ("why do you need all this", "ask_why"),
    ],
)
def test_a_question_is_one_without_its_mark_and_a_yes_is_no_question(text: str, kind: str) -> None:
    assert [act.kind for act in acts(text, SHOWN)] == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "sounds good but can we drop the hills",
        "my dad died of a heart attack at 41",
        "okay, we'll see",
        "Sure, once my boss lets me",
        "yes, though I'd hoped for something else",
    ],
)
def test_nothing_else_accepts_a_plan(text: str) -> None:
    assert not any(act.kind == "accept" for act in acts(text, SHOWN))


@pytest.mark.parametrize("text", ["Yes, but you got one thing wrong", "no, there's more to it"])
def test_a_word_more_than_that_it_is_right_ends_no_summary(text: str) -> None:
    assert acts(text, SUMMED) == ()


def test_a_no_to_a_summary_states_no_fact() -> None:
    """Seen: "no all good" read as having been inactive for three months."""
    assert [act.kind for act in acts("no all good", SUMMED)] == ["nothing_to_add"]


WEEK = ("fri", "mon", "sat", "sun", "thu", "tue", "wed")
FACTS: dict[str, dict[str, dict[str, Any]]] = {
    YOUR_WEEK: {
        "three days a week, biggest week about 28 km": {"training_days_per_week": 3, "target_weekly_volume_km": 28},
        "3": {"training_days_per_week": 3},
        "30": {"target_weekly_volume_km": 30},
    },
    RISKS: {
        "none of those. no trainer": {"cv_risk_factors": (), "supervised": False},
        "none of those, no trainer": {"cv_risk_factors": (), "supervised": False},
    },
    "How many weeks do you have to prepare?": {
        "the race is on 11 April 2027": {"weeks_available": 19},
        "11 April 2027": {"weeks_available": 19},
        "race is 11 april 2027": {"weeks_available": 19},
    },
    SHOWN: {
        "Should be fine, but no Mondays please": {"available_days": tuple(day for day in WEEK if day != "mon")},
        "Does it work without Tuesdays? I can't do Tuesdays": {
            "available_days": tuple(day for day in WEEK if day != "tue")
        },
        "When I have work on Fridays I can't run, so no Fridays": {
            "available_days": tuple(day for day in WEEK if day != "fri")
        },
    },
}
"""Question to answers, each with all that it states."""


@pytest.mark.parametrize(
    ("question", "text"), [(question, text) for question, answers in FACTS.items() for text in answers]
)
def test_an_answer_states_all_that_is_in_it_and_nothing_else(question: str, text: str) -> None:
    assert told(text, question) == FACTS[question][text]


@pytest.mark.parametrize(
    "text", ["no trainer", "none of those except smoking, no trainer", "no. my dad had a heart attack. no trainer"]
)
def test_a_no_to_something_else_or_with_an_exception_is_no_no_to_a_list(text: str) -> None:
    assert told(text, RISKS).get("cv_risk_factors") != ()


@pytest.mark.parametrize(
    "text",
    [
        "22:30 for 5k back in 2012, nothing since",
        "did a 3:10 marathon twenty years ago",
        "my 10k pb is 41:00 from uni, i'm 52 now",
    ],
)
def test_a_race_of_long_ago_is_no_recent_one(text: str) -> None:
    assert not told(text, RUNNING).keys() & {"recent_race_distance_km", "recent_race_time_s", "longest_run_last_30d_km"}


@pytest.mark.parametrize(
    "text",
    [
        "10k in 57:30 last month",
        "10k in 57:30 two months ago",
        "10k in 57:30 a year ago",
        "10k in 57:30, was 50:10 two years ago",
    ],
)
def test_a_race_of_this_year_is(text: str) -> None:
    facts = told(text, RUNNING)
    assert (facts["recent_race_distance_km"], facts["recent_race_time_s"]) == (10, 3450)


@pytest.mark.parametrize(
    ("text", "event", "target"),
    [
        ("want to do a half in under 2 hrs in spring, 34f, used to run 22:30 for 5k in 2012", "half", "2:00:00"),
        ("Race is a 10k in 12 weeks, want sub 56 minutes. Last race 10k in 57:30 last month.", "10k", "56:00"),
        ("half in 1:50, used to run 22:30 for 5k", "half", "1:50"),
        ("did a 3:10 marathon twenty years ago, want to do a 10k", "10k", None),
        ("I want to run a half marathon. 22:30 is my 5k", "half", None),
    ],
)
def test_a_target_is_one_of_the_goals_own_distance(text: str, event: str, target: str | None) -> None:
    goal = next(act.goal for act in acts(text, None) if isinstance(act, StateGoal))
    assert (goal.event, goal.target) == (event, target)


@pytest.mark.parametrize(
    ("text", "weeks"),
    [
        ("It is the 3rd 10k I run", None),
        ("my race is the 10th edition of a half marathon", None),
        ("I have run 30 km a week up to today", None),
        ("My goal: a 10k. I run a bit today", None),
        ("I have a 10k race tomorrow", 0),
        ("a half marathon on wednesday the 23rd", 3),
        ("my race is on the 9th not the 10th", 1),
    ],
)
def test_a_relative_day_is_the_races_only_beside_it(text: str, weeks: int | None) -> None:
    assert told(text, None).get("weeks_available") == weeks


@pytest.mark.parametrize(
    "text",
    [
        "Sounds good, 10k here I come",
        "Great, the 10k is going to be fun!",
        "This will be the 2nd 10k for me, I love it",
    ],
)
def test_a_race_in_a_yes_is_no_other_goal(text: str) -> None:
    assert not any(isinstance(act, ChangeGoal | RequestChange) for act in acts(text, SHOWN))


@pytest.mark.parametrize(
    ("text", "wished"),
    [
        ("please start on the 7th of december", {"start_later"}),
        ("can we start the plan on Monday 4 January?", {"start_later"}),
        ("on 4 January I can start", {"start_later"}),
        ("I'd like to begin on 4 January", {"start_later"}),
        ("let's make it a start on 4 January", {"start_later"}),
        ("I can't start before 4 January", {"start_later"}),
        ("The race will start on 21 February", set()),
        ("I begin my new job on 4 January, so less please", set()),
        ("I start work on 4 January, so less please", set()),
        ("The start of the race is at 9 am on 21 February", set()),
    ],
)
def test_a_first_day_is_the_plans_own(text: str, wished: set[str]) -> None:
    found = {act.change.kind for act in acts(text, SHOWN) if isinstance(act, RequestChange) and act.change}
    assert found & {"start_later"} == wished


@pytest.mark.parametrize("text", ["Yes, that's all", "yes that's it", "That is all, thanks"])
def test_that_that_is_all_ends_the_talk(text: str) -> None:
    for question in (SUMMED, "Is there anything else?"):
        said = Channel()
        said.deposit(question, (Plain(kind="ask_more"),))
        assert [act.kind for act in TrainedReader(TODAY, said).read(text, question) or ()] == ["nothing_to_add"]
