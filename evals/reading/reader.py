"""From a text to the facts that it states of its author: amounts, network, thresholds."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from datetime import date
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from coach.profile.catalogue import catalogue
from coach.profile.stated import names_nothing
from coach.profile.uncatalogued import fields_meant
from evals.reading.amounts import find_amounts
from evals.reading.calendar import days_of, find_days
from evals.reading.candidates import LIKELY, Candidate, ReplyEvidence, candidates
from evals.reading.folding import LONGEST, fold
from evals.reading.limits import Statement, is_limited
from evals.reading.network import read_network
from evals.reading.past_races import RECENT_RACE, is_long_ago
from evals.reading.records import ReadFact, Span
from evals.reading.thresholds import believed, clears, thresholds
from evals.reading.values import Valued, valued
from evals.reading.volunteered import asked_fields, volunteered
from evals.reading.windows import asking

_STOPS: Final = ".!?;,\n"


@lru_cache(maxsize=4096)
def read_likely(text: str) -> Mapping[str, ReadFact]:
    """As `read`, with values that clear by their chance alone: for what a coach reads back. Remembered by text."""
    found = believed(replace(one, is_limited=False) for one in read_candidates(text, None))
    return MappingProxyType({name: _fact(one, text) for name, one in found.items()})


def read(
    text: str, question: str | None = None, *, fields: Collection[str] | None = None, today: date | None = None
) -> dict[str, ReadFact]:
    """The facts that `text`, an answer to `question`, states of its author, by field; what is not likely is left out.

    `fields`: only these are wanted; without a question, a single one stands for its question in the catalogue.
    `today`: without it no date is read. Of a text longer than `LONGEST` code points the rest is not read.
    """
    found = believed(read_candidates(text, question, today, stand_in=_question_of(fields)))
    return {name: _fact(one, text) for name, one in found.items() if fields is None or name in fields}


def names_a_race(text: str) -> bool:
    """Whether the network is sure that `text` names the distance of a race to come, whichever of those in it."""
    sure = thresholds().threshold
    return any(one.field == "race_distance_km" and one.chance >= sure for one in read_candidates(text, None))


def read_candidates(
    text: str, question: str | None, today: date | None = None, *, stand_in: str | None = None
) -> Iterator[Candidate]:
    """The likeliest value of every field, however unlikely, then what was volunteered; arguments as in `read`.

    `stand_in`: a question to read the text as an answer to where nobody asked.
    """
    cut, answered = text[:LONGEST], question or stand_in
    if not cut.strip():
        return
    amounts = amounts_of(cut, answered, today)
    reading = read_network(asking(answered), cut, [each.amount.span for each in amounts])
    asked_days = frozenset[str]().union(*(days_of(each) for each in find_days(answered or "")))
    named = asked_fields(answered) | frozenset(fields_meant("", cut))
    nothing = names_nothing(cut)
    for one in candidates(ReplyEvidence(fold(cut), reading, amounts, asked_days)):
        if one.field in RECENT_RACE and is_long_ago(cut, one.span, today):
            continue
        if not (nothing and isinstance(one.value, tuple) and one.value):
            weighed = one.chance > LIKELY and clears(one.field, one.value)
            limited = weighed and is_limited(_statement(one, cut, answered, amounts))
            yield replace(one, is_named=one.field in named, is_limited=limited)
    yield from volunteered(cut, question, reading)


def _statement(one: Candidate, text: str, question: str | None, amounts: tuple[Valued, ...]) -> Statement:
    return Statement(one.field, one.value, text, one.span, question or "", tuple(each.amount for each in amounts))


def amounts_of(text: str, question: str | None, today: date | None) -> tuple[Valued, ...]:
    """Numbers with what they would be worth to each field, then mentions of days."""
    numbers = valued(text, question, find_amounts(text, today), find_amounts(question or ""))
    return (*numbers, *(Valued(mention, {}) for mention in find_days(text)))


def _question_of(fields: Collection[str] | None) -> str | None:
    """The catalogue's question, where one field is wanted and nobody asked in words."""
    known = catalogue()
    keys = {field.question for name in fields or () if (field := known.fields.get(name)) is not None}
    return known.questions[keys.pop()].text if len(keys) == 1 else None


def _fact(one: Candidate, text: str) -> ReadFact:
    is_amount = isinstance(one.value, int | float) and not isinstance(one.value, bool)
    span = one.span if is_amount else _clause(text, one.span)
    unit = catalogue().fields[one.field].unit
    return ReadFact(one.value, unit, span, "inferred" if one.inferred else "explicit", round(one.chance, 4))


def _clause(text: str, span: Span) -> Span:
    """The words between two stops that `span` stands in, without the blanks around them."""
    start, end = span
    while start > 0 and text[start - 1] not in _STOPS:
        start -= 1
    while end < len(text) and text[end] not in _STOPS:
        end += 1
    words = text[start:end].strip()
    begin = text.index(words, start) if words else span[0]
    return (begin, begin + len(words)) if words else span
