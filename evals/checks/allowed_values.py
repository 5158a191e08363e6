"""What a persona may say of itself: its truth, and the values its behaviours put into its mouth. Judges no session."""

from collections.abc import Iterator
from typing import TypeGuard

from coach.profile.race_events import distance_km
from coach.profile.target_time import target_seconds
from coach.records.fact import Value
from evals.checks.goals import goals_of
from evals.checks.intake_fidelity import same
from personas.behaviours import Contradicts, Corrects
from personas.persona import Persona

NOTHING: tuple[Value, ...] = (None, False, (), "none", 0)


def on_script(persona: Persona, name: str) -> tuple[Value, ...]:
    """Every value that the athlete may give for the field: the truth, a scripted one, one that a goal states."""
    truths = (persona.truth_for(goal).get(name) for goal in goals_of(persona))
    return (*truths, *_scripted(persona, name), *_of_goals(persona, name))


def says_truth(persona: Persona, name: str, value: Value) -> bool:
    """Whether `value` is one that the script holds."""
    return any(same(name, value, allowed) for allowed in on_script(persona, name))


def is_nothing(value: Value) -> bool:
    return any(value is other or (type(value) is type(other) and value == other) for other in NOTHING)


def is_number(value: Value) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _scripted(persona: Persona, name: str) -> Iterator[Value]:
    for behaviour in persona.behaviours:
        if isinstance(behaviour, Corrects | Contradicts) and behaviour.field == name:
            yield behaviour.first
            yield behaviour.then


def _of_goals(persona: Persona, name: str) -> Iterator[Value]:
    for goal in goals_of(persona):
        km = distance_km(goal.event)
        if name == "race_distance_km" and km is not None:
            yield km
        elif name == "goal_time_s":
            yield target_seconds(goal.target, km) if goal.target else None
