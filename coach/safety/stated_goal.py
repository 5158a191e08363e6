"""What a goal says of the profile that is judged beside it. Infers nothing else: what is absent stays unknown."""

from coach.errors import InputError
from coach.profile.inference import stated_by
from coach.profile.profile import Profile
from coach.profile.race_goals import wished_event
from coach.profile.weight_goals import wants_to_lose_weight
from coach.records.fact import Value
from coach.records.goal import Goal
from coach.safety.gate import decide

ADULT = 18
_SAME = 0.01
"""Share by which a distance or a time may differ from the goal's: 42.2 km is a marathon."""


def with_goal(profile: Profile, declined: frozenset[str], goal: Goal) -> Profile:
    """`profile` with the race distance and the time of the goal where it has none, and without what the goal denies.

    A goal without an event has the one race that its text wishes for, which counts for nothing where the profile holds
    a distance. A minor who wants to lose weight has a goal weight, so that none, or one that is no loss, is no answer.
    `InputError` where the profile holds another distance or time than the goal states in its fields, the profile alone
    is not blocked, and the gate decides otherwise on the goal's.
    """
    stated = stated_by((goal,))
    wished = goal if goal.event else goal.model_copy(update={"event": wished_event(goal.text)})
    filled = {
        name: value
        for name, value in {**stated_by((wished,)), **stated}.items()
        if profile.get(name) is None and name not in declined
    }
    found = {**profile, **filled}
    if _loses_weight_as_a_minor(goal, found):
        found.pop("goal_weight_kg", None)
    for name, value in stated.items():
        if name in found and not _is_same(found[name], value):
            _refuse_unless_alike(found, declined, name, value)
    return found


def _loses_weight_as_a_minor(goal: Goal, profile: Profile) -> bool:
    """Whether they want to lose weight, by the goal and by no goal weight below their own."""
    age, now, wanted = profile.get("age_years"), profile.get("weight_kg"), profile.get("goal_weight_kg")
    if not (goal.type == "weight_loss" or wants_to_lose_weight(goal.text)) or not _is_below(age, ADULT):
        return False
    return not _is_below(wanted, now)


def _is_below(one: Value, other: Value) -> bool:
    return isinstance(one, int | float) and isinstance(other, int | float) and one < other


def _is_same(one: Value, other: Value) -> bool:
    if not isinstance(one, int | float) or not isinstance(other, int | float):
        return one == other
    return abs(one - other) <= _SAME * max(one, other)


def _refuse_unless_alike(profile: Profile, declined: frozenset[str], name: str, value: Value) -> None:
    own, goals = decide(profile, declined), decide({**profile, name: value}, declined)
    if own.status != "blocked" and (own.status, own.fired) != (goals.status, goals.fired):
        raise InputError(
            f"profile.{name} is {profile[name]} and the goal says {value}, and the answer depends on which: correct one"
        )
