"""Facts and goals in a few words: a clause of a summary, figures said back, a goal in a sentence. Knows no session."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from coach.profile.catalogue import catalogue
from coach.profile.wording import clock, say

_WEEK = 7
_NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_INSTEAD: Mapping[tuple[str, Any], str] = {
    ("current_weekly_volume_km", 0): "you're not running at the moment",
    ("longest_run_last_30d_km", 0): "no run in the last month",
    ("running_experience_years", 0): "new to running",
    ("hard_sessions_requested_per_week", 0): "no hard sessions",
    ("training_days_per_week", _WEEK): "training every day",
}
_NAMED_RACES = {1.609344: "a mile", 21.0975: "a half marathon", 42.195: "a marathon", 0.8: "800 m", 1.5: "1500 m"}
_METRE = 0.001
_RACE_FIELDS = frozenset({"race_distance_km", "recent_race_distance_km"})
_COUNTED = re.compile(r"^([01]) bone injuries")
_COUNTS = {"0": "you've had no bone injury", "1": "you've had 1 bone injury"}


def clause(name: str, value: Any) -> str:
    """One fact in words, without capital or full stop; races by their names and a whole week as every day."""
    value = tuple(value) if isinstance(value, list) else value
    if isinstance(value, float) and catalogue().fields[name].unit == "kg":
        value = round(value, 1)
    if not isinstance(value, bool | tuple | dict | None) and (name, value) in _INSTEAD:
        return _INSTEAD[name, value]
    if name == "available_minutes" and not value:
        return "there is no limit on your time"
    if name == "available_days" and isinstance(value, tuple) and len(value) == _WEEK:
        return "every day works for you"
    if value and name in _SHORT:
        return _SHORT[name](value)
    words = _COUNTED.sub(lambda found: _COUNTS[found.group(1)], say(name, value))
    return _with_race_names(words, value) if name in _RACE_FIELDS and value else words


def last_race(km: float, seconds: float) -> str:
    """Distance and time of a race in one: "1500 m in 5:05"."""
    return f"{_named(km) or f'{km:.10g} km'} in {clock(seconds)}"


def _with_race_names(words: str, km: float) -> str:
    if (named := _named(km)) is None:
        return words
    words = words.replace(f"{km:.10g} km", named)
    return words if named[0].isdigit() else words.replace(f"over {named}", named)


def _named(km: float) -> str | None:
    """The name of a race of this distance, to the metre."""
    return next((name for each, name in _NAMED_RACES.items() if abs(each - km) < _METRE), None)


def count(number: float, thing: str) -> str:
    """`six training days`; numbers above twelve in figures."""
    small = number == int(number) and 0 <= number < len(_NUMBERS)
    return f"{_NUMBERS[int(number)] if small else f'{number:.10g}'} {thing}{'' if number == 1 else 's'}"


def _intensity(value: str) -> str:
    return f"running that's {catalogue().fields['desired_intensity'].values[value].say}"


_SHORT: Mapping[str, Callable[[Any], str]] = {
    "age_years": lambda years: f"{years} years old",
    "sex": lambda sex: catalogue().fields["sex"].values[sex].say,
    "height_cm": lambda cm: f"{cm:.0f} cm",
    "weight_kg": lambda kg: f"{round(kg, 1):g} kg",
    "current_weekly_volume_km": lambda km: f"about {round(km, 1):g} km a week at the moment",
    "longest_run_last_30d_km": lambda km: f"{round(km, 1):g} km at the longest in the last month",
    "running_experience_years": lambda years: say("running_experience_years", years).removeprefix("you've been "),
    "regular_exercise_3m": lambda _yes: "regularly active over the last three months",
    "training_days_per_week": lambda days: f"{count(days, 'training day')} a week",
    "target_weekly_volume_km": lambda km: f"up to {round(km, 1):g} km in the biggest week",
    "desired_intensity": _intensity,
    "hard_sessions_requested_per_week": lambda sessions: f"{count(sessions, 'hard session')} a week",
    "weeks_available": lambda weeks: f"{count(weeks, 'week')} to prepare",
    "tendon_pain_nrs": lambda number: f"tendon pain of {number:.10g} out of 10",
    "sleep_hours_avg": lambda hours: f"about {hours:.10g} hour{'' if hours == 1 else 's'} of sleep a night",
}
"""How a note puts it; a value that counts as nothing is left to the catalogue's words."""


def is_short(name: str, value: Any) -> bool:
    """Whether the clause has no verb, so that it may stand in a row with others."""
    return bool(value) and name in _SHORT


_EVENTS = {"half": "a half marathon", "marathon": "a marathon", "mile": "the mile"}
_TRACK = re.compile(r"(\d+) ?m")
_ROAD = re.compile(r"\d+k")
_WITHOUT_EVENT = {"weight_loss": "running and losing weight", "fitness": "getting fitter"}
_WHOLE_MINUTES = re.compile(r"(\d\d):00")
_WHOLE_HOURS = re.compile(r"(\d+:\d\d):00")


def in_words(goals: Iterable[Mapping[str, Any]]) -> str:
    """All of the goals, joined by "and"; "running" where none says more."""
    return " and ".join(dict.fromkeys(_goal(goal) for goal in goals)) or "running"


def _goal(goal: Mapping[str, Any]) -> str:
    event, target = goal.get("event"), goal.get("target")
    if event:
        return f"{_event(str(event))} in {_time(str(target))}" if target else _event(str(event))
    if goal.get("sport") == "strength":
        return "getting stronger"
    return _WITHOUT_EVENT.get(str(goal.get("type")), "running")


def _event(name: str) -> str:
    if track := _TRACK.fullmatch(name):
        return f"the {track[1]} m"
    return _EVENTS.get(name, f"{'an' if name.startswith('8') else 'a'} {name}" if _ROAD.fullmatch(name) else name)


def _time(target: str) -> str:
    """`48` and `48:00` are minutes, `3:15:00` is 3:15."""
    if target.isdigit():
        return f"{target} minutes"
    if minutes := _WHOLE_MINUTES.fullmatch(target):
        return f"{int(minutes[1])} minutes"
    hours = _WHOLE_HOURS.fullmatch(target)
    return hours[1] if hours else target


_MOST = 2
_RACE, _TIME = "recent_race_distance_km", "recent_race_time_s"
_WORTH_IT: Mapping[str, Callable[[float], str]] = {
    "training_days_per_week": lambda days: f"{count(days, 'day')} to train" if days < _WEEK else "",
    "current_weekly_volume_km": lambda km: f"about {round(km, 1):g} km a week now",
    "weeks_available": lambda weeks: clause("weeks_available", weeks),
    "sleep_hours_avg": lambda hours: f"about {round(hours, 1):g} hours of sleep",
}
"""Most telling first."""


def figures_in(items: Iterable[Mapping[str, Any]]) -> str:
    """A figure or two of the `items` just recorded (`field`, `value`), "16 weeks to prepare"; else empty."""
    told: dict[str, Any] = {item["field"]: item.get("value") for item in items if item.get("standing") is None}
    race = [last_race(told[_RACE], told[_TIME])] if told.get(_RACE) and told.get(_TIME) else []
    figures = [in_words(told[name]) for name, in_words in _WORTH_IT.items() if told.get(name)]
    return ", ".join([*race, *filter(None, figures)][:_MOST])
