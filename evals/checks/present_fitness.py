"""Are a plan's paces those of today? Race times are carried over by Riegel's power law (Riegel 1981, American Scientist
69:285-290: t2 = t1 x (d2 / d1) ^ 1.06), not by the equations that the planner uses: a second opinion."""

from collections.abc import Iterator

from coach.records.block import TrainingBlock
from coach.records.fact import Value
from evals.checks.plan_reading import number, places, zone

_EXPONENT = 1.06
_TOLERANCE = 0.06
_EASY_RPE = 4
_RACE_KM = {"R": 1.0, "I": 3.0, "T": 12.0, "M": 42.195}
"""The race whose pace a zone stands for, the shorter one where sources differ: faster than that is too fast."""


def too_fast(plan: TrainingBlock, truth: dict[str, Value]) -> Iterator[str]:
    """Every step or session whose pace is faster than its zone allows a runner with the present race time.

    An easy pace is slower than that of a marathon; without a zone the effort tells an easy run from a fast one.
    """
    km, seconds = _present(truth)
    if not km or not seconds:
        return
    fastest = {name: _pace(km, seconds, other) * (1 - _TOLERANCE) for name, other in _RACE_KM.items()}
    for at in places(plan):
        paced = [(zone(step, at.session), step.pace_s_per_km) for step in at.session.steps]
        for named, pace in [(at.session.zone, at.session.pace_s_per_km), *paced]:
            name = named if named in fastest else "M" if named or at.session.rpe <= _EASY_RPE else "R"
            if (named in fastest or at.session.type == "run") and pace and pace[0] < fastest[name]:
                yield f"{at.name} asks for {pace[0]:.0f} s per km, faster than today's {fastest[name]:.0f}"


def cannot_judge(plan: TrainingBlock, truth: dict[str, Value]) -> bool:
    """Whether the plan names paces and there is no race time to hold them against."""
    paced = any(at.session.pace_s_per_km or any(step.pace_s_per_km for step in at.session.steps) for at in places(plan))
    return paced and not all(_present(truth))


def _present(truth: dict[str, Value]) -> tuple[float | None, float | None]:
    """Kilometres and seconds of the recent race."""
    return number(truth.get("recent_race_distance_km")), number(truth.get("recent_race_time_s"))


def _pace(km: float, seconds: float, other: float) -> float:
    """Seconds per km over `other` km."""
    return float(seconds * (other / km) ** _EXPONENT / other)
