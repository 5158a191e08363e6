"""What follows for certain from known facts: fields that do not apply, and what the goal itself says.

Never changes what is known; what it decides stays decided when more becomes known.
"""

from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from coach.profile.catalogue import catalogue
from coach.profile.profile import Profile
from coach.profile.race_events import distance_km
from coach.profile.target_time import target_seconds
from coach.profile.validation import check_value
from coach.records.fact import Value
from coach.records.goal import Goal
from coach.three_valued import Condition, compile_condition

NO_VALUE: Final = "none"
"""The enum value that a plain no gives, where a field has it."""

_OF_GOAL: Final = frozenset({"goal_type", "goal_event"})
"""Names that a condition may read of a goal."""


def complete(known: Profile, goals: tuple[Goal, ...]) -> Profile:
    """`known` and all that follows from it and from the goals, the first of which is the primary one.

    A field of which something that follows up on it was told may apply, whatever else is known.
    """
    profile = dict(known)
    for name, value in stated_by(goals).items():
        profile.setdefault(name, value)
    spoken_of = {
        read for name, value in known.items() if value not in ((), None, False, NO_VALUE) for read in opened_by(name)
    }
    undecided = [name for name in _opened() if name not in profile and name not in spoken_of]
    due = undecided
    while closed := [name for name in due if applies(name, profile, goals) is False]:
        profile.update(dict.fromkeys(closed))
        new = frozenset(closed)
        undecided = [name for name in undecided if name not in new]
        due = [name for name in undecided if not new.isdisjoint(_reads(name))]
    return profile


def applies(name: str, known: Mapping[str, Value], goals: tuple[Goal, ...]) -> bool | None:
    """Whether the field applies to this athlete: what `opens` it, for any of the goals; None if undecided."""
    condition = _opening(name)
    if condition is None:
        return True
    values = tuple([known.get(read, ...) for read in condition.reads])
    if not goals or not condition.of_goal:
        return _holds(name, values, None, None)
    found = {_holds(name, values, goal.type, goal.event) for goal in goals}
    return True if True in found else None if None in found else False


def hinges_on(refused: Collection[str], name: str, known: Mapping[str, Value], goals: tuple[Goal, ...]) -> bool:
    """Whether nobody can tell if the field applies, for want of what was `refused` alone."""
    opening = _opening(name) if name in catalogue().fields else None
    if opening is None or name in known or applies(name, known, goals) is not None:
        return False
    return all(read in known or read in refused for read in opening.reads)


def opened_by(name: str) -> tuple[str, ...]:
    """The one field on which `name` follows up; none where nothing or several open it."""
    opening = _opening(name) if name in catalogue().fields else None
    return opening.reads if opening is not None and len(opening.reads) == 1 else ()


class _Opening(NamedTuple):
    """What opens a field. `reads`: the fields that it reads; `of_goal`: it reads a goal's type or event too."""

    condition: Condition
    reads: tuple[str, ...]
    of_goal: bool


@cache
def _opening(name: str) -> _Opening | None:
    opens = catalogue().fields[name].opens
    if opens is None:
        return None
    condition = compile_condition(opens)
    return _Opening(condition, tuple(sorted(condition.names - _OF_GOAL)), not _OF_GOAL.isdisjoint(condition.names))


def _reads(name: str) -> tuple[str, ...]:
    """The fields that tell whether the field `name` applies."""
    opening = _opening(name)
    return opening.reads if opening is not None else ()


@lru_cache(maxsize=1 << 14)
def _holds(name: str, values: tuple[Any, ...], goal_type: str | None, goal_event: str | None) -> bool | None:
    """What opens the field `name`, on these values of the fields it reads; `...` where one is not known."""
    opening = _opening(name)
    if opening is None:
        return True
    known = {read: value for read, value in zip(opening.reads, values, strict=True) if value is not ...}
    goal = {"goal_type": goal_type, "goal_event": goal_event} if goal_type is not None else {}
    return opening.condition.value({**known, **goal})


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


def stated_by(goals: tuple[Goal, ...]) -> Profile:
    """The race distance and the time that the goal itself states: the first goal that names an event."""
    goal = next((goal for goal in goals if goal.event is not None), goals[0] if goals else None)
    if goal is None:
        return {}
    km = distance_km(goal.event)
    stated: Profile = {"race_distance_km": km, "goal_time_s": target_seconds(goal.target, km)}
    return {name: value for name, value in stated.items() if value is not None and check_value(name, value) is None}
