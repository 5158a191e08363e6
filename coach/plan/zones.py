"""Training paces from present fitness. Knows the Daniels-Gilbert formula; knows no athlete and no plan."""

import math
from dataclasses import dataclass
from functools import lru_cache

from coach.records.block import PaceRange, Zone
from coach.vdot import race_time_s, vdot

FRACTIONS: dict[Zone, tuple[float, float]] = {
    "E": (0.59, 0.74),
    "M": (0.75, 0.84),
    "T": (0.83, 0.88),
    "I": (0.95, 1.00),
    "R": (1.05, 1.10),
}
"""Slow and fast end of each zone as a fraction of VDOT; R is fitted to the table, not published."""

ABOVE_EASY: frozenset[Zone] = frozenset({"M", "T", "I", "R"})
AT_OR_ABOVE_THRESHOLD: frozenset[Zone] = frozenset({"T", "I", "R"})

MARATHON_FROM_RACE_TIME_BELOW = 38.0
"""Below this VDOT the fraction gives too slow a marathon pace; the predicted race time is used as well."""

RACE_RANGE = 0.015
"""A race pace is shown as a range of this much to both sides."""

MARATHON_KM, ULTRA_KM, ULTRA_SLOWER = 42.195, 43.0, 0.1
"""From this distance on no formula holds (plan data: valid to about 4 h). The race is reckoned at easy pace, slower by
this share for each doubling of the marathon: walking, food and climbs (house, only for durations)."""

SLOWEST_VDOT, FASTEST_VDOT = 8.0, 95.0
"""Outside this range the numbers are no running race, and nothing is concluded from them."""

EFFORT_FACTOR: dict[Zone, float] = {"E": 1.0, "M": 0.9, "T": 0.85, "I": 0.78, "R": 0.72}
"""Estimated pace of a zone as a multiple of easy pace, for runners whose fitness nobody has measured."""


def speed_m_min(vo2: float) -> float:
    """The speed at which running costs `vo2`: the inverse of the oxygen cost."""
    return (-0.182258 + math.sqrt(0.182258**2 + 4 * 0.000104 * (vo2 + 4.60))) / (2 * 0.000104)


@lru_cache(maxsize=1024)
def zone_pace(vdot_value: float, zone: Zone) -> PaceRange:
    """Seconds per km, [fast, slow], of `zone` at `vdot_value`."""
    slow, fast = FRACTIONS[zone]
    return 60_000 / speed_m_min(fast * vdot_value), 60_000 / speed_m_min(slow * vdot_value)


@lru_cache(maxsize=1024)
def _whole_seconds(vdot_value: float, zone: Zone) -> PaceRange:
    fast, slow = zone_pace(vdot_value, zone)
    return float(math.ceil(fast)), float(max(math.floor(slow), math.ceil(fast)))


@dataclass(frozen=True, slots=True)
class Paces:
    """What each zone means for one runner. Without `vdot` the paces only estimate how long a run takes."""

    easy_s_per_km: float
    vdot: float | None = None

    def target(self, zone: Zone) -> PaceRange | None:
        """The pace range to show, in whole seconds inside the zone; None where only effort is known."""
        return None if self.vdot is None else _whole_seconds(self.vdot, zone)

    def race_target(self, km: float) -> PaceRange | None:
        """The pace range to show for what present fitness is worth over `km`; None where only effort is known."""
        if self.vdot is None or not 0 < km < ULTRA_KM:
            return None
        pace = self.race_time_s(km) / km
        return float(math.ceil(pace * (1 - RACE_RANGE))), float(math.floor(pace * (1 + RACE_RANGE)))

    def middle(self, zone: Zone) -> float:
        """Seconds per km to reckon with."""
        shown = self.target(zone)
        return (shown[0] + shown[1]) / 2 if shown else self.easy_s_per_km * EFFORT_FACTOR[zone]

    def race_time_s(self, km: float) -> float:
        """What present fitness is worth over `km`; from easy pace for an ultra, and where nothing was measured."""
        if km >= ULTRA_KM:
            return km * self.easy_s_per_km * (1 + ULTRA_SLOWER * math.log2(km / MARATHON_KM))
        if self.vdot is not None:
            return race_time_s(self.vdot, km * 1000)
        return km * self.easy_s_per_km * min(0.97, 0.78 + 0.06 * math.log2(max(km, 1.5) / 1.5))


def present_vdot(race_km: float | None, race_time: float | None) -> float | None:
    """The VDOT of a recent race (km, s); None without one, or where the numbers are no running race."""
    if not race_km or not race_time:
        return None
    value = vdot(race_km * 1000, race_time)
    return value if SLOWEST_VDOT <= value <= FASTEST_VDOT else None


def paces_of(race_km: float | None, race_time: float | None, weekly_km: float) -> Paces:
    """Paces from a recent race (km, s); else from effort, with an easy pace guessed from weekly volume."""
    value = present_vdot(race_km, race_time)
    if value is not None:
        fast, slow = zone_pace(value, "E")
        return Paces((fast + slow) / 2, value)
    return Paces(next(pace for below, pace in _EASY_GUESS if weekly_km < below))


_EASY_GUESS = ((10.0, 450.0), (30.0, 420.0), (60.0, 375.0), (math.inf, 345.0))
"""Weekly km below which an easy km is taken to last so many seconds: house numbers, only for durations."""
