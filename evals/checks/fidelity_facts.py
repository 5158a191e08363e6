"""Did the athlete state only facts and goals that the persona's file holds, and only when it may? Reads no words."""

import re
from collections.abc import Iterator

from coach.profile.catalogue import catalogue
from coach.profile.race_events import distance_km
from coach.profile.uncatalogued import fields_meant
from coach.records.fact import is_number
from coach.records.goal import Goal
from evals.checks.disclosed_persona import kept_back
from evals.checks.persona_script import PersonaScript
from evals.checks.spoken_acts import athlete_sentences
from evals.checks.statements import StatedFact, asks_before, exchanges, quoted, statements, topic_of
from evals.checks.values import is_denial, same
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView
from evals.checks.words import patterns
from evals.reading.amounts import find_amounts

_CLOSELY, _ROUGHLY = 0.02, 0.2
_UNASKED_FROM = 3
"""Facts told unasked that are too many: one or two is how people talk."""
_OF_THE_GOAL = frozenset({"race_distance_km", "goal_time_s", "weeks_available", "goal_weight_kg", "goal_weight_weeks"})


def off_script_facts(session: SessionView, script: PersonaScript) -> Iterator[Evidence]:
    """Invented or contradicted facts, those that were to be kept back, and many that nobody asked for."""
    asked_by: dict[int, frozenset[str]] = {}
    asked: frozenset[str] = frozenset()
    for exchange in exchanges(session):
        asked |= {topic_of(ask.field) for ask in asks_before(session, exchange)}
        asked_by[exchange.event] = asked
    unasked: list[Evidence] = []
    told: set[str] = set()
    for stated in statements(session).facts:
        if stated.field not in catalogue().fields:
            continue  # the coach's own question: the file has nothing on it
        true = same(stated.field, stated.value, script.truth.get(stated.field))
        yield from _untrue(session, stated, script, told)
        asked_known = _asks_known(session, stated)
        hidden = true and script.hides(stated.field) and not is_denial(stated.value)
        hidden = hidden and (asked_known or script.tells(stated.field) in {"never", "late"})
        if hidden and (why := kept_back(session, script, stated.field, stated.exchange)):
            yield stated.evidence("tells_hidden", f"{stated.field}, {why}")
        if asked_known and _is_unasked(stated, script, asked_by[stated.exchange.event]):
            unasked.append(stated.evidence("answers_unasked", f"{stated.field}, which nobody asked for"))
        if true:
            told.add(stated.field)
    if len(unasked) >= _UNASKED_FROM:
        yield from unasked


def contradicts_self(session: SessionView) -> Iterator[Evidence]:
    """What does not change within a talk, told twice and differently, not corrected: figures, and a lasting illness."""
    told: dict[str, StatedFact] = {}
    for stated in statements(session).facts:
        before = told.setdefault(stated.field, stated)
        if stated.field in _LASTING and before.exchange.event < stated.exchange.event and before.explicit:
            corrected = _CORRECTS.search(stated.exchange.text) is not None
            if (
                stated.explicit
                and _is_figure(stated)
                and not corrected
                and not same(stated.field, stated.value, before.value)
            ):
                yield stated.evidence("contradicts", f"{stated.field} {stated.value!r}, before it was {before.value!r}")
        for value in stated.value if stated.field == _ILLNESSES and isinstance(stated.value, tuple | list) else ():
            yield from _taken_back(session, stated, str(value))


def _taken_back(session: SessionView, stated: StatedFact, value: str) -> Iterator[Evidence]:
    """A later no to having the very illness."""
    choice = catalogue().fields[_ILLNESSES].values.get(value)
    names = "|".join(map(re.escape, (value.replace("_", " "), *(choice.words if choice else ()))))
    denial = re.compile(_DENIES.format(names), re.IGNORECASE)
    for exchange in exchanges(session):
        text = exchange.text.replace("\u2019", "'")
        if exchange.event > stated.exchange.event and not _CORRECTS.search(text) and (found := denial.search(text)):
            yield quoted(exchange, found.group(), "contradicts", f"denies {value}, told before")


_ILLNESSES = "known_conditions"
_DENIES = (
    r"\bi (?:never had|(?:don't|do not|didn't) (?:actually )?have|haven't got) (?:any )?(?:{})\b"
    r"(?! (?:attack|flare|symptom|trouble|problem))"
)
_LASTING = frozenset({"age_years", "sex", "height_cm"})
_CORRECTS, _WEIGHT, _AGE, _UNIT = patterns("fidelity", "corrects", "weight", "age", "unit")


def off_script_goals(session: SessionView, script: PersonaScript) -> Iterator[Evidence]:
    """Another race, another kind of goal, or a goal given up, which is not in the file."""
    may_change = bool(script.changed_goals or script.added_goals)
    for stated in statements(session).goals:
        if stated.goal is None and not may_change:
            yield quoted(stated.exchange, stated.words, "changes_goal", "the goal is given up")
        elif stated.goal is not None and not any(_is_same_goal(stated.goal, goal) for goal in script.goals):
            yield quoted(stated.exchange, stated.words, "changes_goal", stated.goal.text)


