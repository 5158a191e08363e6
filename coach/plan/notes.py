"""What a plan says to its runner, in the words of `notes.yaml`: focus lines, notes, and about where it begins."""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from coach import sourced_yaml
from coach.plan.athlete import PlanningAthlete
from coach.plan.outline import Slot
from coach.plan.placement import usual_pattern
from coach.plan.present import PURPOSES, pace_text, race_name
from coach.plan.profile_values import number
from coach.plan.reading import HARD_MINUTES, hard_minutes, read_week
from coach.plan.sessions import on_grid
from coach.plan.zones import Paces
from coach.profile.profile import Profile
from coach.records.base import Record
from coach.records.block import Day, Phase, TrainingBlock, TrainingSession, Week, Zone

PATH = Path(__file__).with_name("notes.yaml")
_SHORTER = "one that fits now"
_ON_HARD_SESSIONS = frozenset({"cap_hard_sessions_1", "extended_warmup_required"})
_ON_RUNS = frozenset({"walk_run_only", "no_hills_or_sprints", "cap_weekly_volume", "cap_volume_growth", "cap_long_run"})
_ON_LIGHTER_WEEKS = frozenset({"cap_volume_growth"})


class Texts(Record):
    """Texts by phase, zone, contraindication, promise, reason and plan rule, as the comments in the file say."""

    focus: dict[Phase, str]
    calm_focus: dict[Phase, str]
    focus_without_running: dict[Phase, str]
    cutback_focus: str
    week_focus: dict[str, str]
    effort: dict[Zone, str]
    about_pace: dict[str, str]
    fewer_days: dict[str, str]
    for_contraindication: dict[str, str]
    for_promise: dict[str, str]
    fewer_km: dict[str, str]
    without_weights: str
    unlikely_numbers: str
    stages_without_race: str
    goal_time: dict[str, str]
    for_minor: str
    race_day_assumed: str
    for_warning: dict[str, str]


@cache
def texts() -> Texts:
    return sourced_yaml.read_as(PATH, Texts)


def focus_of(slot: Slot, days: Sequence[Day], before_km: float) -> str:
    """The phase where it opens one, else what the days hold. `before_km`: the distance of the week before."""
    found = texts()
    runs = [(session, day) for day in days for session in day.sessions if session.type == "run"]
    faster = _named([(session, day) for session, day in runs if hard_minutes(session) >= HARD_MINUTES])
    km = sum(session.km or 0.0 for session, _ in runs)
    if slot.is_cutback:
        lighter = found.week_focus["cutback"].format(km=f"{on_grid(km):g}", before=f"{on_grid(before_km):g}")
        return lighter if before_km - km > 1 else found.cutback_focus
    if not runs:
        return found.focus_without_running[slot.phase]
    if slot.opens or slot.taper_share is not None:
        return found.focus[slot.phase] if faster else found.calm_focus.get(slot.phase, found.focus[slot.phase])
    longest, day = max(runs, key=lambda run: run[0].km or 0.0)
    walks = longest.purpose == "walk_run" or not longest.km
    size = f"{longest.duration_min:.0f} min" if walks else f"{longest.km:g} km"
    text = found.week_focus["faster" if faster else "easy"]
    named = " and ".join(faster)
    return text.format(faster=f"{named[:1].upper()}{named[1:]}", longest=size, day=f"{day.date:%A}")


def _named(faster: Sequence[tuple[TrainingSession, Day]]) -> list[str]:
    """Each kind of work once, with the days it is on."""
    days: dict[str, list[str]] = {}
    for session, day in faster:
        what = "the long run with race pace" if session.purpose == "long" else PURPOSES[session.purpose].lower()
        days.setdefault(what, []).append(f"on {day.date:%A}")
    return [f"{what} {' and '.join(on)}" for what, on in days.items()]


