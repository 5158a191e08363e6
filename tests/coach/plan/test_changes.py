"""Typed changes change the plan, and the changed plan is valid again."""

import datetime as dt
from typing import Any

import pytest
from plans import Runner

from coach.plan.athlete import WEEKDAYS
from coach.plan.diff import difference
from coach.plan.planner import CannotPlan
from coach.plan.reading import placed
from coach.records.block import TrainingBlock, Weekday
from coach.records.change import PlanChange


def change(kind: str, *days: Weekday, **more: int) -> PlanChange:
    return PlanChange(kind=kind, days=days, **more)  # type: ignore[arg-type]


SWAP, NO_FRIDAY, LESS, MORE = (
    change("swap", "tue", "thu"),
    change("without_days", "fri"),
    change("less"),
    change("more"),
)
LONG_ON_SATURDAY = change("long_run_on", "sat")
LATER = change("start_later", count=2)
GIVEN: tuple[Weekday, ...] = ("mon", "tue", "thu", "sun")


def _plan(*changes: PlanChange | None, **profile: Any) -> TrainingBlock:
    return Runner().case(*changes, **profile).plan


def _purposes(plan: TrainingBlock, week: int) -> dict[str, list[str]]:
    return {day.weekday: [s.purpose for s in day.sessions if s.type == "run"] for day in plan.weeks[week].days}


def test_two_days_change_places() -> None:
    before, after = _purposes(_plan(), 0), _purposes(_plan(SWAP), 0)
    assert (after["tue"], after["thu"]) == (before["thu"], before["tue"])


def test_two_days_change_places_in_the_week_that_was_named() -> None:
    before, after = _plan(), _plan(change("swap", "tue", "thu", week=2))
    tuesday, thursday = (before.weeks[1].days[place].date for place in (1, 3))
    changed = {day.date for day in difference(before, after).days}
    assert {tuesday, thursday} <= changed <= {day.date for day in before.weeks[1].days}
    was, now = _purposes(before, 1), _purposes(after, 1)
    assert (now["tue"], now["thu"]) == (was["thu"], was["tue"])
    assert "in week 2, and only there" in after.note_texts[0]


@pytest.mark.parametrize(
    ("wish", "profile", "said"),
    [
        (change("swap", "tue", "thu", week=20), {}, "no week 20"),
        (None, {}, "stands as it was"),
        (LONG_ON_SATURDAY, {"available_days": GIVEN}, "Saturday is not among the days you gave me"),
        (MORE, {}, "already grow"),
    ],
    ids=["a week that the plan does not have", "a wish without a name", "a day that was never free", "more than most"],
)
def test_a_wish_that_cannot_be_met_changes_nothing_and_says_why(
    wish: PlanChange | None, profile: dict[str, Any], said: str
) -> None:
    before, after = _plan(**profile), _plan(wish, **profile)
    assert difference(before, after).days_changed == 0
    assert after.weeks == before.weeks
    assert said in after.note_texts[0]


@pytest.mark.parametrize("wishes", [(SWAP, SWAP), (LESS, MORE)], ids=["swapped twice", "more again after less"])
def test_what_is_taken_back_leaves_the_weeks_as_they_were(wishes: tuple[PlanChange, ...]) -> None:
    assert _plan(*wishes).weeks == _plan().weeks


def test_an_older_wish_that_could_not_be_met_does_not_come_back() -> None:
    assert _plan(change("without_days", *WEEKDAYS), LESS) == _plan(LESS)


def test_a_day_that_is_not_free_stays_empty() -> None:
    plan = _plan(NO_FRIDAY)
    assert "fri" in {at.day.weekday for at in placed(_plan())}
    assert "fri" not in {at.day.weekday for at in placed(plan)}
    assert any("Friday" in note for note in plan.note_texts)


def test_less_distance_is_less_in_every_week() -> None:
    before, after = _plan(), _plan(LESS)
    assert all(new.km < old.km for new, old in zip(after.weeks, before.weeks, strict=True))


def test_a_week_later_keeps_the_race_day() -> None:
    before, after = _plan(), _plan(change("start_later", count=1))
    assert after.start_date - before.start_date == dt.timedelta(weeks=1)
    assert (after.race_date, len(after.weeks)) == (before.race_date, 11)


def test_fewer_days_are_fewer_days() -> None:
    plan = _plan(change("days_per_week", count=3))
    assert max(sum(bool(day.sessions) for day in week.days) for week in plan.weeks) == 3


def test_a_change_that_cannot_be_made_is_refused_in_words() -> None:
    with pytest.raises(CannotPlan, match="One day a week"):
        _plan(change("without_days", "mon"), available_days=("mon",))


def _long_days(plan: TrainingBlock) -> set[str]:
    return {at.day.weekday for at in placed(plan) if at.session.purpose == "long"}


@pytest.mark.parametrize(
    "wish",
    [LONG_ON_SATURDAY, change("no_long_run_on", "sun")],
    ids=["on Saturday", "not on Sunday"],
)
def test_the_long_run_moves_to_the_day_asked_for(wish: PlanChange) -> None:
    assert _long_days(_plan()) == {"sun"}
    assert _long_days(_plan(wish)) == {"sat"}


def test_every_wish_holds_together_with_those_before_it() -> None:
    plan = _plan(NO_FRIDAY, LESS, LONG_ON_SATURDAY)
    assert "fri" not in {at.day.weekday for at in placed(plan)}
    assert _long_days(plan) == {"sat"}
    assert plan.weeks[0].km < _plan().weeks[0].km
    assert [note for note in plan.note_texts if "as you asked" in note] == list(plan.note_texts[:3])


def test_no_intervals_leaves_nothing_hard() -> None:
    assert not any(at.is_hard for at in placed(_plan(change("no_hard"))))
    assert any(at.is_hard for at in placed(_plan()))


def test_whoever_leaves_nothing_hard_hears_that_race_day_is_easy_too() -> None:
    """Seen: a race that was easy from then on, and not a word of it."""
    for wish, said in (("no_hard", True), ("fewer_hard", False)):
        plan = _plan(change(wish))
        assert ("race day included" in plan.note_texts[0]) is said
        assert [at.session.rpe for at in placed(plan) if at.session.type == "race"] == [5 if said else 9]
    assert _plan(change("no_hard"), weeks_available=None).note_texts[0] == "Everything stays easy now, as you asked."


def test_fewer_hard_sessions_are_fewer_than_before() -> None:
    hard = [sum(at.is_hard for at in placed(_plan(*wishes))) for wishes in ((), (change("fewer_hard"),))]
    assert hard[1] < hard[0]


def test_the_newest_wish_that_cannot_be_met_leaves_the_plan_before_it() -> None:
    with pytest.raises(CannotPlan, match="would not work out") as caught:
        _plan(NO_FRIDAY, LATER, change("start_later", count=1))
    assert caught.value.nearest == _plan(NO_FRIDAY, LATER)
