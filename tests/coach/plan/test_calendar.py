"""The plan as a calendar holds every week and every session."""

import pytest
from plans import planned

from coach.plan.calendar import calendar_text
from coach.records.block import TrainingBlock


@pytest.fixture(scope="module")
def plan() -> TrainingBlock:
    return planned()


def test_every_week_has_a_line_and_every_day_a_cell(plan: TrainingBlock) -> None:
    lines = calendar_text(plan).splitlines()[1 : len(plan.weeks) + 1]
    for week, line in zip(plan.weeks, lines, strict=True):
        cells = [line[12 + 11 * day : 23 + 11 * day].strip() for day in range(7)]
        assert [cell == "-" for cell in cells] == [not day.sessions for day in week.days]
        assert [cell.endswith("+") for cell in cells] == [len(day.sessions) > 1 for day in week.days]
        shown = [
            float(cell.split()[-1].rstrip("+").replace("½", ".5")) for cell in cells if "'" not in cell and cell != "-"
        ]
        assert line.endswith(f"{week.km:g} km".replace(".5", "½")) or week.phase == "race"
        assert sum(shown) == pytest.approx(week.km, abs=0.3) or "'" in line


def test_the_race_stands_on_its_day(plan: TrainingBlock) -> None:
    days = [day for week in plan.weeks for day in week.days]
    raced = next(index for index, day in enumerate(days) if day.date == plan.race_date)
    line = calendar_text(plan).splitlines()[1 + raced // 7]
    assert line[12 + 11 * (raced % 7) :].startswith("RACE")
