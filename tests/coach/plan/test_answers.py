"""Questions about a plan are answered with what stands in it, and with nothing else."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.plan.answers import answer
from coach.plan.reading import is_training_day, training_km
from coach.plan.requests import LONG_NAMES


def longest(plan: Any, week: int) -> float:
    days = plan.weeks[week - 1].days
    return float(max(s.km for day in days for s in day.sessions if s.type == "run"))


def test_why_this_long_run_is_answered_with_its_distances(case: Any) -> None:
    text = answer("Why this long run?", case.plan)
    peak = max(range(1, 13), key=lambda week: longest(case.plan, week))
    assert text is not None
    assert f"{longest(case.plan, peak):g} km, in week {peak}" in text
    assert f"The first is {longest(case.plan, 1):g} km" in text
    assert "Your race is 10 km" in text


def test_the_long_run_of_a_named_week_is_set_beside_the_one_before(case: Any) -> None:
    text = str(answer("why is the long run in week 3 so long?", case.plan))
    assert f"{longest(case.plan, 3):g} km" in text
    assert f"after {longest(case.plan, 2):g} km the week before" in text


def test_a_lighter_week_is_explained_by_the_weeks_around_it(case: Any) -> None:
    before, light, after = (training_km(week) for week in case.plan.weeks[2:5])
    text = str(answer("why is week 4 lighter?", case.plan))
    assert f"Week 4 has {light:.0f} km after {before:.0f} km in week 3." in text
    assert f"Week 5 goes on with {after:.0f} km." in text


def test_a_week_that_is_not_lighter_is_not_called_so(case: Any) -> None:
    assert "not a lighter one" in str(answer("why is week five so light?", case.plan))


def test_a_pace_is_the_one_that_stands_in_the_session(case: Any) -> None:
    tempo = next(
        s for week in case.plan.weeks for day in week.days for s in day.sessions if s.purpose == "threshold"
    )  # fmt: skip
    fast, slow = next(step.pace_s_per_km for step in tempo.steps if step.kind == "work")
    text = str(answer("what pace for the tempo?", case.plan))
    assert f"{int(fast // 60)}:{fast % 60:02.0f}-{int(slow // 60)}:{slow % 60:02.0f} per km" in text


def test_without_paces_the_effort_is_named(runner: Any) -> None:
    plan = runner.case(recent_race_distance_km=None, recent_race_time_s=None).plan
    assert "go by effort, 7 of 10" in str(answer("How fast should the tempo be?", plan))


def test_what_is_not_in_the_plan_is_said_not_to_be(case: Any) -> None:
    assert "none of those" in str(answer("what pace for the hills?", case.plan))


def test_rest_days_are_those_of_the_week(case: Any) -> None:
    text = str(answer("When do I rest in week 2?", case.plan))
    for day in case.plan.weeks[1].days:
        assert (LONG_NAMES[day.date.weekday()] in text) is (not is_training_day(day))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("when is the race?", "Sunday 29 March, 10 km"),
        ("what do I do on Tuesday?", "On Tuesday 6 January (week 1): "),
        ("How many days a week do I train?", "you train on 5 days"),
        ("how long is the plan?", "The plan has 12 weeks"),
        ("When does it start?", "from Monday 5 January"),
        ("why so slow?", "minutes of running are easy"),
        ("what is in week 7?", "Week 7 (build"),
        ("when is strength?", "there is strength on"),
        ("why do I taper?", "the race not counted"),
        ("why are there lighter weeks?", "The lighter weeks are 4 and 8"),
        ("what is the race pace?", "The race of week 12"),
    ],
)
def test_other_questions_have_their_facts(case: Any, question: str, said: str) -> None:
    assert said in str(answer(question, case.plan))


def test_two_questions_have_two_answers(case: Any) -> None:
    text = str(answer("When is the race? And when do I rest?", case.plan))
    assert "29 March" in text
    assert "you rest on" in text


@pytest.mark.parametrize("question", ["will it rain?", "", "what is in week 99?", "can you sing?"])
def test_what_the_plan_does_not_say_is_left_open(case: Any, question: str) -> None:
    assert answer(question, case.plan) is None


QUESTIONS = st.sampled_from(
    [
        "why this long run", "why is week 4 lighter", "what pace for the tempo", "when do I rest", "how fast is easy",
        "when is the race", "what on Sunday", "how many runs", "why so easy", "what in week 2", "strength", "why 8 km",
        "how long is the plan", "the taper", "what pace for the race", "how far in week 1",
    ]
)  # fmt: skip


@given(questions=st.lists(QUESTIONS, min_size=1, max_size=3))
def test_a_plan_without_paces_or_a_race_has_readable_answers_too(
    questions: list[str],
) -> None:
    plan = _walking_plan()
    text = answer("? ".join(questions) + "?", plan) or ""
    assert "None" not in text
    assert not re.search(r"[a-z]_[a-z]", text)


def _walking_plan() -> Any:
    import datetime as dt

    from coach.plan.planner import build_plan
    from coach.records.goal import Goal
    from coach.records.safety import SafetyResult

    return build_plan({}, (Goal(text="run"),), SafetyResult(status="approved"), today=dt.date(2026, 1, 5))
