"""What an athlete says they do for a living, against the persona's file, and against the talk itself.

Reads plain statements of the present in the first person with a noun of jobs.yaml. A second job beside the first, what
is past, wished for or another's, and a noun that goes on to mean something else are left alone.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from coach import sourced_yaml
from coach.records.base import Record
from coach.sentences import SENTENCES
from evals.checks.persona_script import PersonaScript
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView
from evals.checks.words import patterns

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
    """`anew`: beside words that put something right or tell of a change."""

    job: str
    at: Evidence
    anew: bool


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


def _said(session: SessionView) -> Iterator[_Said]:
    for line in session.athlete_said:
        for sentence in SENTENCES.finditer(line.text.lower().replace("\u2019", "'")):
            for found in _says().finditer(sentence.group()):
                plain = not sentence.group().endswith("?") and not _NOT_SO.search(sentence.group())
                if plain and not _LIKE.search(found["between"] or ""):
                    end = sentence.start() + found.end()
                    quote = line.text[sentence.start() + found.start() : end].lstrip(" ,;:(\u2013\u2014")
                    start = end - len(quote)
                    at = Evidence(what="", event=line.event, start=start, end=end, quote=quote, rule="contradicts")
                    yield _Said(
                        _nouns()[found["job"] or found["as"]], at, _CORRECTS.search(line.text.lower()) is not None
                    )


def off_script_job(session: SessionView, script: PersonaScript) -> Iterator[Evidence]:
    """Another job than the file's; where the file has none, two that one person does not have."""
    if script.persona.job is None:
        yield from contradicts_own_job(session)
    elif own := job_of(script.persona.job):
        for said in _said(session):
            if jobs().differ(own, said.job):
                yield said.at.model_copy(update={"what": f"contradicts: job {said.job!r}, true is {own!r}"})


def contradicts_own_job(session: SessionView) -> Iterator[Evidence]:
    """A job that goes with none told in earlier messages, and is neither put right nor new."""
    told: list[_Said] = []
    for said in _said(session):
        before = [each.job for each in told if each.at.event != said.at.event]
        if before and not said.anew and all(jobs().differ(job, said.job) for job in before):
            yield said.at.model_copy(update={"what": f"contradicts: job {said.job!r}, before it was {before[0]!r}"})
        told.append(said)
