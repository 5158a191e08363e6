"""The arc of a block: which week is which phase, which is a cutback, how deep the taper goes."""

import datetime as dt
from dataclasses import dataclass

from coach.plan.athlete import PlanningAthlete
from coach.plan.validation.taper import distance_of
from coach.records.block import Phase

BASE_SHARE, PEAK_SHARE, PEAK_MOST = 0.45, 0.2, 3
MARATHON_TAPER_DAYS = 13
TAPERS = {1: (0.5,), 2: (0.6, 0.4), 3: (0.7, 0.5, 0.35)}
"""Share of the usual week that each taper week keeps."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A week before it is filled.

    `taper_share`: the share of usual volume in a taper week; `opens`: the phase begins here.
    """

    index: int
    start: dt.date
    phase: Phase
    is_cutback: bool = False
    taper_share: float | None = None
    opens: bool = False


def outline(athlete: PlanningAthlete) -> tuple[Slot, ...]:
    """One slot per week of the block.

    Where growth is capped, lighter weeks come as regularly in the peak, but for its last week: the taper follows.
    """
    steady = athlete.has("cap_volume_growth")
    tapers = _tapers(athlete)
    phases = _phases(athlete.weeks - len(tapers), with_race=athlete.race_date is not None)
    phases = ["base"] * len(phases) if athlete.keeps_level else phases
    slots = []
    for number, phase in enumerate(phases, start=1):
        cutback = number % athlete.cutback_every == 0 and (phase != "peak" or (steady and number < len(phases)))
        opens = number == 1 or phases[number - 2] != phase
        slots.append(Slot(number, _start(athlete, number), phase, cutback, opens=opens))
    for number, taper_share in enumerate(tapers, start=len(phases) + 1):
        last = number == athlete.weeks
        slots.append(Slot(number, _start(athlete, number), "race" if last else "taper", taper_share=taper_share))
    return tuple(slots)


def _start(athlete: PlanningAthlete, number: int) -> dt.date:
    return athlete.start + dt.timedelta(weeks=number - 1)


def _phases(count: int, *, with_race: bool) -> list[Phase]:
    base = int(count * BASE_SHARE) if with_race else -(-count * 3 // 5)
    peak = min(int(count * PEAK_SHARE), PEAK_MOST) if with_race else 0
    parts: tuple[tuple[Phase, int], ...] = (("base", base), ("build", count - base - peak), ("peak", peak))
    return [phase for phase, weeks in parts for _ in range(weeks)]


def _tapers(athlete: PlanningAthlete) -> tuple[float, ...]:
    """The fewest weeks whose first day lies far enough before the race."""
    if athlete.race_date is None or not athlete.race_km:
        return ()
    into_week = (athlete.race_date - _start(athlete, athlete.weeks)).days
    distance = distance_of(athlete.race_km)
    least = distance.taper_days[0] if distance.taper_days else 4
    if distance.last_long_days > MARATHON_TAPER_DAYS:
        least = MARATHON_TAPER_DAYS
    count = next(n for n in TAPERS if 7 * (n - 1) + into_week >= least or n == max(TAPERS))
    count = max(1, min(count, athlete.weeks))
    *before, last = TAPERS[count]
    return (*before, round(last * (into_week + 1) / 7, 2) if before else last)
