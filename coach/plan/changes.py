"""A typed wish for another plan, as a change of what the planner is given. Knows no week and no session."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from coach.plan.athlete import ADULT, WEEKDAYS, PlanningAthlete, Swap
from coach.plan.notes import texts
from coach.plan.placement import HARD_GAP, usual_pattern
from coach.plan.present import long_date
from coach.records.block import Weekday
from coach.records.change import PlanChange

LESS = 0.85
LEAST_WEEKS = 2
NOT_UNDERSTOOD = (
    "The plan stands as it was for now: tell me which days, how much distance or which start suits you better."
)
PARTLY = "I could not place the rest of what you wrote: tell me which day, how much distance or which start you mean."
ALL_DAYS = "That is more than the {days} training days a week you gave me. If there are more now, tell me how many."
NO_RACE = "There is no race in this plan, so its date changes nothing here."
LONG_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True, slots=True)
class Changed:
    """The athlete as asked for, and what to say about it; `done` is false where nothing was changed."""

    athlete: PlanningAthlete
    note: str
    done: bool = True


def changed(athlete: PlanningAthlete, change: PlanChange | None) -> Changed:
    """What `change` makes of the planner's input; None is a wish that has no name here: nothing changes."""
    if change is None:
        return Changed(athlete, NOT_UNDERSTOOD, done=False)
    return _CHANGES[change.kind](athlete, change)


def _swap(athlete: PlanningAthlete, change: PlanChange) -> Changed:
    first, second = (WEEKDAYS.index(day) for day in change.days)
    if closed := [day for day in (first, second) if WEEKDAYS[day] not in athlete.weekdays]:
        return _not_free(athlete, closed[0])
    if change.week is not None and change.week > athlete.weeks:
        return Changed(
            athlete, f"The plan has {athlete.weeks} weeks, so there is no week {change.week} to change.", done=False
        )
    names = f"{LONG_NAMES[first]} and {LONG_NAMES[second]}"
    where = f" in week {change.week}, and only there" if change.week is not None else ""
    swaps = (*athlete.swaps, Swap(first, second, change.week))
    return Changed(replace(athlete, swaps=swaps), f"{names} have changed places{where}, as you asked.")


def _not_free(athlete: PlanningAthlete, day: int) -> Changed:
    note = f"{LONG_NAMES[day]} is not among the days you gave me, so it stays as it was; tell me if it has become free."
    return Changed(athlete, note, done=False)


def _no_long_run_on(athlete: PlanningAthlete, change: PlanChange) -> Changed:
    left: list[Weekday] = [day for day in athlete.weekdays if day not in change.days]
    if not left:
        return Changed(athlete, NOT_UNDERSTOOD, done=False)
    return _with_long(athlete, "sat" if "sat" in left else left[-1])


def _with_long(athlete: PlanningAthlete, weekday: Weekday) -> Changed:
    day = WEEKDAYS.index(weekday)
    if weekday not in athlete.weekdays:
        return _not_free(athlete, day)
    swaps = tuple(pair for pair in athlete.swaps if day not in pair[:2])
    now = replace(athlete, long_day=day, swaps=swaps)
    stays = usual_pattern(athlete).long == day
    name = LONG_NAMES[day]
    return Changed(now, f"The long run stays on {name}." if stays else f"The long run is on {name} now, as you asked.")


def _hard_on(athlete: PlanningAthlete, change: PlanChange) -> Changed:
    """The first faster session of a usual week changes places with what is on that day; the long run stays, and the day
    after it is for easy running (a careful coach's habit; the plan rules are silent)."""
    day, usual = WEEKDAYS.index(change.days[0]), usual_pattern(athlete)
    if WEEKDAYS[day] not in athlete.weekdays:
        return _not_free(athlete, day)
    if not usual.hard or not athlete.hard_cap:
        return Changed(athlete, "Everything in this plan is easy, so there is no faster session to move.", done=False)
    if usual.long is not None and (day - usual.long) % len(WEEKDAYS) < HARD_GAP:
        why = "That is the day of the long run" if day == usual.long else "The day after the long run stays easy"
        return Changed(athlete, f"{why}, so the faster session is on {LONG_NAMES[usual.hard[0]]}.", done=False)
    now = replace(athlete, swaps=(*athlete.swaps, Swap(usual.hard[0], day)))
    return Changed(now, f"The faster session is on {LONG_NAMES[day]} now, as you asked.")