def _is_same_goal(got: Goal, own: Goal) -> bool:
    """The same race; without one the same sport and kind, or the same words."""
    if got.text.strip(" .!").casefold() == own.text.strip(" .!").casefold():
        return True
    if got.event is not None or own.event is not None:
        return bool(got.event and own.event) and distance_km(got.event) == distance_km(own.event)
    return got.type == own.type and got.sport == own.sport


def _untrue(session: SessionView, stated: StatedFact, script: PersonaScript, told: set[str]) -> Iterator[Evidence]:
    name, value, true = stated.field, stated.value, script.truth.get(stated.field)
    if script.allows(name, value) or _is_part(stated, script) or _is_near(stated, script):
        return
    if is_denial(value) and stated.denied and isinstance(true, tuple) and not set(stated.denied) & set(true):
        return  # a no to what was named, which is true
    if stated.exchange.event not in session.acts and not _is_plain(session, stated, script):
        return  # the reader may have taken a figure for the wrong field, or a word for the athlete's own
    if not is_denial(value):
        rule = "invents" if is_denial(true) else "contradicts"
        what = "which is not in the file" if is_denial(true) else f"true is {true!r}"
        yield stated.evidence(rule, f"{name} {value!r}, {what}")
    elif name in {ask.field for ask in asks_before(session, stated.exchange)} - told and not _may_deny(script, name):
        yield stated.evidence("contradicts", f"denies {name}, true is {true!r}")


def _is_part(stated: StatedFact, script: PersonaScript) -> bool:
    """Some of the entries of a list: the rest may still come."""
    value = stated.value
    wholes = (whole for whole in script.allowed(stated.field) if isinstance(whole, tuple | list))
    return isinstance(value, tuple | list) and bool(value) and any(set(value) <= set(whole) for whole in wholes)


def _is_near(stated: StatedFact, script: PersonaScript) -> bool:
    """Units are rounded, and what is said roughly may be a fifth off."""
    share = _CLOSELY if stated.explicit else _ROUGHLY
    value = stated.value
    return is_number(value) and any(
        is_number(allowed) and abs(value - allowed) <= share * max(abs(allowed), 1)
        for allowed in script.allowed(stated.field)
    )


def _asks_known(session: SessionView, stated: StatedFact) -> bool:
    """Whether it is known what the coach had asked: of words that had to be read it is not known for sure."""
    return all(event in session.acts for event in stated.exchange.coach_events)


def _is_plain(session: SessionView, stated: StatedFact, script: PersonaScript) -> bool:
    """Whether a fact that was read can accuse: a figure with its unit, or an illness read as one's own twice.

    No figure of another field in the same unit, none beside the true one, and none of what was not spoken of.
    """
    if is_number(stated.value):
        if not _is_spoken_of(session, stated):
            return False
        figures = {each.middle for each in find_amounts(stated.exchange.text)}
        true = script.truth.get(stated.field)
        beside = is_number(true) and any(abs(each - true) <= _CLOSELY * max(abs(true), 1) for each in figures)
        return _is_figure(stated) and not beside and not _is_true_of_another(stated, script)
    place = stated.exchange.text.find(stated.words)
    own = (one for one in athlete_sentences(session)[stated.exchange.event] if one.does("own_condition"))
    return any(one.sentence.start <= place < one.sentence.end for one in own)


def _is_spoken_of(session: SessionView, stated: StatedFact) -> bool:
    """Whether the coach asked for the field, or a word names it; an age says itself what it is."""
    asked = {ask.field for ask in asks_before(session, stated.exchange)}
    return stated.field in {"age_years", *asked, *fields_meant("", stated.exchange.text)}


def _is_figure(stated: StatedFact) -> bool:
    """Whether its words say what it is a figure of: by a unit, or "I'm 40"; what is no number says it anyway."""
    up_to = stated.exchange.text[: stated.exchange.text.find(stated.words) + len(stated.words)]
    by_age = stated.field == "age_years" and _AGE.search(up_to) and not _WEIGHT.search(stated.exchange.text)
    return not is_number(stated.value) or bool(_UNIT.search(stated.words) or by_age)


def _is_true_of_another(stated: StatedFact, script: PersonaScript) -> bool:
    """Whether the figure is the true one of another field in the same unit."""
    fields = catalogue().fields
    unit, value = fields[stated.field].unit, stated.value
    others = [name for name, field in fields.items() if name != stated.field and unit and field.unit == unit]
    return is_number(value) and any(is_number(true := script.truth.get(name)) and true == value for name in others)


def _may_deny(script: PersonaScript, name: str) -> bool:
    """Whether the file has the athlete keep the fact back or not know it; a no to a list may deny some entries only."""
    fact = script.persona.facts.get(name)
    return fact is None or not fact.knows or script.hides(name) or catalogue().fields[name].type == "list"


def _is_unasked(stated: StatedFact, script: PersonaScript, asked: frozenset[str]) -> bool:
    """Whether the athlete gives a fact that waits for a question before anybody asked about its topic."""
    fact = script.persona.facts.get(stated.field)
    if "floods" in script.kinds or script.behaviours_of(stated.field) or stated.field in _OF_THE_GOAL:
        return False
    if fact is None or fact.tell == "volunteers" or script.hides(stated.field):
        return False
    return stated.explicit and topic_of(stated.field) not in asked
