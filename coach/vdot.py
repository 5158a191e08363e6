"""What running performance follows from what: Daniels-Gilbert, Riegel, and how much one may plausibly gain.

Pure formulas over metres, seconds and weeks. Knows no athlete, rule or plan. Daniels and Gilbert fitted
efforts of about 3.5 minutes to 4 hours; outside that range the numbers are extrapolated.
"""

import math
from functools import lru_cache
from typing import NamedTuple

_LONGEST_S = 10_000_000.0  # beyond any foot race: the upper end of the search in `race_time_s`


class Gain(NamedTuple):
    """Runners with less than this experience approach `gmax_pct` with the time constant `tau_weeks`."""

    experience_years_below: float
    gmax_pct: float
    tau_weeks: float


# A house model (low evidence); its anchors are Festa 2020 and HERITAGE 1999. Never block on it.
GAINS = (
    Gain(0.5, 20.0, 20.0),
    Gain(2.0, 10.0, 20.0),
    Gain(5.0, 6.0, 24.0),
    Gain(math.inf, 3.0, 24.0),
)


def oxygen_cost(speed_m_min: float) -> float:
    """VO2 in ml/kg/min of running at `speed_m_min`."""
    return -4.60 + 0.182258 * speed_m_min + 0.000104 * speed_m_min**2


def sustainable_fraction(minutes: float) -> float:
    """The share of VO2max that can be held for `minutes`."""
    return 0.8 + 0.1894393 * math.exp(-0.012778 * minutes) + 0.2989558 * math.exp(-0.1932605 * minutes)


def vdot(distance_m: float, time_s: float) -> float:
    """The VDOT of running `distance_m` in `time_s`; both must be positive."""
    minutes = time_s / 60
    return oxygen_cost(distance_m / minutes) / sustainable_fraction(minutes)


@lru_cache(maxsize=1024)
def race_time_s(vdot_value: float, distance_m: float) -> float:
    """The time over `distance_m` that gives `vdot_value`: the inverse of `vdot` in its second argument."""
    fast, slow = 1.0, _LONGEST_S
    while slow - fast > 1e-11 * slow:
        middle = (fast + slow) / 2
        if vdot(distance_m, middle) > vdot_value:
            fast = middle
        else:
            slow = middle
    return (fast + slow) / 2


def plausible_gain_pct(weeks: float, experience_years: float) -> float:
    """How many per cent faster a runner of that experience may plausibly become in `weeks`."""
    gain = next(row for row in GAINS if experience_years < row.experience_years_below)
    return gain.gmax_pct * (1 - math.exp(-weeks / gain.tau_weeks))


def required_gain_pct(equivalent_time_s: float, goal_time_s: float) -> float:
    """How many per cent faster than `equivalent_time_s` (present fitness, same distance) the goal is."""
    return (equivalent_time_s / goal_time_s - 1) * 100
