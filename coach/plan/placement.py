"""Which weekday carries what. Knows days, not distances."""

import datetime as dt
import itertools
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from coach.plan.athlete import OLDER, WEEKDAYS, PlanningAthlete, Swap
from coach.plan.ledger import PlanLedger
from coach.plan.outline import Slot
from coach.plan.zones import ULTRA_KM

RUNS_BY_VOLUME = ((20.0, 3), (30.0, 4), (42.0, 5), (float("inf"), 6))
"""Weekly km below which so many runs are enough."""
LONG_DAY_ORDER = (6, 5, 0, 4, 3, 2, 1)
HARD_GAP, INTERVAL_GAP, RACE_GAP = 2, 3, 3
TYPICAL_LONG_MINUTES = 90.0


@dataclass(frozen=True, slots=True)
class Pattern:
    """Days of the week as offsets from its Monday; `hard` may be empty, and is in the order of its work.

    `moved`: pairs of a day and the one whose sessions it took over.
    """

    runs: tuple[int, ...]
    long: int | None
    hard: tuple[int, ...]
    moved: tuple[tuple[int, int], ...] = ()

    def origin(self, day: int) -> int:
        """The day on which the sessions of `day` would be, had none been moved."""
        return dict(self.moved).get(day, day) if self.moved else day


def usual_pattern(athlete: PlanningAthlete) -> Pattern:
    """The runs of a normal week, spread out, the long run where there is time for it."""
    free = [WEEKDAYS.index(day) for day in athlete.weekdays]
    count = min(athlete.days, next(n for below, n in RUNS_BY_VOLUME if athlete.current_km < below))
    long = max(free, key=lambda day: (_room(athlete, day), -LONG_DAY_ORDER.index(day)))
    long = athlete.long_day if athlete.long_day in free else long
    runs = _run_days(athlete, free, long, count)
    gap = gap_between_hard(athlete)
    return _swapped(
        Pattern(runs, long, _hard_days([day for day in runs if day != long], long, gap)), _swaps_in(athlete, None)
    )


def gap_between_hard(athlete: PlanningAthlete) -> int:
    """Days from one hard session to the next within a week."""
    return INTERVAL_GAP if (athlete.age or 0) > OLDER else HARD_GAP


def _run_days(athlete: PlanningAthlete, free: Sequence[int], long: int, count: int) -> tuple[int, ...]:
    """`count` days with the long run among them, spread out; fewer where each needs a free day after it."""
    choices = [days for days in itertools.combinations(free, count) if long in days]
    if athlete.every_other_day:
        choices = [days for days in choices if all(apart(*pair) > 1 for pair in itertools.combinations(days, 2))]
    if (athlete.focus_km or 0.0) >= ULTRA_KM and not athlete.every_other_day:
        choices = [days for days in choices if (long - 1) % 7 in days] or choices
    return min(choices, key=_clumping) if choices else _run_days(athlete, free, long, count - 1)


def _swaps_in(athlete: PlanningAthlete, week: int | None) -> list[Swap]:
    return [swap for swap in athlete.swaps if swap.week == week]


def _swapped(pattern: Pattern, swaps: Iterable[Swap]) -> Pattern:
    for first, second, _ in swaps:
        places = {first: second, second: first}
        runs, hard = (tuple(places.get(day, day) for day in days) for days in (pattern.runs, pattern.hard))
        long = None if pattern.long is None else places.get(pattern.long, pattern.long)
        moved = {day: pattern.origin(places.get(day, day)) for day in range(len(WEEKDAYS))}
        pattern = Pattern(tuple(sorted(runs)), long, hard, tuple(moved.items()))
    return pattern


def _room(athlete: PlanningAthlete, day: int) -> float:
    return min(athlete.minutes.get(WEEKDAYS[day], TYPICAL_LONG_MINUTES), TYPICAL_LONG_MINUTES)


def _clumping(days: Sequence[int]) -> tuple[int, ...]:
    gaps = [(after - before) % 7 or 7 for before, after in zip(days, (*days[1:], days[0]), strict=True)]
    return (sum(gap * gap for gap in gaps), *days)


def apart(first: int, second: int) -> int:
    return min((first - second) % 7, (second - first) % 7)


def _hard_days(candidates: Sequence[int], long: int, gap: int) -> tuple[int, ...]:
    """Two days as far from each other and from the long run as can be; one where two do not fit."""
    pairs = [pair for pair in itertools.combinations(candidates, 2) if apart(*pair) >= gap]
    if pairs:
        best = max(pairs, key=lambda pair: (min(apart(day, long) for day in pair), apart(*pair), -pair[0]))
        return tuple(best)
    return tuple(sorted(candidates, key=lambda day: (-apart(day, long), day))[:1])


def pattern_of(athlete: PlanningAthlete, slot: Slot, usual: Pattern, ledger: PlanLedger) -> Pattern:
    """The week's own pattern, drawn in before the race."""
    usual = _swapped(usual, _swaps_in(athlete, slot.index))
    runs = list(usual.runs)
    race = _race_offset(athlete, slot)
    if race is not None:
        runs = _before_race(athlete, runs, race)
    long = (
        usual.long if usual.long in runs and slot.taper_share is None else (runs[-1] if runs and race is None else None)
    )
    ordered = (*usual.hard, *(day for day in runs if day not in usual.hard)) if slot.taper_share else usual.hard
    hard: list[int] = []
    gap = gap_between_hard(athlete)
    for day in ordered:
        fits = day in runs and day != long and all(abs(day - other) >= gap for other in hard)
        if fits and may_be_hard(athlete, slot, day, ledger):
            hard.append(day)
    return Pattern(tuple(runs), long, tuple(hard), usual.moved)


def _race_offset(athlete: PlanningAthlete, slot: Slot) -> int | None:
    if athlete.race_date is None:
        return None
    offset = (athlete.race_date - slot.start).days
    return offset if 0 <= offset < len(WEEKDAYS) else None


def _before_race(athlete: PlanningAthlete, runs: list[int], race: int) -> list[int]:
    before = [day for day in runs if day < race]
    return before[: max(athlete.days - 1, 0)]


def may_be_hard(athlete: PlanningAthlete, slot: Slot, day: int, ledger: PlanLedger) -> bool:
    """Is this day far enough from the hard sessions of the weeks before, and from the race?"""
    date = slot.start + dt.timedelta(days=day)
    gaps = [(ledger.last_hard, HARD_GAP)]
    if (athlete.age or 0) > OLDER:
        gaps.append((ledger.last_intervals, INTERVAL_GAP))
    if any(before is not None and (date - before).days < gap for before, gap in gaps):
        return False
    return athlete.race_date is None or (athlete.race_date - date).days >= RACE_GAP


def strength_days(days: Sequence[int], count: int, free: Collection[int], spare: int) -> tuple[int, ...]:
    """Up to `count` of `days`, the first ones first, no two in a row; of the `free` ones at most `spare`."""
    chosen: list[int] = []
    for day in days:
        used = sum(other in free for other in chosen) if day in free else -1
        if len(chosen) < count and used < spare and all(abs(day - other) > 1 for other in chosen):
            chosen.append(day)
    return tuple(sorted(chosen))
