"""What a plan says about where it begins: fewer days or km than now, and numbers that do not go together."""

from coach.plan.athlete import PlanningAthlete
from coach.plan.notes import texts
from coach.plan.profile_values import number
from coach.plan.reading import read_week
from coach.profile.profile import Profile
from coach.records.block import Week

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


def fewer_days(athlete: PlanningAthlete, first: Week, offered: float | None) -> list[str]:
    """That fewer days are used than were offered; the number is that of the first week."""
    days = len(read_week(first).training_days)
    asked = min(offered or 0, len(athlete.weekdays))
    if days >= asked or athlete.start < athlete.today:
        return []
    why = "limit" if days >= athlete.days else "without_running" if athlete.has("no_running") else "spare"
    return [texts().fewer_days[why].format(asked=f"{asked:g}", days=days)]