def about_effort(plan: TrainingBlock, paces: Paces) -> str:
    """How each zone that the plan uses feels, and its pace where there is one."""
    used = {zone for week in plan.weeks for at in read_week(week).runs for zone in at.zones}
    parts = [
        f"{words} ({pace_text(pace)} per km)" if (pace := paces.target(zone)) else words
        for zone, words in texts().effort.items()
        if zone in used
    ]
    return f"How it should feel. {'. '.join(parts)}." if parts else ""


def notes_for(contraindications: Iterable[str], race_km: float | None = None) -> list[str]:
    """One sentence for each contraindication, in the order given; the same sentence never twice."""
    known, race = texts().for_contraindication, race_name(race_km) if race_km else _SHORTER
    return list(dict.fromkeys(known[name].format(race=race) for name in contraindications if name in known))


def about_absent_work(plan: TrainingBlock) -> frozenset[str]:
    """The sentences of contraindications on running, harder sessions or lighter weeks, where `plan` has none of it."""
    runs = [at for week in plan.weeks for at in read_week(week).runs]
    absent = (_ON_HARD_SESSIONS if not any(at.is_hard for at in runs) else frozenset()) | (
        _ON_RUNS if not runs else frozenset() if any(week.is_cutback for week in plan.weeks) else _ON_LIGHTER_WEEKS
    )
    return frozenset(notes_for(sorted(absent)))


NEAR_PRESENT = 0.9
MOST_RUNS, LONGEST_OF_WEEK = 7, 2.0
"""So many of the longest run are less than the week that was stated, or the longest run is more than so many weeks."""
_SPEAKS_OF_LESS = frozenset({"no_running", "walk_run_only", "cap_weekly_volume", "no_session_today"})


def unlikely_numbers(profile: Profile) -> list[str]:
    """That weekly volume and longest run do not go together, for the athlete to put right."""
    now, longest = number(profile, "current_weekly_volume_km"), number(profile, "longest_run_last_30d_km")
    if not now or not longest or now / MOST_RUNS <= longest <= LONGEST_OF_WEEK * now:
        return []
    return [texts().unlikely_numbers.format(now=f"{now:g}", longest=f"{longest:g}")]


def fewer_km(athlete: PlanningAthlete, first: Week) -> list[str]:
    """Why the first week holds clearly less than what is run now; nothing where another note says it already."""
    now = athlete.current_km
    explained = (
        athlete.volume_factor < 1 or athlete.contraindications & _SPEAKS_OF_LESS or athlete.week_minutes is not None
    )
    if explained or not now or first.km >= NEAR_PRESENT * now or athlete.start < athlete.today:
        return []
    reasons = {"target": athlete.most_km < NEAR_PRESENT * now, "gentle": athlete.novice and athlete.heavy,
               "every_other_day": athlete.every_other_day, "minutes": bool(athlete.minutes)}  # fmt: skip
    why = next((reason for reason, holds in reasons.items() if holds), "days")
    days = sum(any(session.type == "run" for session in day.sessions) for day in first.days)
    named = f"{days} day{'' if days == 1 else 's'}"
    return [
        texts().fewer_km[why].format(now=f"{now:g}", first=f"{first.km:g}", most=f"{athlete.most_km:g}", days=named)
    ]


def fewer_days(athlete: PlanningAthlete, plan: TrainingBlock, offered: float | None) -> list[str]:
    """That fewer days are used than were offered, in no week more; a day whose usual run is withheld counts as used."""
    runs = usual_pattern(athlete).runs
    withheld = [sum(athlete.rests_on(week.days[run].date) for run in runs) for week in plan.weeks]
    days = max(len(read_week(week).training_days) + more for week, more in zip(plan.weeks, withheld, strict=True))
    asked = min(offered or 0, len(athlete.weekdays))
    if days >= asked or athlete.start < athlete.today:
        return []
    why = "limit" if days >= athlete.days else "without_running" if athlete.has("no_running") else "spare"
    return [texts().fewer_days[why].format(asked=f"{asked:g}", days=days)]
