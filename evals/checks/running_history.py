"""Years of running and past races, as the athlete tells them: against the persona's file, and against the talk itself.

Figures come from the grammar of amounts. What is not plainly said of oneself is left alone: other people, wishes, times
off, questions.
"""

import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

from evals.checks.fidelity_words import OTHERS
from evals.checks.persona_script import PersonaScript
from evals.checks.spoken_acts import Spoken, athlete_sentences
from evals.checks.statements import statements
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView
from evals.checks.words import patterns
from evals.reading.amounts import find_amounts

_FIELD = "running_experience_years"
_YEAR, _RACES = 365.25, frozenset({"event", "distance"})
_RUNS, _NOT_NOW, _NOT_DONE, _WISHED = patterns("running_history", "runs", "not_now", "not_done", "wished")
_FIRST, _ONE_OF_MANY, _RACED = patterns("running_history", "first", "one_of_many", "raced")
_CLAUSE = re.compile(r"[,;:()]")


class Told(NamedTuple):
    """Years of running, or the kilometres of a race, and the sentence that tells them."""

    figure: float
    at: Spoken


def off_script_history(session: SessionView, script: PersonaScript) -> Iterator[Evidence]:
    """Years of running that the file has otherwise, and a race told as done that is to be the first."""
    true = script.truth.get(_FIELD)
    for told in _all(session, _years):
        if isinstance(true, int | float) and _are_apart(told.figure, true):
            yield told.at.evidence("contradicts", f"{told.figure:.3g} years of running, true is {true:g}")
    goals = (each.text for each in script.persona.goals)
    yield from _raced_before(session, [km for text in goals for km in _firsts(text)])


def contradicts_own_history(session: SessionView) -> Iterator[Evidence]:
    """Years of running told twice and differently, and a race told as done and as the first."""
    read = (each for each in statements(session).facts if each.field == _FIELD and each.explicit)
    before = [(each.exchange.event, each.value) for each in read if isinstance(each.value, int | float)]
    for told in _all(session, _years):
        for event, years in before:
            if event < told.at.event and _are_apart(told.figure, years):
                what = f"{told.figure:.3g} years of running, before it was {years:g}"
                yield told.at.evidence("contradicts", what)
        before.append((told.at.event, told.figure))
    yield from _raced_before(session, [])


def _raced_before(session: SessionView, firsts: list[float]) -> Iterator[Evidence]:
    """Races told as done that are as long as one of `firsts`, or as one that the talk calls the first."""
    shortest = min(chain(firsts, (told.figure for told in _all(session, _firsts))), default=None)
    for told in _all(session, _raced):
        if shortest is not None and told.figure >= shortest:
            what = f"has raced {told.figure:g} km, and the first race of {shortest:g} km is to come"
            yield told.at.evidence("contradicts", what)


def _all(session: SessionView, read: Callable[[str], Iterator[float]]) -> Iterator[Told]:
    for one in chain.from_iterable(athlete_sentences(session).values()):
        text = one.sentence.text.replace("\u2019", "'")
        if not one.asks and not OTHERS.search(text.lower()):
            yield from (Told(figure, one) for figure in read(text))


def _years(text: str) -> Iterator[float]:
    for each in find_amounts(text):
        start, end = each.span
        marked = next(part for part in _CLAUSE.split(f"{text[:start]}#{text[end:]}") if "#" in part)
        if each.kind in {"years", "months"} and _RUNS.search(marked) and not _has(marked, _NOT_NOW, _WISHED):
            yield each.middle / _YEAR


def _firsts(text: str) -> Iterator[float]:
    for each in find_amounts(text):
        start, end = each.span
        ahead = _FIRST.search(text[:start]) and not _ONE_OF_MANY.match(text[end:])
        if each.kind in _RACES and ahead and not _RACED.search(text):
            yield each.middle


def _raced(text: str) -> Iterator[float]:
    for each in find_amounts(text):
        start, end = each.span
        ran = _RACED.search(text[:start]) and not _has(text[:start], _NOT_DONE, _WISHED)
        if each.kind == "event" and ran and " but " not in text[end:]:
            yield each.middle


def _has(text: str, *patterns: re.Pattern[str]) -> bool:
    return any(each.search(text) for each in patterns)


def _are_apart(years: float, others: float) -> bool:
    """Twice as many and two more: people round, and count differently."""
    low, high = sorted((years, others))
    return high >= 2 * low + 2
