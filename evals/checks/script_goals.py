"""Did the athlete start to want something else than any goal of its file? Knows words and the file; reads no facts."""

import re
from collections.abc import Iterator

from coach.profile.race_events import distance_km
from coach.records.goal import Goal
from evals.checks.goals import goals_of
from evals.checks.script_words import words
from evals.checks.talk import Exchange, exchanges
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView
from personas.behaviours import AddsGoal, ChangesGoal
from personas.persona import Persona

_WANTS = "wants_"
_SENTENCES = re.compile(r"[^.!?\n]*[.!?\n]*[^.!?\n]*")  # the one in which the old goal is dropped, and the next
_TYPES = {"weight_loss": "weight_loss", "fitness": "fitness", "health": "fitness"}


def off_script_goals(session: SessionView, persona: Persona) -> Iterator[Evidence]:
    """Another race, another kind of goal, or a goal given up, announced and not in the file."""
    goals = goals_of(persona)
    own = " ".join(goal.text for goal in goals).lower()
    scripted = any(isinstance(behaviour, ChangesGoal | AddsGoal) for behaviour in persona.behaviours)
    for exchange in exchanges(session):
        text = exchange.text.lower()
        found = _another_race(text, goals, own) or _another_kind(text, goals, own)
        if found is None and not scripted:
            found = _given_up(text)
        if found is not None:
            yield _evidence(exchange, *found)


def _evidence(exchange: Exchange, start: int, end: int) -> Evidence:
    quote = exchange.text[start:end]
    what = f"changes_goal: {quote!r}"
    return Evidence(what=what, event=exchange.event, start=start, end=end, quote=quote, rule="changes_goal")


def _another_race(text: str, goals: tuple[Goal, ...], own: str) -> tuple[int, int] | None:
    found = words()["changes_goal"].search(text)
    if found is None or found.group() in own:
        return None
    km = distance_km(found["thing"].replace(" ", "").replace("halfmarathon", "half"))
    return found.span() if km is not None and km not in {distance_km(goal.event) for goal in goals} else None


def _another_kind(text: str, goals: tuple[Goal, ...], own: str) -> tuple[int, int] | None:
    """Something of a kind that no goal of the file is, said in one breath with words that drop the old one."""
    announced = words()["drops_goal"].search(text)
    if announced is None:
        return None
    start = max(text.rfind(sign, 0, announced.start()) for sign in ".!?\n") + 1
    stretch = _SENTENCES.match(text, start)
    if stretch is None:
        return None
    for name, kind in words().items():
        if not name.startswith(_WANTS) or _is_wanted(name.removeprefix(_WANTS), goals):
            continue
        found = kind.search(stretch.group())
        if found and found.group() not in own:
            return min(announced.start(), start + found.start()), max(announced.end(), start + found.end())
    return None


def _given_up(text: str) -> tuple[int, int] | None:
    found = words()["gives_up_goal"].search(text)
    return found.span() if found else None


def _is_wanted(kind: str, goals: tuple[Goal, ...]) -> bool:
    """Whether a goal of the file is of the kind, by its type or its words."""
    return any(_TYPES.get(goal.type) == kind or words()[_WANTS + kind].search(goal.text.lower()) for goal in goals)
