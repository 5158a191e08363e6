"""Checks of pace, heart rate and what the goal asks of present fitness."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from coach.plan.reading import Placed, middle, zones_of
from coach.plan.validation.context import PlanContext
from coach.plan.validation.owed_notes import note_on
from coach.plan.validation.rule import ROUNDING, Flaw, on_day
from coach.plan.zones import FASTEST_VDOT, FRACTIONS, MARATHON_FROM_RACE_TIME_BELOW, zone_pace
from coach.profile.wording import clock
from coach.records.block import PaceRange, Purpose, Step, TrainingSession, Zone
from coach.vdot import race_time_s

TOLERANCE, TOO_FAST = 0.03, 0.06
GAIN_ERROR = 2.0
HR_AT_BIRTH, HR_PER_YEAR = 208.0, 0.7
MARATHON_M = 42_195.0


PURPOSE_ZONE: dict[Purpose, Zone] = {
    "easy": "E", "long": "E", "recovery": "E", "walk_run": "E",
    "threshold": "T", "interval": "I", "repetition": "R",
}  # fmt: skip
"""What a session that names no zone is for. Race pace, hills and strides have no zone of their own."""


class Target(NamedTuple):
    """A zone, and a pace range that must lie in it; one whose zone or pace is only inferred may not be faster."""

    zone: Zone
    pace: PaceRange
    is_stated: bool


def matches_current_vdot(context: PlanContext) -> Iterator[Flaw]:
    """Where present fitness is unknown, only what is too fast for every runner is found."""
    known = context.vdot is not None
    allowed = {zone: allowed_pace(context.vdot or FASTEST_VDOT, zone) for zone in FRACTIONS}
    for at in context.runs:
        for zone, pace, is_stated in dict.fromkeys(_targets(at)):
            fast, slow = allowed[zone]
            lowest, highest = fast * (1 - TOLERANCE), slow * (1 + TOLERANCE)
            slow_enough = max(pace) <= highest + ROUNDING or not is_stated or not known
            if lowest - ROUNDING <= pace[0] and slow_enough:
                continue
            error = not known or pace[0] < fast * (1 - TOO_FAST) - ROUNDING
            asked = f"present fitness asks for {_clocks(lowest, highest)}"
            message = (
                f"zone {zone} at {_clocks(*pace)} per km; "
                f"{asked if known else f'not even the fastest runner trains in it below {clock(lowest)}'}"
            )
            yield on_day(at, message, "error" if error else "warn")


def _clocks(fast: float, slow: float) -> str:
    return clock(fast) if clock(fast) == clock(slow) else f"{clock(fast)}-{clock(slow)}"


def allowed_pace(value: float, zone: Zone) -> PaceRange:
    """The zone at this VDOT; for slower runners marathon pace reaches to the predicted race."""
    fast, slow = zone_pace(value, zone)
    if zone == "M" and value < MARATHON_FROM_RACE_TIME_BELOW:
        race = race_time_s(value, MARATHON_M) / (MARATHON_M / 1000)
        return min(fast, race), max(slow, race)
    return fast, slow


def _targets(at: Placed) -> Iterator[Target]:
    session, inferred = at.session, PURPOSE_ZONE.get(at.session.purpose)
    if session.pace_s_per_km and (zone := session.zone or inferred):
        yield Target(zone, session.pace_s_per_km, session.zone is not None)
    elif (average := _average(session)) and (zone := _fastest(at.zones, inferred)):
        yield Target(zone, average, is_stated=False)
    for step, zone in zip(session.steps, zones_of(session), strict=True):
        asked, pace = zone or inferred, step.pace_s_per_km or _average(step)
        is_stated = step.zone is not None or (session.zone is not None and step.kind in {"work", "run"})
        if asked and pace:
            yield Target(asked, pace, is_stated and step.pace_s_per_km is not None)


def _average(of: TrainingSession | Step) -> PaceRange | None:
    """The pace that distance and time come to, where both are given."""
    pace = of.duration_min * 60 / of.km if of.km and of.duration_min else None
    return (pace, pace) if pace else None


def _fastest(zones: Iterable[Zone | None], inferred: Zone | None) -> Zone | None:
    """The fastest of the zones; None where one of them is unknown."""
    known = [zone or inferred for zone in zones]
    order = list(FRACTIONS)
    return None if None in known else order[max(order.index(zone) for zone in known if zone)]


def gain_known(context: PlanContext) -> bool:
    return context.required_gain_pct is not None and context.plausible_gain_pct is not None


def goal_plausible(context: PlanContext) -> Iterator[Flaw]:
    """A goal beyond twice the plausible gain is an error unless the notes set a nearer target first.

    The athlete's goal is not the plan's to change: the rule data has the gate warn of it, asks the plan for the
    alternative (`reset_goal_date`) and says of the gain curve "never block on it". What the plan can do is name what
    comes first and keep its paces at present fitness, which `pace_matches_current_vdot` watches.
    """
    required, plausible = context.required_gain_pct, context.plausible_gain_pct
    if required is None or plausible is None or required <= plausible + ROUNDING:
        return
    beyond = required > GAIN_ERROR * plausible + ROUNDING
    answered = note_on(context.plan, "alternative") and not _race_work_beyond(context, GAIN_ERROR * plausible)
    yield Flaw(
        f"The goal asks for {required:.1f}% more speed; {plausible:.1f}% are plausible in this block: "
        "say in the notes which nearer target or later date comes first, and keep paces at present fitness",
        severity="error" if beyond and not answered else "warn",
    )


def _race_work_beyond(context: PlanContext, most_pct: float) -> bool:
    """Does the race itself, or race-pace work, ask for more than `most_pct` over present fitness?"""
    for at in context.sessions:
        is_race, pace = at.session.type == "race", middle(at.session.pace_s_per_km)
        if pace is None or not (is_race or at.session.purpose == "race_pace"):
            continue
        km = at.session.km if is_race else context.target_km
        gain = context.gain_pct(km, pace * km) if km else None
        if gain is not None and gain > most_pct:
            return True
    return False


def hr_most_known(context: PlanContext) -> bool:
    return context.age is not None or all(at.session.hr_bpm is None for at in context.sessions)


def hr_valid(context: PlanContext) -> Iterator[Flaw]:
    most = HR_AT_BIRTH - HR_PER_YEAR * context.age if context.age is not None else None
    for at in context.sessions:
        if at.session.hr_bpm is None:
            continue
        low, high = at.session.hr_bpm
        if context.has("hr_zones_unreliable"):
            yield on_day(at, f"a heart-rate target of {low}-{high}; none are allowed: use effort or pace")
        elif low >= high:
            yield on_day(at, f"a heart-rate range of {low}-{high}; the first must be the lower")
        elif most is not None and high > most + ROUNDING:
            yield on_day(at, f"a heart rate of up to {high}; at most {most:.0f}")
