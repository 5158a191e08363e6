"""Did the athlete state only what the persona's file holds, and only when it may? Knows the file and the words.

The words are read by the product's reader, which can err, and then the athlete would be blamed for it. So a statement
counts only where two readings agree, as an answer to what was asked and as a sentence of its own (or a figure is a
bare answer to a question for it alone), and never where the words are the file's own, where the figure is the true
answer to something else that was asked, or where the message denies in so many words what was read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from coach.profile.catalogue import catalogue
from coach.records.fact import Value
from evals.checks.goals import goals_of
from evals.checks.intake_fidelity import same
from evals.checks.reread import alone, answered, fields_asked_in
from evals.checks.script import is_nothing, is_number, on_script, says_truth
from evals.checks.script_timing import HIDDEN, is_hidden, keeps_back, topic_of
from evals.checks.talk import Exchange, exchanges
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView
from personas.persona import Persona

_DENIAL = re.compile(r"\b(?:no|not|never|none|without|nothing)\b|n't\b", re.IGNORECASE)
_OTHERWISE = re.compile(r"\b(?:other|else|except|apart|besides|otherwise)\b")
_LONG_WORD = 5
_CLOSELY, _ROUGHLY = 0.02, 0.2
_ASIDE, _ASIDES = "answers_unasked", 3
_OF_MEASURE = frozenset({"status", "weeks", "months", "hours", "since", "weekly", "current", "count", "years"})
_OF_THE_GOAL = frozenset({"race_distance_km", "goal_time_s", "weeks_available", "goal_weight_kg", "goal_weight_weeks"})
_OF_THE_PERSON = frozenset(
    {"age_years", "height_cm", "weight_kg", "sleep_hours_avg", "running_experience_years", "current_weekly_volume_km",
     "training_days_per_week", "longest_run_last_30d_km", "resting_sbp_mmhg", "resting_dbp_mmhg"}
)  # fmt: skip
_MINE = re.compile(r"\b(?:i|i'm|i've|im|my|me)\b")
_NOT_NOW = re.compile(r"\b(?:was|were|used to|ago|back then|last year|would|could|want|like to|goal|aim|hope|if)\b")
_SENTENCE = re.compile(r"[^.!?;\n]+|[.!?;\n]+")
_CLAUSE = re.compile(r"[^.!?;,\n]+")


@dataclass(frozen=True, slots=True)
class Statement:
    """A value that the athlete stated for a field, beyond reasonable doubt of the reader."""

    exchange: Exchange
    field: str
    value: Value
    exact: bool  # not "about"
    start: int
    end: int

    @property
    def words(self) -> str:
        return self.exchange.text[self.start : self.end].strip(" .!").lower()

    def evidence(self, rule: str, what: str) -> Evidence:
        quote = self.exchange.text[self.start : self.end]
        return Evidence(
            what=f"{rule}: {what}", event=self.exchange.event, start=self.start, end=self.end, quote=quote, rule=rule
        )


def off_script_facts(session: SessionView, persona: Persona) -> Iterator[Evidence]:
    """Invented or contradicted facts, those that were to be kept back, and many that nobody asked for."""
    asked: set[str] = set()
    asides: list[Evidence] = []
    told_true: set[str] = set()
    talk = exchanges(session)
    for exchange in talk:
        asked |= _topics_asked(exchange.asked)
        for statement in _statements(exchange):
            if _is_doubtful(statement, persona):
                continue
            yield from _untrue(statement, persona, told_true)
            for found in _told_too_much(statement, persona, asked, talk):
                if found.rule != _ASIDE:
                    yield found
                else:
                    asides.append(found)
            if same(statement.field, statement.value, persona.truth.get(statement.field)):
                told_true.add(statement.field)
    if len(asides) >= _ASIDES:  # one or two is how people talk
        yield from asides


def _statements(exchange: Exchange) -> Iterator[Statement]:
    by_itself = alone(exchange)
    lone = {each.field for each in fields_asked_in(exchange.asked)}
    for name, fact in answered(exchange).items():
        twice = name in by_itself and same(name, by_itself[name].value, fact.value)
        bare = lone == {name} and isinstance(fact.value, int | float)
        if twice or (bare and fact.confidence == "explicit"):
            yield Statement(exchange, name, fact.value, fact.confidence == "explicit", *fact.span)


def _is_doubtful(statement: Statement, persona: Persona) -> bool:
    """Whether the words may well mean something else than what was read."""
    return (
        _is_in_the_script(statement, persona)
        or _answers_another(statement, persona)
        or (not is_nothing(statement.value) and (_is_denied(statement) or _is_echo(statement)))
        or (is_nothing(statement.value) and _OTHERWISE.search(statement.exchange.text.lower()) is not None)
    )


def _answers_another(statement: Statement, persona: Persona) -> bool:
    """The figure is the true one of another field: one that was asked in the same breath, or one in the same unit."""
    value, fields = statement.value, catalogue().fields
    if not is_number(value):
        return False
    asked = {each.field for each in fields_asked_in(statement.exchange.asked)}
    unit = fields[statement.field].unit
    kin = {name for name in persona.facts if unit is not None and fields[name].unit == unit}
    others = (asked | kin) - {statement.field}
    return any(is_number(true := persona.truth.get(name)) and true == value for name in others)


def _also_says_the_truth(statement: Statement, persona: Persona) -> bool:
    """A range or a correction in one breath: the true figure stands in the message too."""
    true = persona.truth.get(statement.field)
    return is_number(true) and re.search(rf"(?<![\d.]){true:g}(?![\d.])", statement.exchange.text) is not None


def _is_echo(statement: Statement) -> bool:
    """The coach's own words, given back in answer to something else."""
    asked = {each.field for each in fields_asked_in(statement.exchange.asked)}
    return statement.field not in asked and statement.words in statement.exchange.asked.lower()


