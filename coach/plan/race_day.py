"""Race day: how hard it is run, in which words, and when the race lies too far beyond the training. Plans no week."""

import math

from coach.plan import sessions as make
from coach.plan.athlete import HALF_KM, PlanningAthlete
from coach.plan.ledger import PlanLedger
from coach.plan.present import race_name
from coach.plan.zones import ULTRA_KM
from coach.records.block import Note, TrainingBlock, TrainingSession

FAR_BEYOND = 0.4
"""A longest run below this share of the race is no preparation for racing it (house; the plan data ask a marathon for
25 km, 0.59 of it, and a half for 15 km, 0.71: `race_peak_long_run`)."""
FAR_FROM_KM, RECENT_WEEKS = 5.0, 8
"""Any healthy runner gets through a shorter race; the longest run before a block counts in blocks up to so long."""
NEARER_KM, NEARER_SHARE = (HALF_KM, 10.0, 5.0), 0.6
"""The shorter races to offer: the first of which the longest run is at least this share, else the last."""

GENTLE_RACE = "Your day, as a celebration: easy all the way, walk whenever you like, enjoy every bit."
WALKED_RACE = (
    "Your day, with nothing to prove: run a few minutes, walk one, from the start line on, and talk as you go."
)
RACE_TEXT = (
    (1.2, "Your day. Get out well, settle by 200 m, and hold your form when it bites in the third quarter."),
    (4.5, "Your day. Even laps to begin with, concentrate in the third quarter, and run for home in the last lap."),
    (15.0, "Your day. Start calmer than feels right, settle in, and spend what is left in the last part."),
    (ULTRA_KM, "Your day. Hold back in the first third, drink and eat early, and race the last third."),
    (math.inf, "Your day. Walk the climbs from the start, eat every half hour, and keep moving."),
)


def race_session(athlete: PlanningAthlete, ledger: PlanLedger, defaults: make.SessionDefaults) -> TrainingSession:
    """The race at present fitness; easy where nothing hard is allowed, and where training has not come near it."""
    km = athlete.race_km or 0.0
    gentle = athlete.all_easy or bool(athlete.contraindications & {"no_high_intensity", "walk_run_only"})
    far = _is_far(athlete, km, max((run for _, run in ledger.runs), default=0.0))
    usual = next(text for below, text in RACE_TEXT if km < below)
    text = WALKED_RACE if far else GENTLE_RACE if gentle else usual
    return make.race(defaults, km, easy=gentle or far or km >= ULTRA_KM, text=text)


def about_far_race(athlete: PlanningAthlete, plan: TrainingBlock) -> Note | None:
    """Why race day is run and walk, and which race would suit better; None where the race is within reach."""
    km = plan.race_km or 0.0
    runs = [s.km or 0.0 for week in plan.weeks for day in week.days for s in day.sessions if s.type == "run"]
    longest = max(runs, default=0.0)
    if not _is_far(athlete, km, longest):
        return None
    named = race_name(km)
    nearer = next((each for each in NEARER_KM if longest >= NEARER_SHARE * each), NEARER_KM[-1])
    advice = f"{race_name(nearer)} first and {named} at a later date" if nearer < km else "a later date"
    text = (
        f"The longest run before race day is {longest:g} km, a long way short of {named}. So race day is run and walk "
        f"at an easy effort, with no time in mind. My advice is {advice}; tell me if you agree, and I'll plan that."
    )
    return Note(topic="alternative", text=text)


def _is_far(athlete: PlanningAthlete, km: float, planned_km: float) -> bool:
    before = athlete.longest_km if athlete.weeks <= RECENT_WEEKS else 0.0
    return FAR_FROM_KM <= km < ULTRA_KM and max(planned_km, before) < FAR_BEYOND * km
