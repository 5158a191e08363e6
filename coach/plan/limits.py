"""The plan rules with one athlete's numbers, a line each, for the model that plans. Judges no plan."""

import datetime as dt
from functools import cache
from pathlib import Path

from coach import sourced_yaml
from coach.plan.athlete import PlanningAthlete, read_athlete
from coach.plan.caps import NO_RUNNING, RACE_KM_BY_AGE, race_km_cap, unreviewed_km
from coach.plan.profile_values import number
from coach.plan.validation.growth import FIRST_ERROR, FIRST_WARN, STEP_KM
from coach.plan.validation.load import LONG_MINUTES, LONG_MINUTES_MARATHON, MARATHON_KM, MINOR_AGE
from coach.plan.validation.safety import MASTERS_AGE
from coach.plan.validation.session import NOVICE_WEEKS, WARMUP, WARMUP_EXTENDED
from coach.plan.validation.structure import MAX_DELAY_DAYS
from coach.plan.validation.taper import MARATHON_KM as MARATHON_WEEK_KM
from coach.plan.validation.taper import distance_of
from coach.plan.zones import FRACTIONS
from coach.profile.profile import Profile
from coach.records.goal import Goal
from coach.records.safety import SafetyResult

PATH = Path(__file__).with_name("rules.yaml")
ANY_KM = 300.0
"""A week that nobody runs."""
UNKNOWN, KEPT = "not known", "; no week and no run above present ones, nothing hard"
UNWISHED = "no running, as the goal says"


@cache
def _lines() -> dict[str, str]:
    return sourced_yaml.read_as(PATH, dict[str, str])


def rules_for_all() -> dict[str, str]:
    """Rule id to what it asks of any plan, for the rules that depend on no athlete."""
    return {rule: line for rule, line in _lines().items() if "{" not in line}


def limits(profile: Profile, goal: Goal, safety: SafetyResult, *, today: dt.date) -> dict[str, str]:
    """Rule id to what it asks of this athlete's plan, for all other rules; those that do not apply are left out."""
    numbers = _numbers(profile, read_athlete(profile, goal, safety, today=today), safety)
    lines = {rule: line.format_map(numbers) for rule, line in _lines().items() if "{" in line}
    return {rule: line for rule, line in lines.items() if line}


def present_paces(profile: Profile, goal: Goal, safety: SafetyResult, *, today: dt.date) -> dict[str, list[float]]:
    """Seconds per km, [fast, slow], by zone and for the race, from present fitness; none where nothing was measured."""
    athlete = read_athlete(profile, goal, safety, today=today)
    by_zone = {str(zone): athlete.paces.target(zone) for zone in FRACTIONS}
    found = by_zone | {"race": athlete.paces.race_target(athlete.focus_km or 0.0)}
    return {name: list(pace) for name, pace in found.items() if pace}


def _numbers(profile: Profile, athlete: PlanningAthlete, safety: SafetyResult) -> dict[str, str]:
    return {
        **_of_calendar(profile, athlete),
        **_of_load(profile, athlete),
        **_of_race(athlete),
        **_of_person(profile, athlete, safety),
    }


def _of_calendar(profile: Profile, athlete: PlanningAthlete) -> dict[str, str]:
    agreed, listed = number(profile, "training_days_per_week"), profile.get("available_days")
    per_week = f"at most {agreed:g} training days a week" if agreed is not None else "as few days as serve"
    times = ", ".join(f"{day} {minutes:g}" for day, minutes in athlete.minutes.items())
    with_race = athlete.race_date is not None
    return {
        "today": str(athlete.today),
        "latest_start": str(athlete.today + dt.timedelta(days=MAX_DELAY_DAYS)),
        "block": f"from start_date to the race, {athlete.weeks} weeks from {athlete.start}"
        if with_race
        else f"{athlete.weeks} weeks, without race_date",
        "race": f"a race session of {athlete.race_km:g} km on {athlete.race_date}, no run after it"
        if with_race
        else "no race",
        "days": f"{per_week}, on {', '.join(athlete.weekdays) if listed else 'any weekday'}; strength makes a day too",
        "minutes": f"minutes a session at most (5 over pass): {times}" if times else "",
    }


