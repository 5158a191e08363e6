"""Which faster work fits which race, phase and volume. Tables first; knows no weekday."""

import math
from collections.abc import Iterator, Mapping

from coach.plan.present import race_name
from coach.plan.sessions import Reps, SessionDefaults, Work
from coach.plan.zones import ULTRA_KM
from coach.records.block import Phase

LONG_KM, MARATHON_KM = 15.0, 30.0


_STEADY = "{n} x {m} at a strong, steady effort you could hold for about an hour, with {j} of easy jogging after each."
_BRISK = "{n} x {m} brisk, breathing hard but in control, with {j} of easy jogging after each."
_FAST = "{n} x {m} fast and relaxed, good form first, with {j} of easy jogging or walking after each."
_RACE = (
    "{n} x {m} at the pace you could race {race} at today, even and controlled, with {j} of easy jogging after each."
)

WORKS: Mapping[str, Work] = {
    "steady_5": Work("threshold", "T", 0.09, _STEADY, minutes=5, jog=1, spared=10),
    "steady_8": Work("threshold", "T", 0.09, _STEADY, minutes=8, most=4, simpler="steady_5"),
    "steady_10": Work("threshold", "T", 0.09, _STEADY, minutes=10, most=3, simpler="steady_5"),
    "brisk_2": Work("interval", "I", 0.07, _BRISK, minutes=2, jog=1.5, least=3, most=8, spared=6),
    "brisk_3": Work("interval", "I", 0.07, _BRISK, minutes=3, spared=6),
    "brisk_4": Work("interval", "I", 0.07, _BRISK, minutes=4, jog=3, most=5, simpler="brisk_3"),
    "fast_200": Work("repetition", "R", 0.045, _FAST, km=0.2, jog=1.5, least=4, most=12),
    "fast_300": Work("repetition", "R", 0.045, _FAST, km=0.3, least=4, most=8, simpler="fast_200"),
    "hills": Work(
        "hills", None, 0.028, "{n} x {m} uphill, strong and tall, walking or jogging down for {j} after each.",
        minutes=1, jog=2, least=5, most=8, spared=5, simpler="brisk_2",
    ),
    "race_800": Work("race_pace", None, 0.03, _RACE, km=0.2, jog=3, least=4, most=8, simpler="fast_200"),
    "race_1500": Work("race_pace", None, 0.05, _RACE, km=0.4, jog=2.5, least=3, most=7, simpler="fast_200"),
    "race_3000": Work("race_pace", None, 0.06, _RACE, km=0.6, jog=2.5, least=3, simpler="brisk_3"),
    "race_5k": Work("race_pace", None, 0.075, _RACE, km=1, jog=2.5, most=5, simpler="brisk_3"),
    "race_10k": Work("race_pace", None, 0.09, _RACE, km=1.5, most=5, simpler="steady_5"),
    "race_half": Work("race_pace", None, 0.12, _RACE, km=2, most=5, simpler="steady_5"),
    "race_long": Work("long", "M", 0.14, "", simpler="steady_8"),
}  # fmt: skip
"""`race_long` is the long run with its last part at marathon pace."""

