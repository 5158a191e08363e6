"""Clauses to one message in the athlete's voice. Knows no questions."""

import re
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from personas.acts import Act, kinds
from personas.offline.answer_choice import topic_of
from personas.offline.memory import AthleteMemory
from personas.offline.seeded_chance import likely
from personas.offline.style import misspelt, sentence, style_of, types_lower
from personas.offline.wording import Clause
from personas.offline.wordings import Style

_MOST = {True: 3, False: 2}  # clauses of one sentence, of a brief athlete and of others
_WORDS = {True: 12, False: 14}
_JOINED = re.compile(r"[,;:.?!]| and | but ")
_NO_OPENER = re.compile(
    r"(y(es|eah|ep)|no|nope|nah|none|not|never|nothing|oh|ok|well|so|um|hm+|like|as I|sorry)\b", re.IGNORECASE
)
_SMALL_TALK = frozenset({"small_talk", "confirm", "nothing_to_add", "accept"})


@dataclass(frozen=True, slots=True)
class Draft:
    """`clauses` get voice and typos; `first` and `last` stand as they are, around them, with acts of their own.

    `topic`: what the last answer is about, for a remark on it. `sober`: no remark, opening word or exclamation mark.
    """

    clauses: tuple[Clause, ...]
    topic: str | None = None
    first: str = ""
    opening_acts: tuple[Act, ...] = ()
    last: str = ""
    closing_acts: tuple[Act, ...] = ()
    sober: bool = False


class Written(NamedTuple):
    """A message and what it does."""

    text: str
    acts: tuple[Act, ...]


def write(draft: Draft, memory: AthleteMemory, rng: Random, *, tiny: bool = False) -> Written:
    """The draft in the voice of the persona; `tiny`: without remarks and opening words."""
    speaks = memory.persona.speaks
    style = style_of(speaks.style)
    lower = types_lower(memory.persona)
    joined = _joined(draft.clauses, rng, brief=tiny or style.length != "normal")
    free = not draft.sober and not tiny and draft.topic is not None
    if free and memory.turn > 1 and joined and not _NO_OPENER.match(joined[0].text) and likely(rng, style.opener_share):
        joined[0] = joined[0]._replace(text=f"{rng.choice(style.openers)} {joined[0].text}")
    if free and likely(rng, style.chatter_share) and (line := _remark(draft.topic or "", style, memory, rng)):
        if line.startswith(",") and joined:
            joined[-1] = joined[-1]._replace(text=joined[-1].text + line)
        else:
            joined.append(Clause(line.lstrip(", ")))
    said = [
        c._replace(text=misspelt(sentence(c.text, _end(c, style, rng, draft), lower=lower), speaks.typos, rng))
        for c in joined
    ]
    if lower and said and not draft.last:
        said[-1] = said[-1]._replace(text=re.sub(r"(?<!\.)\.$", "", said[-1].text))
    greeting = (
        rng.choice(style.greeting) if memory.turn == 1 and style.greeting and not draft.sober and not tiny else ""
    )
    text = " ".join(part for part in (greeting, draft.first, *(c.text for c in said), draft.last) if part)
    return Written(text, (*draft.opening_acts, *(act for c in said for act in c.done()), *draft.closing_acts))


def _remark(topic: str, style: Style, memory: AthleteMemory, rng: Random) -> str | None:
    """A remark that fits the topic and was not made before; on health only what is meant for it.

    Before any question a remark is on the topic alone: the general ones answer to being asked.
    """
    general = style.chatter.get("any", ()) if topic != "health" and memory.turn > 1 else ()
    fitting = (*style.chatter.get(topic, ()), *general)
    fresh = [line for line in fitting if line not in memory.used]
    if not fresh:
        return None
    line = rng.choice(fresh)
    memory.used.add(line)
    return line


def _end(clause: Clause, style: Style, rng: Random, draft: Draft) -> str:
    """Facts end in a full stop; small talk in what the style has for it."""
    light = not draft.sober and not clause.answers and bool(clause.acts) and kinds(clause.acts) <= _SMALL_TALK
    return rng.choice(style.end) if light else "."


def _joined(clauses: tuple[Clause, ...], rng: Random, *, brief: bool) -> list[Clause]:
    """Short plain clauses run together, two or three to a sentence; a brief athlete leaves the "and" out."""
    runs: list[list[Clause]] = []
    for clause in clauses:
        if runs and _fits([*runs[-1], clause], brief=brief) and (brief or likely(rng, 0.5)):
            runs[-1].append(clause)
        else:
            runs.append([clause])
    return [_run(run, ", " if brief else " and ") for run in runs]


def _fits(run: list[Clause], *, brief: bool) -> bool:
    words = sum(len(clause.text.split()) for clause in run)
    plain = not any(clause.alone or not clause.answers or _JOINED.search(clause.text) for clause in run)
    kinds_of = {(a.kind, topic_of(a.field)) for clause in run for a in clause.answers}
    return plain and len(kinds_of) == 1 and len(run) <= _MOST[brief] and words <= _WORDS[brief]


def _run(run: list[Clause], link: str) -> Clause:
    texts = link.join(clause.text for clause in run)
    answers = tuple(a for c in run for a in c.answers)
    return Clause(texts, answers, tuple(a for c in run for a in c.acts))