def _without_days(athlete: PlanningAthlete, change: PlanChange) -> Changed:
    closed = {WEEKDAYS.index(day) for day in change.days}
    left = tuple(day for day in athlete.weekdays if day not in change.days)
    names = " and ".join(LONG_NAMES[day] for day in sorted(closed))
    now = replace(
        athlete, weekdays=left, days=min(athlete.days, len(left)),
        swaps=tuple(pair for pair in athlete.swaps if not closed & set(pair[:2])),
        long_day=None if athlete.long_day in closed else athlete.long_day,
    )  # fmt: skip
    return Changed(now, f"{names} {'stay' if len(closed) > 1 else 'stays'} free, as you asked.")


def _start_later(athlete: PlanningAthlete, change: PlanChange) -> Changed:
    by = (change.date - athlete.start).days // 7 if change.date else change.count or 1
    if by < 1:
        return Changed(athlete, f"The plan starts on {long_date(athlete.start)} as it is.", done=False)
    if athlete.race_date and athlete.weeks < LEAST_WEEKS + by - 1:
        return Changed(athlete, "The race is too near for a later start, so it stays where it was.", done=False)
    weeks = athlete.weeks - by if athlete.race_date else athlete.weeks
    now = replace(athlete, start=athlete.start + dt.timedelta(weeks=by), weeks=weeks)
    return Changed(now, f"We start {'a week' if by == 1 else f'{by} weeks'} later, as you asked.")


def _days_per_week(athlete: PlanningAthlete, change: PlanChange) -> Changed:
    days = change.count or athlete.days
    if days > athlete.days:
        two = athlete.has("two_rest_days_required") or (athlete.age or ADULT) < ADULT
        rest = texts().for_contraindication["two_rest_days_required" if two else "rest_day_required"]
        return Changed(
            athlete, rest if days > len(WEEKDAYS) - 1 - two else ALL_DAYS.format(days=athlete.days), done=False
        )
    return Changed(replace(athlete, days=days), f"{days} training {'days' if days > 1 else 'day'} a week now.")


def _fewer_hard(athlete: PlanningAthlete, change: PlanChange) -> Changed:
    cap = 0 if change.kind == "no_hard" else max(athlete.hard_cap - 1, 0)
    easy = f"Everything stays easy now, as you asked{', race day included' if athlete.race_date else ''}."
    note = "Fewer of the harder sessions, as you asked." if cap else easy
    return Changed(replace(athlete, hard_cap=cap), note)


def _less(athlete: PlanningAthlete, _change: PlanChange) -> Changed:
    now = replace(athlete, volume_factor=athlete.volume_factor * LESS)
    return Changed(now, "Less distance each week, as you asked; the rhythm stays the same.")


def _more(athlete: PlanningAthlete, _change: PlanChange) -> Changed:
    if athlete.volume_factor >= 1:
        note = "The weeks already grow as quickly as the legs can follow, so the distance stays as it was."
        return Changed(athlete, note, done=False)
    now = replace(athlete, volume_factor=min(athlete.volume_factor / LESS, 1.0))
    return Changed(now, "A little more distance again, as you asked.")


def _race_on(athlete: PlanningAthlete, change: PlanChange) -> Changed:
    if athlete.race_date is None or change.date is None:
        return Changed(athlete, NO_RACE, done=False)
    return Changed(athlete.racing_on(change.date), f"Your race is on {long_date(change.date)}.")


_CHANGES: Mapping[str, Callable[[PlanningAthlete, PlanChange], Changed]] = {
    "swap": _swap,
    "without_days": _without_days,
    "long_run_on": lambda athlete, change: _with_long(athlete, change.days[0]),
    "no_long_run_on": _no_long_run_on,
    "hard_on": _hard_on,
    "start_later": _start_later,
    "days_per_week": _days_per_week,
    "no_hard": _fewer_hard,
    "fewer_hard": _fewer_hard,
    "less": _less,
    "more": _more,
    "race_on": _race_on,
}
