"""What follows for certain from known facts: fields that do not apply, and what the goal itself says.

Never changes what is known; what it decides stays decided when more becomes known.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from coach.profile.catalogue import catalogue
from coach.profile.profile import Profile
from coach.profile.race_events import distance_km
from coach.profile.target_time import target_seconds
from coach.profile.validation import check_value
from coach.records.fact import Value
from coach.records.goal import Goal
from coach.three_valued import compile_condition

NO_VALUE: Final = "none"
"""The enum value that a plain no gives, where a field has it."""

_OF_GOAL: Final = frozenset({"goal_type", "goal_event"})
"""Names that a condition may read of a goal."""


def complete(known: Profile, goals: tuple[Goal, ...]) -> Profile:
    """`known` and all that follows from it and from the goals, the first of which is the primary one."""
    profile = dict(known)
    for name, value in _of_goal(goals).items():
        profile.setdefault(name, value)
    waiting = [name for name in _opened() if name not in profile]
    while closed := [name for name in waiting if applies(name, profile, goals) is False]:
        profile.update(dict.fromkeys(closed))
        waiting = [name for name in waiting if name not in profile]
    return profile


def applies(name: str, known: Mapping[str, Value], goals: tuple[Goal, ...]) -> bool | None:
    """Whether the field applies to this athlete: what `opens` it, for any of the goals; None if undecided."""
    opens = catalogue().fields[name].opens
    if opens is None:
        return True
    condition = compile_condition(opens)
    if not goals or _OF_GOAL.isdisjoint(condition.names):
        return condition.value(known)
    found = {condition.value({**known, "goal_type": goal.type, "goal_event": goal.event}) for goal in goals}
    return True if True in found else None if None in found else False


def denied(name: str) -> Value:
    """What a plain no to a question that names the field makes of it."""
    field = catalogue().fields[name]
    if field.type == "list":
        return ()
    if field.type == "bool":
        return False
    return NO_VALUE if NO_VALUE in field.values else None


@cache
def _opened() -> tuple[str, ...]:
    """The fields that do not apply to everybody, in the catalogue's order."""
    return tuple(name for name, field in catalogue().fields.items() if field.opens)


def _of_goal(goals: tuple[Goal, ...]) -> Profile:
    """The race distance and the time that the goal itself states: the first goal that names an event."""
    goal = next((goal for goal in goals if goal.event is not None), goals[0] if goals else None)
    if goal is None:
        return {}
    km = distance_km(goal.event)
    stated: Profile = {"race_distance_km": km, "goal_time_s": target_seconds(goal.target, km)}
    return {name: value for name, value in stated.items() if value is not None and check_value(name, value) is None}
