"""A plan in brief: each week in a line, the first week in full. What a conversation about the plan starts from."""

import datetime as dt

from coach.records.base import Record
from coach.records.block import Phase, TrainingBlock, Week


class BriefWeek(Record):
    """`km`: running distance, the race's own included; where that is nought, `minutes` of all sessions.

    `race_km`: the distance of the race in this week, which is no training.
    `longest_km`: the longest run of the week, or `longest_minutes` where no run has a distance; neither without a run.
    """

    phase: Phase
    lighter: bool = False
    km: float = 0
    race_km: float = 0
    minutes: float = 0
    longest_km: float = 0
    longest_minutes: float = 0

    @property
    def training_km(self) -> float:
        return self.km - self.race_km


class Brief(Record):
    """`race_date` is None without a race. `weeks`: by the week's number, in two digits, in order."""

    version: int
    start_date: dt.date
    end_date: dt.date
    race_date: dt.date | None = None
    race_km: float | None = None
    notes: tuple[str, ...] = ()
    first_week: Week
    weeks: dict[str, BriefWeek]


def brief_of(plan: TrainingBlock) -> Brief:
    """The plan in brief, without the goal in the athlete's words."""
    return Brief(
        version=plan.version,
        start_date=plan.weeks[0].days[0].date,
        end_date=plan.weeks[-1].days[-1].date,
        race_date=plan.race_date,
        race_km=plan.race_km,
        notes=plan.note_texts,
        first_week=plan.weeks[0],
        weeks={f"{week.index:02}": brief_week(week) for week in plan.weeks},
    )


def brief_week(week: Week) -> BriefWeek:
    sessions = [session for day in week.days for session in day.sessions]
    runs = [session for session in sessions if session.type == "run"]
    longest = max((session.km or 0 for session in runs), default=0)
    return BriefWeek(
        phase=week.phase,
        lighter=week.is_cutback,
        km=week.km,
        race_km=sum(session.km or 0 for session in sessions if session.type == "race"),
        minutes=0 if week.km else week.minutes,
        longest_km=longest,
        longest_minutes=0 if longest else max((session.duration_min for session in runs), default=0),
    )
