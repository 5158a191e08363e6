"""What athletes ask of a plan in their own words is made, or refused with the reason; several wishes are several."""

from functools import cache

import pytest
from played import of

from coach import variants
from coach.events import CoachSaid
from coach.records.block import TrainingBlock, Weekday
from coach.records.change import PlanChange
from evals.reading.plan_wishes import wishes_of
from evals.reading.race_days import weeks_moved
from evals.session import Spec
from personas.acts import RequestChange
from personas.load import load
from personas.persona import Persona

REST = "At least one full day off every week, because rest is when you get fitter."


def runner(**facts: object) -> Persona:
    """Kim, 31, healthy: 35 km on four days a week, a 10 km race in ten weeks."""
    stated = {
        "age_years": 31, "sex": "female", "height_cm": 168, "weight_kg": 62, "sleep_hours_avg": 7.5,
        "current_weekly_volume_km": 35, "longest_run_last_30d_km": 12, "running_experience_years": 3,
        "recent_race_distance_km": 10, "recent_race_time_s": 3000, "training_days_per_week": 4, "weeks_available": 10,
        "race_distance_km": 10, "regular_exercise_3m": True, "bsi_status": "none", "eating_disorder_status": "none",
        "known_conditions": [], "medications": [], "pain_signs": [], "parq_yes": [], "symptoms": [], **facts,
    }  # fmt: skip
    whole = load("masters_runner").model_dump(mode="json") | {
        "id": "kim", "job": None, "behaviours": [], "tags": [],
        "goals": [{"text": "I want to run a 10k", "type": "performance", "sport": "running", "event": "10k"}],
        "facts": {name: {"value": value, "tell": "when_asked"} for name, value in stated.items()},
    }  # fmt: skip
    return Persona.model_validate(whole)


@cache
def asked(words: str) -> tuple[TrainingBlock, str]:
    """The plan that is accepted after this wish, and what the coach answered."""
    wish = [{"kind": "requests_change", "text": words, "at": "present"}]
    kim = Persona.model_validate(runner().model_dump(mode="json") | {"behaviours": wish})
    recorder = of(Spec(kim, variants.load("baseline"), 1, 0))
    plan = recorder.session.plan
    assert plan is not None
    return plan, [event.text for event in recorder.events if isinstance(event, CoachSaid)][-2]


def days_of(plan: TrainingBlock, purpose: str) -> set[Weekday]:
    days = (day for week in plan.weeks for day in week.days)
    return {day.weekday for day in days if any(session.purpose == purpose for session in day.sessions)}


def test_of_two_wishes_one_is_made_and_the_other_refused_with_its_reason() -> None:
    plan, answer = asked("Can the long run be on Wednesday and the intervals on Thursday?")
    assert days_of(plan, "long") == {"wed"}
    assert "The long run is on Wednesday now, as you asked. The day after the long run stays easy" in answer


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("I'd like to run every day, all seven days.", REST),
        ("I'd like to run six days a week.", "That is more than the 4 training days a week you gave me."),
        ("Can you add 20 km to each week?", "The weeks already grow as quickly as the legs can follow"),
    ],
)
def test_a_refusal_names_its_reason(words: str, reason: str) -> None:
    plan, answer = asked(words)
    assert reason in answer
    assert plan.weeks == asked("Could I have it on paper?")[0].weeks


def test_a_race_that_has_moved_is_raced_on_its_new_day() -> None:
    plan, answer = asked("The race has moved: it's two weeks earlier.")
    assert (str(plan.race_date), len(plan.weeks)) == ("2026-03-01", 8)
    assert "your race is on Sunday 1 March" in answer


def test_a_wish_beside_a_race_that_has_moved_is_made_too() -> None:
    plan, _ = asked("The race is two weeks earlier, and could the long run be on Saturday?")
    assert (str(plan.race_date), days_of(plan, "long")) == ("2026-03-01", {"sat"})


def test_a_day_is_freed_beside_a_long_run_that_stays() -> None:
    plan, answer = asked("Please keep the long run on Sunday, but no running on Monday.")
    assert days_of(plan, "long") == {"sun"}
    assert not any(day.sessions for week in plan.weeks for day in week.days if day.weekday == "mon")
    assert "The long run stays on Sunday. Monday stays free, as you asked." in answer


def test_a_part_that_has_no_name_is_asked_for_again() -> None:
    plan, answer = asked("Can I do the long run on Friday, not on Saturday?")
    assert days_of(plan, "long") == {"fri"}
    assert "The long run is on Friday now, as you asked. I could not place the rest" in answer


@pytest.mark.parametrize(
    ("words", "wishes"),
    [
        ("move the intervals to Friday", (PlanChange(kind="hard_on", days=("fri",)),)),
        ("move the long run from Sunday to Friday", (PlanChange(kind="long_run_on", days=("fri",)),)),
        ("swap Tuesday and Friday, please", (PlanChange(kind="swap", days=("tue", "fri")),)),
        ("no running on Tuesday and Friday", (PlanChange(kind="without_days", days=("tue", "fri")),)),
        ("no intervals, and fewer kilometres", (PlanChange(kind="no_hard"), PlanChange(kind="less"))),
        ("no intervals on Tuesday", (None,)),
        ("I'm free on Friday", (None,)),
    ],
)  # fmt: skip
def test_each_clause_is_a_wish_of_its_own(words: str, wishes: tuple[PlanChange | None, ...]) -> None:
    assert wishes_of(RequestChange(words=words)) == wishes


@pytest.mark.parametrize(
    ("words", "weeks"),
    [
        ("my race is a week later", 1),
        ("the marathon has been brought forward, it's three weeks earlier now", -3),
        ("can we start two weeks later? the race stays", 0),
        ("the race is on 5 march", 0),
    ],
)
def test_a_race_moves_by_the_weeks_that_are_named(words: str, weeks: int) -> None:
    assert weeks_moved(words) == weeks
