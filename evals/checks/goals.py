"""Is the goal that was captured the athlete's goal? Event and target of the main one, as it stands at the end."""

from coach.events import AthleteSaid, GoalsCaptured
from coach.profile.race_events import distance_km
from coach.profile.target_time import target_seconds
from coach.records.goal import Goal
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView
from personas.behaviours import ChangesGoal
from personas.persona import Persona


def goal_differences(session: SessionView, persona: Persona) -> list[Evidence]:
    """A finding for a main goal with another event or another target than the athlete's."""
    captured = session.last(GoalsCaptured)
    if captured is None:
        return []
    index, got = captured[0], captured[1].goals[0]
    meant = meant_goal(session, persona)
    found = []
    if meant.event is not None and _km(got.event) != _km(meant.event):
        found.append(Evidence(what=f"wrong goal: {got.event}, said was {meant.event}", event=index, rule="goal"))
    elif meant.target and got.target and got.target not in meant.text and _seconds(got) != _seconds(meant):
        found.append(Evidence(what=f"wrong target: {got.target}, said was {meant.target}", event=index, rule="goal"))
    return found


def meant_goal(session: SessionView, persona: Persona) -> Goal:
    """The first goal, or the one it was changed to, once the athlete has said so."""
    changes = [behaviour.to for behaviour in persona.behaviours if isinstance(behaviour, ChangesGoal)]
    said = " ".join(event.text for _, event in session.of(AthleteSaid))
    told = [goal for goal in changes if goal.text.strip(" .!") in said]
    return told[-1] if told else persona.goals[0]


def _km(event: str | None) -> float | None:
    return distance_km(event) if event else None


def _seconds(goal: Goal) -> float | None:
    return target_seconds(goal.target, _km(goal.event)) if goal.target else None
