"""A goal in a few words, as it stands in a sentence: "the 1500 m in 4:25". Knows no session."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

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