def _of_load(profile: Profile, athlete: PlanningAthlete) -> dict[str, str]:
    km, longest = number(profile, "current_weekly_volume_km"), number(profile, "longest_run_last_30d_km")
    warn, error = (max(ratio * (km or 0.0), (km or 0.0) + STEP_KM) for ratio in (FIRST_WARN, FIRST_ERROR))
    marathon = (athlete.focus_km or 0.0) >= MARATHON_KM
    return {
        "first_week": f"at most {warn:.1f} km (warn), never over {error:.1f} km; {km:g} km now"
        if km is not None
        else "a careful start; present volume is not known",
        "longest": f"{longest:g} km" if longest is not None else UNKNOWN,
        "cutback": str(athlete.cutback_every),
        "long_minutes": str(LONG_MINUTES_MARATHON if marathon else LONG_MINUTES),
        "hard": str(athlete.hard_cap),
        "rest": "2" if "two_rest_days_required" in athlete.contraindications or _is_minor(athlete) else "1",
        "warmup": f"{WARMUP_EXTENDED if athlete.has('extended_warmup_required') else WARMUP:g}",
    }


def _of_race(athlete: PlanningAthlete) -> dict[str, str]:
    if athlete.race_date is None or athlete.race_km is None:
        return dict.fromkeys(("taper", "last_long", "peak_long", "marathon"), "")
    row = distance_of(athlete.race_km)
    days, peak = row.taper_days, row.peak_long_km
    return {
        "taper": f"taper begins {days[0]} to {days[1]} days before the race (warn)" if days else "",
        "last_long": f"no run over 75% of the longest in the last {row.last_long_days} days (warn)",
        "peak_long": f"longest run {peak[0]:g} to {peak[1]:g} km, or what time allows (warn)" if peak else "",
        "marathon": f"8 weeks before the taper average {MARATHON_WEEK_KM:g} km (warn)"
        if athlete.race_km >= MARATHON_KM
        else "",
    }


def _of_person(profile: Profile, athlete: PlanningAthlete, safety: SafetyResult) -> dict[str, str]:
    hours = f"{athlete.age:g}" if athlete.age is not None else UNKNOWN
    unwished = [UNWISHED] if NO_RUNNING in athlete.promises else []
    cap = race_km_cap(athlete.age) or RACE_KM_BY_AGE[-1][1]
    most = unreviewed_km(profile, ANY_KM)
    return {
        "reviewed": f"; no week above {most:g} km, which a person would have to look at" if most < ANY_KM else "",
        "paces": "every pace in its zone under present_paces (3% over passes, 6% never)"
        if athlete.paces.vdot
        else "effort only, no pace",
        "goal": "where the goal is beyond this block, a note names a nearer target or a later date",
        "heart_rate": "no heart-rate targets"
        if athlete.has("hr_zones_unreliable")
        else "heart-rate ranges are in order",
        "novice": f"the first {NOVICE_WEEKS} weeks are walk-run, nothing hard" if athlete.novice else "",
        "contraindications": ", ".join((*safety.contraindications, *unwished)) + (KEPT if athlete.keeps_level else "")
        or "nothing is forbidden",
        "minor": f"at most {hours} h of sport a week, 2 rest days, race up to {cap:g} km, a note on months off running"
        if _is_minor(athlete)
        else "",
        "masters": "at most 6 training days, every 3rd week lighter, 72 h after interval sessions (warn)"
        if (athlete.age or 0) > MASTERS_AGE
        else "",
    }


def _is_minor(athlete: PlanningAthlete) -> bool:
    return athlete.age is not None and athlete.age < MINOR_AGE
