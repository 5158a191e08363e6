"""What two plans differ in, and a plan with some weeks replaced."""

from typing import Any

import pytest

from coach.plan.diff import UnknownWeeks, difference, patched
from coach.records.change import PlanDifference


def test_a_plan_does_not_differ_from_itself(case: Any) -> None:
    assert difference(case.plan, case.plan) == PlanDifference(days_kept=7 * len(case.plan.weeks))


def test_a_changed_day_is_named_before_and_after(case: Any) -> None:
    def cut(plan: dict[str, Any]) -> None:
        run = plan["weeks"][2]["days"][6]["sessions"][0]
        plan["weeks"][2]["km"] -= run["km"]
        plan["weeks"][2]["days"][6]["sessions"] = []

    found = difference(case.plan, case.edited(cut).plan)
    (day,), (week,) = found.days, found.weeks
    assert (day.date, day.after) == (case.plan.weeks[2].days[6].date, "")
    assert day.before.startswith("long run ")
    assert (week.index, found.days_changed, found.days_kept) == (3, 1, 7 * len(case.plan.weeks) - 1)


@pytest.mark.parametrize("indices", [{1}, {2, 5}, {12}, set(range(1, 13))])
def test_a_patch_replaces_the_weeks_it_holds_and_no_other(runner: Any, indices: set[int]) -> None:
    before, other = runner.case().plan, runner.case(current_weekly_volume_km=30).plan
    given_weeks = tuple(week for week in other.weeks if week.index in indices)
    found = patched(before, other.model_copy(update={"weeks": given_weeks, "notes": ()}))
    assert {week.index for week in found.weeks if week in given_weeks} == indices
    assert [week for week in found.weeks if week.index not in indices] == [
        week for week in before.weeks if week.index not in indices
    ]
    assert found.notes == before.notes


@pytest.mark.parametrize("update", [{"index": 99}, {}])
def test_a_week_that_is_unknown_or_given_twice_is_refused(case: Any, update: dict[str, int]) -> None:
    first = case.plan.weeks[0]
    weeks = (first, first.model_copy(update=update))
    with pytest.raises(UnknownWeeks):
        patched(case.plan, case.plan.model_copy(update={"weeks": weeks}))
