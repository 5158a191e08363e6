"""Figures that the athlete has just given, said back in a few words. Reads recorded items; knows no session."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from evals.offline.short_clauses import clause, count, last_race

_MOST = 2
_WEEK = 7
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
