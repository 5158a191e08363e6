"""Jobs, years of running and past races, as athletes tell them: against the persona's file and the talk itself.

What is not plainly said of oneself, in the present, is left alone: other people, wishes, times off, questions, a second
job beside the first.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from coach import sourced_yaml
from coach.records.base import Record
from coach.sentences import SENTENCES
from evals.checks.persona_script import PersonaScript
from evals.checks.spoken_acts import Spoken, is_question
from evals.checks.statements import statements
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView
from evals.checks.words import patterns
from evals.dialogue_acts.reading import SentenceActs, sentences_in
from evals.reading.amounts import find_amounts

_FIELD = "running_experience_years"
_REMEMBERED = 8192
_YEAR, _RACES = 365.25, frozenset({"event", "distance"})
(_OTHERS,) = patterns("fidelity", "others")
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
    for line in session.athlete_said:
        yield from (Told(figure, Spoken(line.event, one)) for figure, one in _figures(line.text, read))


@lru_cache(_REMEMBERED)
def _figures(text: str, read: Callable[[str], Iterator[float]]) -> tuple[tuple[float, SentenceActs], ...]:
    """What `read` finds in the statements about oneself, with the sentence of each; what they do is not read."""
    words = [(one, one.text.replace("\u2019", "'")) for one in sentences_in(text) if not is_question(one.text)]
    return tuple((figure, one) for one, plain in words if not _OTHERS.search(plain) for figure in read(plain))


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


PATH = Path(__file__).with_name("jobs.yaml")

_BEGINS = r"(?:(?:^|[;:,(\u2013\u2014])\s*|\b(?:and|but|so|as|since|because|well|yes|yeah|no|ok|okay|hi|hello|hey)\s+)"
_AM = r"(?:i'm|i am) (?:just |only |actually |currently |still )?(?:working as |employed as )?an? "
_HOLD = (
    r"i (?:work|am employed) (?:full[- ]time )?as an? |i(?:'ve got| have| have got| work| do) an? (?=desk|office)"
    r"|my job is (?:being )?an? "
)
_LIKE, _NOT_SO, _CORRECTS = patterns("jobs", "like", "not_so", "corrects")
_FOLLOWS = (
    r"(?=\s*(?:$|[.,;:!?()\n\u2013\u2014]|(?:and|but|so|in|at|on|with|who|by|for|from|here|now|which|that|up|i|i'm|my"
    r"|though|these|full|since|because|working|doing)\b))"
    r"(?!\s*(?:at heart|by heart|(?:in|by) training|by degree|in the making|for (?:a|one) day|for (?:my|our)|on tv))"
)


class Jobs(Record):
    """`words`: job to its other names. `beside`: job to those that it does not contradict."""

    words: dict[str, tuple[str, ...]]
    beside: dict[str, tuple[str, ...]]

    def differ(self, one: str, other: str) -> bool:
        return one != other and other not in self.beside.get(one, ()) and one not in self.beside.get(other, ())


class _Said(NamedTuple):
    """A job that a message tells as the speaker's own, and where. `anew`: beside words that put something right or tell
    of a change."""

    job: str
    start: int
    quote: str
    anew: bool

    def evidence(self, event: int, what: str) -> Evidence:
        end = self.start + len(self.quote)
        what = f"contradicts: job {self.job!r}, {what}"
        return Evidence(what=what, event=event, start=self.start, end=end, quote=self.quote, rule="contradicts")


@cache
def jobs() -> Jobs:
    return sourced_yaml.read_as(PATH, Jobs)


@cache
def _nouns() -> dict[str, str]:
    return {noun: job for job, others in jobs().words.items() for noun in (job, *others)}


def job_of(noun: str) -> str | None:
    """The job that a noun names; None for one that is not in the file."""
    return _nouns().get(noun.lower())


@cache
def _says() -> re.Pattern[str]:
    noun, between = f"(?:{'|'.join(map(re.escape, _nouns()))})", r"(?P<between>(?:[\w-]+ ){0,2}?)"
    said = rf"(?:(?:{_BEGINS})(?:{_AM}|{_HOLD})|\bmy (?:day )?job as an? ){between}(?P<job>{noun})\b{_FOLLOWS}"
    return re.compile(rf"{said}|(?:^|[;(])\s*as an? (?P<as>{noun}),? (?:i|i'm|i've|my)\b")


def _said(session: SessionView) -> Iterator[tuple[int, _Said]]:
    """The event of every message that tells a job, and what it tells."""
    return ((line.event, said) for line in session.athlete_said for said in _told_in(line.text))


@lru_cache(_REMEMBERED)
def _told_in(text: str) -> tuple[_Said, ...]:
    told, anew = [], _CORRECTS.search(text.lower()) is not None
    for sentence in SENTENCES.finditer(text.lower().replace("\u2019", "'")):
        plain = not sentence.group().endswith("?") and not _NOT_SO.search(sentence.group())
        for found in _says().finditer(sentence.group()) if plain else ():
            if not _LIKE.search(found["between"] or ""):
                end = sentence.start() + found.end()
                quote = text[sentence.start() + found.start() : end].lstrip(" ,;:(\u2013\u2014")
                told.append(_Said(_nouns()[found["job"] or found["as"]], end - len(quote), quote, anew))
    return tuple(told)


def off_script_job(session: SessionView, script: PersonaScript) -> Iterator[Evidence]:
    """Another job than the file's; where the file has none, two that one person does not have."""
    if script.persona.job is None:
        yield from contradicts_own_job(session)
    elif own := job_of(script.persona.job):
        for event, said in _said(session):
            if jobs().differ(own, said.job):
                yield said.evidence(event, f"true is {own!r}")


def contradicts_own_job(session: SessionView) -> Iterator[Evidence]:
    """A job that goes with none told in earlier messages, and is neither put right nor new."""
    told: list[tuple[int, str]] = []
    for event, said in _said(session):
        before = [job for at, job in told if at != event]
        if before and not said.anew and all(jobs().differ(job, said.job) for job in before):
            yield said.evidence(event, f"before it was {before[0]!r}")
        told.append((event, said.job))