def _is_denied(statement: Statement) -> bool:
    """A clause of the message denies the very thing: all words of the field stand behind a no."""
    words = [word for word in statement.field.split("_") if len(word) >= _LONG_WORD and word not in _OF_MEASURE]
    clauses = _CLAUSE.findall(statement.exchange.text.lower())
    behind = [clause[found.end() :] for clause in clauses if (found := _DENIAL.search(clause))]
    return bool(words) and any(all(word in clause for word in words) for clause in behind)


def _untrue(statement: Statement, persona: Persona, told_true: set[str]) -> Iterator[Evidence]:
    name, value = statement.field, statement.value
    true = persona.truth.get(name)
    if says_truth(persona, name, value) or _is_part(value, persona, name) or _is_near(statement, persona):
        return
    if _also_says_the_truth(statement, persona):
        return
    if " " in statement.words and _quotes(statement, [fact.say for fact in persona.facts.values() if fact.say]):
        return  # the file's own words, which the reader took for another field
    unasked = topic_of(name) not in _topics_asked(statement.exchange.asked)
    if catalogue().fields[name].type != "list" and unasked and not _is_plain(statement):
        return  # nothing near it was asked: the reader may have taken the words for something else
    if is_nothing(value):
        asked = {each.field for each in fields_asked_in(statement.exchange.asked)}
        if name in asked - told_true and not _may_deny(persona, name):
            yield statement.evidence("contradicts", f"denies {name}, true is {true!r}")
    elif is_nothing(true):
        yield statement.evidence("invents", f"{name} {value!r}, which is not in the file")
    else:
        yield statement.evidence("contradicts", f"{name} {value!r}, true is {true!r}")


def _is_plain(statement: Statement) -> bool:
    """A figure of the athlete's own that needs no question to be understood: "I'm only 27, you know"."""
    text = statement.exchange.text.lower()
    around = next(each for each in _SENTENCE.finditer(text) if each.start() <= statement.start < each.end())
    plain = statement.exact and is_number(statement.value) and statement.field in _OF_THE_PERSON
    before = text[around.start() : statement.start]
    return plain and _MINE.search(around[0]) is not None and _NOT_NOW.search(before) is None


def _is_part(value: Value, persona: Persona, name: str) -> bool:
    """Some of the entries of a list: the rest may still come."""
    wholes = [whole for whole in on_script(persona, name) if isinstance(whole, tuple | list)]
    return isinstance(value, tuple | list) and any(set(value) <= set(whole) for whole in wholes)


def _is_near(statement: Statement, persona: Persona) -> bool:
    """Units are rounded, and what is said roughly may be a fifth off; said roughly, all but a figure says nothing."""
    value, wanted = statement.value, on_script(persona, statement.field)
    if not is_number(value):
        return not statement.exact
    off = _CLOSELY if statement.exact else _ROUGHLY
    return any(is_number(true) and abs(value - true) <= off * abs(true) for true in wanted)


def _may_deny(persona: Persona, name: str) -> bool:
    fact = persona.facts.get(name)
    scripted = any(getattr(behaviour, "field", None) == name for behaviour in persona.behaviours)
    return fact is None or fact.tell in HIDDEN or not fact.knows or scripted


def _told_too_much(
    statement: Statement, persona: Persona, asked: set[str], talk: tuple[Exchange, ...]
) -> Iterator[Evidence]:
    """A fact that is still to be kept back, or that nobody has asked about and that is not volunteered."""
    name, fact = statement.field, persona.facts.get(statement.field)
    if fact is None or is_nothing(statement.value) or not same(name, statement.value, fact.value):
        return
    scripted = any(getattr(behaviour, "field", None) == name for behaviour in persona.behaviours)
    if is_hidden(persona, name):
        if why := keeps_back(persona, name, talk, statement.exchange.turn - 1):
            yield statement.evidence("tells_hidden", f"{name}, {why}")
    elif scripted or fact.tell == "volunteers" or name in _OF_THE_GOAL:
        return
    elif statement.exact and topic_of(name) not in asked and not _floods(persona):
        yield statement.evidence(_ASIDE, f"{name}, which nobody asked for")


def _is_in_the_script(statement: Statement, persona: Persona) -> bool:
    """The words are the file's own: of a goal or a behaviour."""
    texts = [goal.text for goal in goals_of(persona)]
    return _quotes(statement, texts + [text for b in persona.behaviours if (text := getattr(b, "text", None))])


def _quotes(statement: Statement, texts: list[str]) -> bool:
    quote = re.compile(rf"\b{re.escape(statement.words)}\b")
    return any(quote.search(text.lower()) for text in texts)


def _floods(persona: Persona) -> bool:
    return any(behaviour.kind == "floods" for behaviour in persona.behaviours)


def _topics_asked(text: str) -> set[str]:
    """The topics of the catalogue that the coach's words ask about."""
    return {topic_of(each.field) for each in fields_asked_in(text)}
