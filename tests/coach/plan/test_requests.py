"""Changes in the athlete's words change the plan, and the changed plan is valid again."""

import datetime as dt
from typing import Any

import pytest

from coach.plan.planner import CannotPlan, build_plan
from coach.plan.reading import is_hard, placed
from coach.records.block import TrainingBlock
from coach.records.goal import Goal
from coach.records.safety import SafetyResult

PROFILE: dict[str, Any] = {
    "age_years": 35, "training_days_per_week": 5, "current_weekly_volume_km": 42, "longest_run_last_30d_km": 13,
    "weeks_available": 12, "race_distance_km": 10.0, "running_experience_years": 4,
}  # fmt: skip


def _plan(*requests: str, **profile: Any) -> TrainingBlock:
    goal, safety = Goal(text="A good 10K", event="10k"), SafetyResult(status="approved")
    return build_plan({**PROFILE, **profile}, (goal,), safety, today=dt.date(2026, 1, 5), requests=requests)


def _purposes(plan: TrainingBlock, week: int) -> dict[str, list[str]]:
    return {day.weekday: [s.purpose for s in day.sessions if s.type == "run"] for day in plan.weeks[week].days}


def test_two_days_change_places() -> None:
    before, after = _purposes(_plan(), 0), _purposes(_plan("can we swap Tuesday and Thursday?"), 0)
    assert (after["tue"], after["thu"]) == (before["thu"], before["tue"])


@pytest.mark.parametrize("request_text", ["no runs on Fridays please", "I can't train on Friday", "keep Friday free"])
def test_a_day_that_is_not_free_stays_empty(request_text: str) -> None:
    plan = _plan(request_text)
    weekdays = {at.day.weekday for at in placed(plan)}
    assert "fri" not in weekdays
    assert any("Friday" in note for note in plan.notes)


def test_less_distance_is_less_in_every_week() -> None:
    before, after = _plan(), _plan("that's too much, less volume please")
    assert all(new.km < old.km for new, old in zip(after.weeks, before.weeks, strict=True))


def test_a_week_later_keeps_the_race_day() -> None:
    before, after = _plan(), _plan("could we start a week later?")
    assert after.start_date - before.start_date == dt.timedelta(weeks=1)
    assert (after.race_date, len(after.weeks)) == (before.race_date, 11)


def test_fewer_days_are_fewer_days() -> None:
    plan = _plan("I only have 3 days a week now")
    assert max(sum(bool(day.sessions) for day in week.days) for week in plan.weeks) == 3


def test_a_request_nobody_understands_changes_nothing_and_says_so() -> None:
    before, after = _plan(), _plan("make it purple")
    assert after.weeks == before.weeks
    assert "stands as it was" in after.notes[0]


def test_a_change_that_cannot_be_made_is_refused_in_words() -> None:
    with pytest.raises(CannotPlan, match="One day a week"):
        _plan("no runs on Mondays", available_days=("mon",))


def _long_days(plan: TrainingBlock) -> set[str]:
    return {at.day.weekday for at in placed(plan) if at.session.purpose == "long"}


@pytest.mark.parametrize(
    "wish",
    ["move the long run to Saturday", "I'd rather do my long runs on Saturdays", "no long run on Sundays please"],
)
def test_the_long_run_moves_to_the_day_asked_for(wish: str) -> None:
    assert _long_days(_plan()) == {"sun"}
    assert _long_days(_plan(wish)) == {"sat"}


def test_a_day_that_was_never_free_is_not_taken() -> None:
    days = ("mon", "tue", "thu", "sun")
    before, after = _plan(available_days=days), _plan("move the long run to Saturday", available_days=days)
    assert after.weeks == before.weeks
    assert "Saturday is not among the days you gave me" in after.notes[0]


def test_every_wish_holds_together_with_those_before_it() -> None:
    plan = _plan("no runs on Fridays", "less volume", "move the long run to Saturday")
    assert "fri" not in {at.day.weekday for at in placed(plan)}
    assert _long_days(plan) == {"sat"}
    assert plan.weeks[0].km < _plan().weeks[0].km
    assert [note for note in plan.notes if "as you asked" in note] == list(plan.notes[:3])


def test_two_wishes_in_one_message_are_both_heard() -> None:
    plan = _plan("No runs on Fridays please. And less volume.")
    assert "fri" not in {at.day.weekday for at in placed(plan)}
    assert plan.weeks[0].km < _plan().weeks[0].km


def test_two_days_swapped_twice_stand_where_they_stood() -> None:
    assert _plan("swap Tuesday and Thursday", "swap Tuesday and Thursday").weeks == _plan().weeks


def test_more_again_after_less_is_what_it_was() -> None:
    assert _plan("less volume", "more volume").weeks == _plan().weeks
    assert "already grow" in _plan("more volume").notes[0]


def test_no_intervals_leaves_nothing_hard() -> None:
    assert not any(is_hard(at.session) for at in placed(_plan("no intervals please")))


def test_the_newest_wish_that_cannot_be_met_leaves_the_plan_before_it() -> None:
    with pytest.raises(CannotPlan, match="would not work out") as caught:
        _plan("no runs on Fridays", "start two weeks later", "start a week later")
    assert caught.value.nearest == _plan("no runs on Fridays", "start two weeks later")


def test_an_older_wish_that_could_not_be_met_does_not_come_back() -> None:
    every = "no runs on Mondays, Tuesdays, Wednesdays, Thursdays, Fridays, Saturdays and Sundays"
    assert _plan(every, "less volume") == _plan("less volume")
