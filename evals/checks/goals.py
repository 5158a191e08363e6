"""Are the goals that were captured the athlete's goals? Event and target of each, as they stand at the end."""

from collections.abc import Iterator

from coach.events import GoalsCaptured
from coach.profile.race_events import distance_km
from coach.profile.target_time import target_seconds
from coach.records.goal import Goal
from evals.checks.persona_script import script_of
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView, collected
from personas.persona import Persona

_TIME = "goal_time_s"


def goal_differences(session: SessionView, persona: Persona) -> list[Evidence]:
    """A finding for each goal with another event or target than the athlete's, for one that was lost or made up.

    A target and a further goal can only be lost where the athlete has stated them in the words of the file. A target is
    not lost where the time stands among the facts.
    """
    captured = session.last(GoalsCaptured)
    if captured is None:
        return []
    index, goals = captured[0], captured[1].goals
    words = [*_main(session, persona, goals[0]), *_further(session, persona, goals), *_made_up(persona, goals)]
    return [Evidence(what=what, event=index, rule="goal") for what in words]


def meant_goal(session: SessionView, persona: Persona, until: int | None = None) -> Goal:
    """The first goal, or the one it was changed to, once the athlete has said so; before the event `until`."""
    stated = [goal for goal in script_of(persona).changed_goals if _states(session, goal, until)]
    return stated[-1] if stated else persona.goals[0]


def _main(session: SessionView, persona: Persona, got: Goal) -> Iterator[str]:
    meant = meant_goal(session, persona)
    if meant.event is not None and _km(got.event) != _km(meant.event):
        yield f"wrong goal: {got.event}; the athlete said {meant.event}"
    elif meant.target and got.target is None:
        if _states_target(session, meant) and not _time_is_known(session):
            yield f"lost target: the athlete said {meant.target}"
    elif _other_target(got, meant):
        yield f"wrong target: {got.target}; the athlete said {meant.target}"


def _further(session: SessionView, persona: Persona, goals: tuple[Goal, ...]) -> Iterator[str]:
    """The goals beside the main one; those of the beginning fall with it where it was changed."""
    meant = meant_goal(session, persona)
    first = persona.goals[1:] if meant == persona.goals[0] else ()
    for goal in (*first, *script_of(persona).added_goals):
        if not _states(session, goal):
            continue
        same = [got for got in goals if _is_same(got, goal)]
        if not same:
            yield f"lost goal: {goal.text}"
        elif all(_other_target(got, goal) for got in same):
            yield f"wrong target: {same[0].target}; the athlete said {goal.target}"


def _made_up(persona: Persona, goals: tuple[Goal, ...]) -> Iterator[str]:
    """Races that are none of the athlete's; the main goal is compared where the athlete's has one."""
    allowed = {_km(goal.event) for goal in script_of(persona).goals} | {persona.truth.get("race_distance_km")}
    start = 0 if persona.goals[0].event is None else 1
    for goal in goals[start:]:
        if goal.event is not None and _km(goal.event) not in allowed:
            yield f"invented goal: {goal.event}"


def _is_same(got: Goal, meant: Goal) -> bool:
    """By the race; without one by the kind, or by the words."""
    if meant.event is not None:
        return _km(got.event) == _km(meant.event)
    return got.type == meant.type or got.text.strip(" .!") == meant.text.strip(" .!")


def _other_target(got: Goal, meant: Goal) -> bool:
    if not meant.target or not got.target or got.target in meant.text:
        return False
    return _seconds(got) != _seconds(meant)


def _states(session: SessionView, goal: Goal, until: int | None = None) -> bool:
    words = goal.text.strip(" .!").casefold()
    said = (each.text for each in session.athlete_said if until is None or each.event < until)
    return any(words in text.casefold() for text in said)


def _states_target(session: SessionView, goal: Goal) -> bool:
    in_words = _states(session, goal) and target_seconds(goal.text, _km(goal.event)) is not None
    return in_words or any(goal.target and goal.target in each.text for each in session.athlete_said)


def _time_is_known(session: SessionView) -> bool:
    """Whether a time is held as a fact; whether it is the right one is judged there."""
    held = collected(session).get(_TIME)
    return held is not None and held[1].standing == "given" and held[1].value is not None


def _km(event: str | None) -> float | None:
    return distance_km(event) if event else None


def _seconds(goal: Goal) -> float | None:
    return target_seconds(goal.target, _km(goal.event)) if goal.target else None
