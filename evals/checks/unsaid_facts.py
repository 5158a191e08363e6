"""Facts that were recorded although nobody said them: not asked and not told, or in words that nobody used. Pure."""

import re
from collections.abc import Iterator
from functools import lru_cache

from coach.profile.catalogue import catalogue
from evals.checks.held_facts import collected
from evals.checks.numbers_in_text import figures_in
from evals.checks.statements import asks, statements, topic_of
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView

_WORD = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d]+")
_HALF = 0.5


def unsaid_facts(session: SessionView) -> Iterator[Evidence]:
    """Of what is held last; a fact whose words stand in the talk was told, whatever the readers make of them."""
    said = statements(session)
    if not session.coach_spoke or not session.athlete_said:
        return  # the record holds no talk in which it could stand
    for name, (event, fact) in collected(session).items():
        if fact.standing != "given" or name not in catalogue().fields:
            continue
        told = any(each.field == name and each.exchange.event < event for each in said.facts)
        asked = {topic_of(ask.field) for at, all_asked in asks(session).items() if at < event for ask in all_asked}
        if fact.raw and not _is_in(fact.raw, session, event):
            what = f"invented {name}: {fact.raw!r} is not in the talk"
        elif not told and (said.by_acts or not fact.raw) and topic_of(name) not in asked:
            what = f"invented {name}: nobody asked for it and nobody told it"
        elif not told and not fact.raw and said.by_acts:
            what = f"invented {name}: asked, and never answered"
        else:
            continue
        yield Evidence(what=what, event=event, quote=fact.raw or None, rule=name)


def _is_in(raw: str, session: SessionView, event: int) -> bool:
    """Every number of `raw`, and most of its words; what a yes answers stands in the question."""
    talk = {word for line in session.athlete_said if line.event < event for word in _words(line.text)}
    asked = {word for index, text in _coach(session) if index < event for word in _words(text)}
    words = _words(raw)
    numbers = {word for word in words if word[0].isdigit()} - talk - asked
    if numbers:
        spoken = [line.text for line in session.visible if line.event < event]
        figures = figures_in(" ".join(spoken))
        if not all(each in figures for number in numbers for each in figures_in(number)):
            return False
    return len(words & (talk | asked)) >= _HALF * len(words)


def _coach(session: SessionView) -> Iterator[tuple[int, str]]:
    return ((line.event, line.text) for line in session.visible if session.events[line.event].kind == "coach_said")


@lru_cache(maxsize=8192)
def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))
