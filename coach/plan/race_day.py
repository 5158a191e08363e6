"""Race day: how hard it is run, in which words, for what time, and when it lies too far beyond the training. Plans no
week."""

import math

from coach.plan import caps
from coach.plan import sessions as make
from coach.plan.athlete import HALF_KM, PlanningAthlete
from coach.plan.notes import texts
from coach.plan.present import race_name
from coach.plan.profile_values import number
from coach.plan.reading import placed
from coach.plan.week_frame import RUNS_ALREADY_KM, Frame
from coach.plan.zones import ULTRA_KM
from coach.profile.profile import Profile
from coach.profile.race_events import distance_km
from coach.profile.target_time import target_seconds
from coach.profile.wording import clock
from coach.records.block import Note, TrainingBlock, TrainingSession
from coach.records.goal import Goal
from coach.vdot import plausible_gain_pct, required_gain_pct

FAR_BEYOND = 0.4
"""A longest run below this share of the race is no preparation for racing it (house; the plan data ask a marathon for
25 km, 0.59 of it, and a half for 15 km, 0.71: `race_peak_long_run`)."""
WITHIN_REACH = 0.5
"""From this share on a healthy runner may race it (house)."""
FAR_FROM_KM, RECENT_WEEKS = 5.0, 8
"""Any healthy runner gets through a shorter race; the longest run before a block counts in blocks up to so long."""
NEARER_KM, NEARER_SHARE = (HALF_KM, 10.0, 5.0), 0.6
"""The shorter races to offer: the first of which the longest run is at least this share, else the last."""
STAGE, STAGE_MOST_PCT, MOST_YEARS = 0.5, 2.0, 100.0
"""A nearer target asks for this share of the gain to the goal, and for so many per cent at most (house)."""

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


def race_session(frame: Frame) -> TrainingSession:
    """The race at present fitness. It is easy for whoever may not or will not train hard, is new to running and has had
    no hard session, still takes walk breaks or has just been ill, and where time or training is too short for it."""
    athlete, km = frame.athlete, frame.athlete.race_km or 0.0
    longest_km = max((run for _, run in frame.ledger.runs), default=0.0)
    far = _falls_short(athlete, km, longest_km, FAR_BEYOND)
    new = athlete.novice and athlete.current_km < RUNS_ALREADY_KM and frame.ledger.last_hard is None
    gentle = not athlete.hard_cap or new or frame.walks or caps.FINISH_WELL in athlete.promises
    gentle = gentle or (athlete.race_date is not None and athlete.recovers_on(athlete.race_date))
    gentle = gentle or _falls_short(athlete, km, longest_km, WITHIN_REACH)
    usual = next(text for below, text in RACE_TEXT if km < below)
    text = WALKED_RACE if far else GENTLE_RACE if gentle else usual
    return make.race(frame.defaults, km, easy=gentle or km >= ULTRA_KM, text=text)


def about_far_race(athlete: PlanningAthlete, plan: TrainingBlock) -> Note | None:
    """Why race day is run and walk, and which race would suit better; None where the race is within reach."""
    km = plan.race_km or 0.0
    runs = [s.km or 0.0 for week in plan.weeks for day in week.days for s in day.sessions if s.type == "run"]
    longest = max(runs, default=0.0)
    if not _falls_short(athlete, km, longest, FAR_BEYOND):
        return None
    named = race_name(km)
    nearer = next((each for each in NEARER_KM if longest >= NEARER_SHARE * each), NEARER_KM[-1])
    advice = f"{race_name(nearer)} first and {named} at a later date" if nearer < km else "a later date"
    text = (
        f"The longest run before race day is {longest:g} km, a long way short of {named}. So race day is run and walk "
        f"at an easy effort, with no time in mind. My advice is {advice}; tell me if you agree, and I'll plan that."
    )
    return Note(topic="alternative", text=text)


def about_goal_time(athlete: PlanningAthlete, profile: Profile, goal: Goal, plan: TrainingBlock) -> list[Note]:
    """A nearer target, where the goal time is beyond what this block plausibly brings; that there is no time to aim at,
    where nothing hard is allowed or the race is gentle; an ultra is easy for everybody, and may have one. Unknown
    experience counts as the longest, which gains least."""
    if athlete.has("reset_goal_date") and athlete.race_date is None:
        return [Note(topic="alternative", text=texts().stages_without_race)]
    km = number(profile, "race_distance_km") or distance_km(goal.event)
    wanted = number(profile, "goal_time_s") or target_seconds(goal.target, km)
    if not km or not wanted:
        return []
    if not athlete.hard_cap or any(at.session.text.startswith((GENTLE_RACE, WALKED_RACE)) for at in placed(plan)):
        return [Note(topic="alternative", text=texts().goal_time["none"].format(wanted=clock(wanted)))]
    today = athlete.paces.race_time_s(km)
    if athlete.paces.vdot is None or wanted >= today:
        return []
    years, required = number(profile, "running_experience_years"), required_gain_pct(today, wanted)
    plausible = plausible_gain_pct(athlete.weeks, MOST_YEARS if years is None else years)
    if required <= plausible:
        return []
    first = math.ceil(today / (1 + min(STAGE * required, STAGE_MOST_PCT, plausible) / 100))
    text = texts().goal_time["stages"].format(today=clock(today), wanted=clock(wanted), first=clock(first))
    return [Note(topic="alternative", text=text)]


def _falls_short(athlete: PlanningAthlete, km: float, planned_km: float, share: float) -> bool:
    """Is the longest run, planned or recent, less than `share` of a race of `km`?"""
    before = athlete.longest_km if athlete.weeks <= RECENT_WEEKS else 0.0
    return FAR_FROM_KM <= km < ULTRA_KM and max(planned_km, before) < share * km
