"""A whole plan as a calendar of plain text: a line a week, a column a day. Adds no fact to the plan."""

import math

from coach.plan.present import clock_minutes
from coach.records.block import Day, TrainingBlock, TrainingSession, Week

_NAMES = {
    "easy": "easy", "long": "long", "recovery": "easy", "threshold": "tempo", "interval": "fast", "repetition": "fast",
    "race_pace": "pace", "hills": "hills", "strides": "easy", "walk_run": "w/r", "strength": "gym", "mobility": "mob",
    "cross": "cross", "race": "RACE",
}  # fmt: skip
_LEGEND = (
    "Rounded to half km, or in minutes (25'). tempo: strong and steady; pace: at race pace; w/r: run and walk; gym: "
    "strength;\nmob: mobility; cross: cross-training; +: a second session that day; -: rest."
)
_WIDTH = 11


def calendar_text(plan: TrainingBlock) -> str:
    """The weeks under a line of weekdays, with the size of each, and what the words mean."""
    days = "".join(f"{day.date:%a}".ljust(_WIDTH) for day in plan.weeks[0].days)
    return "\n".join([f"{'Week':<12}{days}Total", *map(_line, plan.weeks), "", _LEGEND])


def _line(week: Week) -> str:
    size = f"{_halves(week.km)} km" if week.km else clock_minutes(week.minutes)
    start = f"{week.start_date.day} {week.start_date:%b}"
    return f"{week.index:>2}  {start:<8}{''.join(_cell(day).ljust(_WIDTH) for day in week.days)}{size}"


def _cell(day: Day) -> str:
    if not day.sessions:
        return "-"
    first = min(day.sessions, key=lambda each: each.type != "race")
    return f"{_NAMES[first.purpose]} {_amount(first)}{'+' if len(day.sessions) > 1 else ''}"


def _amount(session: TrainingSession) -> str:
    if not session.km or session.purpose == "walk_run":
        return f"{session.duration_min:.0f}'"
    return f"{session.km:.3g}" if session.type == "race" else _halves(session.km)


def _halves(km: float) -> str:
    """`4`, `4½`: the nearest half kilometre, the larger of two as near."""
    whole, half = divmod(math.floor(2 * km + 0.5), 2)
    return f"{whole or '' if half else whole}{'½' if half else ''}"
