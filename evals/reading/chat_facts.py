"""The facts of a message that somebody typed to the coach: those of the network, and those that it leaves in them."""

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from coach.profile.validation import check_value
from evals.reading.amounts import find_amounts
from evals.reading.combined import read_apart, read_parts
from evals.reading.day_minutes import minutes_by_day
from evals.reading.denials import denied_entries
from evals.reading.race_days import WEEKS, with_dates
from evals.reading.reader import read
from evals.reading.records import ReadFact
from personas.acts import Tell

_CONDITIONS, _DAYS, _MINUTES = "known_conditions", "available_days", "available_minutes"
_NO_AGAIN = re.compile(r"(?<=\w) no (?=\w)")
_RACE_IS = re.compile(
    r"\b(?:race|event|marathon)(?: day)?(?:'s| is| will be| (?:has |was |got )?(?:been )?moved)\b", re.IGNORECASE
)
_RACE_ON = re.compile(
    r"\b(?:race|racing|event|marathon|half|mile|\d+ ?km?)\W+(?:(?:it'?s|is) )?"
    r"(?:(?:(?:on|this|next) )*(?:\w+day,? )?(?:on )?the (?:\d|day after tomorrow)|tomorrow)",
    re.IGNORECASE,
)
"""A race with its relative day right behind it."""
_CLOSES = re.compile(r"\b(?:only|no|not|except|without)\b|n't\b", re.IGNORECASE)


def as_acts(facts: Mapping[str, ReadFact], text: str) -> tuple[Tell, ...]:
    """Each fact with the words of `text` that state it."""
    return tuple(
        Tell(field=name, value=fact.value, confidence=fact.confidence, words=text[fact.span[0] : fact.span[1]])
        for name, fact in facts.items()
    )


@lru_cache(maxsize=4096)
def told_in(text: str, question: str | None, today: str | None, fields: tuple[str, ...]) -> tuple[Tell, ...]:
    """The facts that `text`, an answer to `question` for `fields`, states; nothing where the reader abstains."""
    day, asked = dt.date.fromisoformat(today) if today else None, frozenset(fields)
    facts = read_parts(text, asked, read(text, question, today=day), day)
    told = as_acts({**facts, **read_apart(text, asked, facts, day)}, text)
    if day and all(each.field != WEEKS for each in told):
        told = (*told, *_weeks_to_a_day(text, question, day, asked=WEEKS in asked))
    return _with_minutes(tuple(_without_denied(told, text)), text)


def _weeks_to_a_day(text: str, question: str | None, today: dt.date, *, asked: bool) -> Iterator[Tell]:
    """The weeks to a relative day ("tomorrow") of the race, as the network reads its date, or to the one date that the
    race is on in so many words. `asked`: the question was for them, and any such day is an answer."""
    dated = with_dates(text, today) if asked or _RACE_IS.search(text) or _RACE_ON.search(text) else None
    if dated and (weeks := read(dated.text, question, today=today).get(WEEKS)):
        yield Tell(field=WEEKS, value=weeks.value, words=dated.said)
        return
    days = [each for each in find_amounts(text, today) if each.kind == "date"] if _RACE_IS.search(text) else []
    if len(days) == 1 and check_value(WEEKS, weeks_away := round(days[0].low / 7)) is None:
        yield Tell(field=WEEKS, value=weeks_away, words=text[slice(*days[0].span)])


def _without_denied(told: tuple[Tell, ...], text: str) -> Iterator[Tell]:
    """The facts without the conditions that `text` says no to by name."""
    denied = dict(denied_entries(_NO_AGAIN.sub(", no ", text))).get(_CONDITIONS, ())
    for each in told:
        if each.field != _CONDITIONS or not isinstance(each.value, tuple) or not {*each.value} & {*denied}:
            yield each
        elif left := tuple(one for one in each.value if one not in denied):
            yield each.model_copy(update={"value": left})


def _with_minutes(told: tuple[Tell, ...], text: str) -> tuple[Tell, ...]:
    """The facts with the time there is by weekday; the days of such a limit are not for that the only ones."""
    minutes = minutes_by_day(text)
    if not minutes:
        return told
    limits_days = _CLOSES.search(text) is not None
    kept = [each for each in told if each.field != _MINUTES and (each.field != _DAYS or limits_days)]
    return (*kept, Tell(field=_MINUTES, value=minutes, words=text))
