"""Did the athlete state only facts and goals that the persona's file holds, and only when it may? Reads no words."""

from collections.abc import Iterator

from coach.profile.catalogue import catalogue
from coach.profile.race_events import distance_km
from coach.records.goal import Goal
from evals.checks.allowed_values import is_nothing, is_number, on_script, says_truth
from evals.checks.disclosure import HIDDEN, is_hidden, keeps_back, topic_of
from evals.checks.exchanges import exchanges
from evals.checks.goals import goals_of
from evals.checks.intake_fidelity import same
from evals.checks.statements import Stated, StatedGoal, asked_before, quoted, statements
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView
from personas.behaviours import AddsGoal, ChangesGoal
from personas.persona import Persona

_CLOSELY, _ROUGHLY = 0.02, 0.2
_ASIDE, _ASIDES = "answers_unasked", 3
_OF_THE_GOAL = frozenset({"race_distance_km", "goal_time_s", "weeks_available", "goal_weight_kg", "goal_weight_weeks"})


def off_script_facts(session: SessionView, persona: Persona) -> Iterator[Evidence]:
    """Invented or contradicted facts, those that were to be kept back, and many that nobody asked for."""
    topics: dict[int, set[str]] = {}
    asked: set[str] = set()
    for exchange in exchanges(session):
        asked |= {topic_of(ask.field) for ask in asked_before(session, exchange)}
        topics[exchange.event] = set(asked)
    asides: list[Evidence] = []
    told: set[str] = set()
    for stated in statements(session).told:
        yield from _untrue(session, stated, persona, told)
        yield from _too_early(session, stated, persona)
        asides += _unasked(stated, persona, topics[stated.exchange.event])
        if same(stated.field, stated.value, persona.truth.get(stated.field)):
            told.add(stated.field)
    if len(asides) >= _ASIDES:  # one or two is how people talk
        yield from asides


def off_script_goals(session: SessionView, persona: Persona) -> Iterator[Evidence]:
    """Another race, another kind of goal, or a goal given up, which is not in the file."""
    goals = goals_of(persona)
    scripted = any(isinstance(behaviour, ChangesGoal | AddsGoal) for behaviour in persona.behaviours)
    for stated in statements(session).goals:
        if stated.goal is None and scripted:
            continue
        if stated.goal is None or not any(_is_same(stated.goal, goal) for goal in goals):
            yield quoted(stated.exchange, stated.words, "changes_goal", _named(stated))


def _named(stated: StatedGoal) -> str:
    return stated.goal.text if stated.goal else "the goal is given up"


def _is_same(got: Goal, own: Goal) -> bool:
    """The same race; without one the same sport and kind, or the same words."""
    if got.text.strip(" .!").casefold() == own.text.strip(" .!").casefold():
        return True
    if got.event is not None or own.event is not None:
        return bool(got.event and own.event) and distance_km(got.event) == distance_km(own.event)
    return got.type == own.type and got.sport == own.sport


def _untrue(session: SessionView, stated: Stated, persona: Persona, told: set[str]) -> Iterator[Evidence]:
    name, value, true = stated.field, stated.value, persona.truth.get(stated.field)
    if says_truth(persona, name, value) or _is_part(stated, persona) or _is_near(stated, persona):
        return
    if not statements(session).by_acts and _is_true_of_another(stated, persona):
        return  # the reader may have taken the figure for the wrong field
    if not is_nothing(value):
        rule = "invents" if is_nothing(true) else "contradicts"
        what = "which is not in the file" if is_nothing(true) else f"true is {true!r}"
        yield stated.evidence(rule, f"{name} {value!r}, {what}")
    elif name in {ask.field for ask in asked_before(session, stated.exchange)} - told and not _may_deny(persona, name):
        yield stated.evidence("contradicts", f"denies {name}, true is {true!r}")


def _is_part(stated: Stated, persona: Persona) -> bool:
    """Some of the entries of a list: the rest may still come."""
    wholes = [whole for whole in on_script(persona, stated.field) if isinstance(whole, tuple | list)]
    value = stated.value
    return isinstance(value, tuple | list) and bool(value) and any(set(value) <= set(whole) for whole in wholes)


def _is_near(stated: Stated, persona: Persona) -> bool:
    """Units are rounded, and what is said roughly may be a fifth off."""
    share = _CLOSELY if stated.explicit else _ROUGHLY
    value = stated.value
    return is_number(value) and any(
        is_number(allowed) and abs(value - allowed) <= share * max(abs(allowed), 1)
        for allowed in on_script(persona, stated.field)
    )


def _is_true_of_another(stated: Stated, persona: Persona) -> bool:
    """Whether the figure is the true one of another field in the same unit."""
    fields = catalogue().fields
    unit, value = fields[stated.field].unit, stated.value
    others = [name for name, field in fields.items() if name != stated.field and unit and field.unit == unit]
    return is_number(value) and any(is_number(true := persona.truth.get(name)) and true == value for name in others)


def _may_deny(persona: Persona, name: str) -> bool:
    """Whether the file has the athlete keep the fact back, so that it may say no; or not know it."""
    fact = persona.facts.get(name)
    return fact is None or not fact.knows or fact.tell in HIDDEN or is_hidden(persona, name) or _partly_asked(name)


def _partly_asked(name: str) -> bool:
    """A no to a question for some entries of a list denies these only."""
    return catalogue().fields[name].type == "list"


def _too_early(session: SessionView, stated: Stated, persona: Persona) -> Iterator[Evidence]:
    if is_nothing(stated.value) or not is_hidden(persona, stated.field):
        return
    if not same(stated.field, stated.value, persona.truth.get(stated.field)):
        return
    if why := keeps_back(session, persona, stated.field, stated.exchange):
        yield stated.evidence("tells_hidden", f"{stated.field}, {why}")


def _unasked(stated: Stated, persona: Persona, asked: set[str]) -> Iterator[Evidence]:
    fact = persona.facts.get(stated.field)
    floods = any(behaviour.kind == "floods" for behaviour in persona.behaviours)
    scripted = any(getattr(behaviour, "field", None) == stated.field for behaviour in persona.behaviours)
    if floods or scripted or fact is None or fact.tell == "volunteers" or stated.field in _OF_THE_GOAL:
        return
    if stated.explicit and topic_of(stated.field) not in asked and not is_hidden(persona, stated.field):
        yield stated.evidence(_ASIDE, f"{stated.field}, which nobody asked for")
