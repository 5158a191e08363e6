"""Which quality work fits which race, phase and volume. Data first; knows no weekday."""

import math

from coach.plan.sessions import Reps, SessionDefaults
from coach.records.block import Phase, Purpose, Zone

MIDDLE_KM, LONG_KM = 3.6, 15.0
SHARE: dict[Zone, float] = {"T": 0.09, "I": 0.07, "R": 0.045, "M": 0.12}
"""Share of the week in this zone, a little inside what the plan rules allow."""
REP_MINUTES: dict[Zone, float] = {"T": 5.0, "I": 3.0, "R": 0.75, "M": 10.0}
JOG_MINUTES: dict[Zone, float] = {"T": 1.0, "I": 2.0, "R": 1.5, "M": 0.0}
MOST: dict[Zone, int] = {"T": 6, "I": 6, "R": 12, "M": 4}
LEAST: dict[Zone, int] = {"T": 2, "I": 2, "R": 4, "M": 1}
SPARED_MINUTES = {"T": 10.0, "I": 6.0}
"""In a small week one such session may be this long whatever the share."""
PURPOSE: dict[Zone, Purpose] = {"T": "threshold", "I": "interval", "R": "repetition", "M": "race_pace"}

MENU: dict[str, dict[Phase, tuple[Zone, ...]]] = {
    "middle": {"base": ("T",), "build": ("R", "T", "I"), "peak": ("I", "R"), "taper": ("R",), "race": ("R",)},
    "road": {"base": ("T",), "build": ("I", "T"), "peak": ("T", "I"), "taper": ("I",), "race": ("I",)},
    "long": {"base": ("T",), "build": ("T", "I"), "peak": ("T",), "taper": ("T",), "race": ("T",)},
    "marathon": {"base": ("T",), "build": ("T", "I"), "peak": ("M", "T"), "taper": ("T",), "race": ("T",)},
}

TEXT: dict[Zone, str] = {
    "T": "{n} x {m} at a strong, steady effort you could hold for about an hour, with {j} of easy jogging after each.",
    "I": "{n} x {m} brisk, breathing hard but in control, with {j} of easy jogging after each.",
    "R": "{n} x 45 s fast and relaxed, good form first, with {j} of easy jogging after each.",
    "M": "{n} x {m} at the pace you would race a marathon today: smooth, patient, repeatable.",
}


def menu_of(focus_km: float | None) -> str:
    if focus_km is None:
        return "road"
    if focus_km < MIDDLE_KM:
        return "middle"
    if focus_km < LONG_KM:
        return "road"
    return "long" if focus_km < 2 * LONG_KM else "marathon"


def zones_for(focus_km: float | None, phase: Phase, week: int, count: int, *, kinds: int = 2) -> tuple[Zone, ...]:
    """The zones of the week's quality sessions, at most `kinds` different ones, in turn from week to week."""
    menu = MENU[menu_of(focus_km)].get(phase, ("T",))
    return tuple(menu[(week + position % kinds) % len(menu)] for position in range(min(count, len(menu))))


def reps_for(defaults: SessionDefaults, zone: Zone, week_km: float, *, spared: bool) -> Reps | None:
    """As many repetitions as the week carries; None where it carries too few."""
    minutes = SHARE[zone] * week_km * defaults.paces.middle(zone) / 60
    if spared:
        minutes = max(minutes, SPARED_MINUTES.get(zone, 0.0))
    count = min(math.floor(minutes / REP_MINUTES[zone] + 1e-6), MOST[zone])
    if count < LEAST[zone]:
        return None
    return Reps(PURPOSE[zone], zone, count, REP_MINUTES[zone], JOG_MINUTES[zone])


def words_for(reps: Reps) -> str:
    text = TEXT[reps.zone].format(n=reps.count, m=f"{reps.minutes:g} min", j=f"{reps.jog_min:g} min")
    return f"Warm up easily, then {text[0].lower()}{text[1:]} Cool down gently."