_STEADILY = ("steady_5", "steady_8", "steady_10")
Menu = Mapping[Phase, tuple[str, ...]]
_ROAD_BASE = ("steady_5", "hills", "steady_8")
MENUS: tuple[tuple[float, Menu], ...] = (
    (0.1, {"base": ("steady_5", "hills", "steady_8"), "build": ("brisk_3", "brisk_2", "steady_8", "steady_10")}),
    (1.2, {"base": ("hills", "steady_5", "fast_200"), "build": ("fast_300", "fast_200", "brisk_2", "steady_5"),
           "peak": ("race_800", "fast_300"), "taper": ("race_800",), "race": ("race_800",)}),
    (2.4, {"base": ("steady_5", "hills", "steady_8"), "build": ("fast_200", "fast_300", "brisk_3", "steady_8"),
           "peak": ("race_1500", "race_1500", "brisk_3", "fast_200"), "taper": ("race_1500",),
           "race": ("race_1500",)}),
    (4.5, {"base": _ROAD_BASE, "build": ("brisk_3", "brisk_2", "steady_8", "fast_300"),
           "peak": ("race_3000", "race_3000", "steady_5", "fast_200"), "taper": ("race_3000",),
           "race": ("race_3000",)}),
    (8.0, {"base": _ROAD_BASE, "build": ("brisk_3", "brisk_4", "steady_8", "steady_5"),
           "peak": ("race_5k", "race_5k", "steady_5", "fast_200"), "taper": ("race_5k",), "race": ("race_5k",)}),
    (LONG_KM, {"base": _ROAD_BASE, "build": ("steady_8", "steady_10", "brisk_3", "brisk_4"),
               "peak": ("race_10k", "race_10k", "brisk_3", "steady_5"), "taper": ("race_10k",),
               "race": ("race_10k",)}),
    (MARATHON_KM, {"base": _STEADILY, "build": ("steady_10", "steady_8", "brisk_4", "brisk_3"),
                   "peak": ("race_half", "steady_10"), "taper": ("race_half",), "race": ("steady_5",)}),
    (ULTRA_KM, {"base": _STEADILY, "build": ("steady_10", "steady_8", "brisk_4", "race_long"),
                "peak": ("race_long", "steady_10"), "taper": ("steady_8",), "race": ("steady_5",)}),
    (math.inf, {"base": _ROAD_BASE, "build": ("hills", "steady_8", "steady_10", "brisk_4"),
                "peak": ("steady_10", "hills"), "taper": ("steady_5",), "race": ("steady_5",)}),
)  # fmt: skip
"""By race distance below so many km, the first row for no race at all: the work of each phase, in turn."""


def works_for(focus_km: float | None, phase: Phase, week: int, count: int, *, kinds: int = 2) -> tuple[str, ...]:
    """The names of the week's faster work, of one purpose where `kinds` is 1, in turn from week to week."""
    menu = next(menu for below, menu in MENUS if (focus_km or 0.0) < below)
    names = menu.get(phase, ("steady_5",))
    first, step = (week - 1) % len(names), max(len(names) // 2, 1)
    turns = (*names[first:], *names[:first])
    if kinds == 1:
        return tuple(dict.fromkeys(name for name in turns if WORKS[name].purpose == WORKS[turns[0]].purpose))[:count]
    return tuple(dict.fromkeys(turns[position * step % len(turns)] for position in range(count)))


def instead_of(name: str) -> Iterator[Work]:
    """The work of this name, then what is simpler, in turn."""
    following: str | None = name
    while following is not None:
        yield WORKS[following]
        following = WORKS[following].simpler


def reps_for(defaults: SessionDefaults, work: Work, week_km: float, *, spared: bool) -> Reps | None:
    """As many repetitions as the week carries; None where it carries too few. A small week may exceed the share."""
    km = work.share * week_km
    if spared:
        km = max(km, work.spared * 60 / defaults.pace(work))
    count = min(math.floor(km / defaults.km(work) + 1e-6), work.most)
    return Reps(work, count) if count >= work.least else None


def words_for(defaults: SessionDefaults, reps: Reps) -> str:
    work = reps.work
    length = f"{work.minutes:g} min" if work.minutes else _metres(work.km or 0.0)
    if work.km and work.km < 1 and defaults.paces.vdot:
        length += f" (about {work.km * defaults.pace(work):.0f} s each)"
    text = work.text.format(n=reps.count, m=length, j=f"{work.jog:g} min", race=race_name(defaults.race_km or 0.0))
    return f"Warm up easily, then {text[0].lower()}{text[1:]} Cool down gently."


def _metres(km: float) -> str:
    return f"{1000 * km:g} m" if km < 1 else f"{km:g} km"
