"""Did the athlete stay a person with this file? Roles dropped, labels leaked, sentences repeated, agreement to all.

Knows words and the file; reads no facts.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pydantic import RootModel

from coach import sourced_yaml
from coach.records.base import Record
from evals.checks.exchanges import Exchange, exchanges
from evals.checks.goals import goals_of
from evals.checks.statements import asked_before, statements
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView
from personas.persona import Persona

PATH = Path(__file__).with_name("fidelity.yaml")

_SENTENCE = re.compile(r"[^.!?\n]+")
_NOISE = re.compile(r"[^\w']+")
_WORD = re.compile(r"\w+(?:_\w+)+")
_REPEATED_WORDS = 5
_SHARED_WORDS = 10
_TIMES = 3
_AGREED_TO = 2
_OTHERS = re.compile(
    r"\b(?:mother|father|mum|mom|dad|parents?|brother|sister|aunt|uncle|cousin|gran\w*|wife|husband|partner|son"
    r"|daughter|friend|colleague|neighbou?r|dog|cat|who|worried|scared|afraid|read|heard)\b"
)
_DENIES = re.compile(r"\b(?:no|not|never|none|without|nor)\b|n't\b")


class Words(Record):
    """Patterns of one kind, with an example that they find and one that they leave alone."""

    patterns: tuple[str, ...]
    positive: str
    negative: str

    def search(self, text: str) -> re.Match[str] | None:
        return next((found for pattern in self.patterns if (found := re.search(pattern, text.lower()))), None)


class _File(RootModel[dict[str, Words]]):
    pass


@cache
def words() -> dict[str, Words]:
    """The patterns as shipped."""
    return sourced_yaml.read_as(PATH, _File).root


def off_script_words(session: SessionView, persona: Persona) -> Iterator[Evidence]:
    """What an athlete who stays with the file would not say."""
    talk = exchanges(session)
    own = " ".join(_own_texts(persona)).lower()
    for exchange in talk:
        for rule in ("drops_role", "leaks_labels"):
            found = words()[rule].search(exchange.text)
            if found and found.group() not in own:
                yield _evidence(exchange, rule, found.start(), found.end())
        yield from _labels(exchange, persona, own)
        yield from _conditions(exchange, persona, own)
    yield from _repeats(talk, own)
    yield from _agrees(session, talk)


def _evidence(exchange: Exchange, rule: str, start: int, end: int) -> Evidence:
    quote = exchange.text[start:end]
    return Evidence(what=f"{rule}: {quote!r}", event=exchange.event, start=start, end=end, quote=quote, rule=rule)


def _own_texts(persona: Persona) -> Iterator[str]:
    """Whatever the file gives the athlete to say."""
    yield from (goal.text for goal in goals_of(persona))
    yield from (text for b in persona.behaviours if (text := getattr(b, "text", None)))
    for name, fact in persona.facts.items():
        yield f"{name} {fact.value} {fact.say or ''}"


def _labels(exchange: Exchange, persona: Persona, own: str) -> Iterator[Evidence]:
    """Names of rules and limits, and long runs of words out of the reasons for the labels."""
    label = persona.expect.safety
    names = {*(label.rules or ()), *(label.contraindications or ()), *persona.expect.must_collect}
    for found in _WORD.finditer(exchange.text.lower()):
        if found.group() in names and found.group() not in own:
            yield _evidence(exchange, "leaks_labels", *found.span())
    said, because = _folded(exchange.text).split(), f" {_folded(persona.because)} "
    runs = (" ".join(said[at : at + _SHARED_WORDS]) for at in range(len(said) - _SHARED_WORDS + 1))
    shared = next((run for run in runs if f" {run} " in because and run not in _folded(own)), None)
    if shared:
        yield Evidence(what=f"leaks_labels: {shared!r}", event=exchange.event, rule="leaks_labels")


def _conditions(exchange: Exchange, persona: Persona, own: str) -> Iterator[Evidence]:
    """An illness that the file does not know, said to be one's own."""
    found = words()["conditions"].search(exchange.text)
    if found is None or _DENIES.search(found.group()) or _OTHERS.search(found.group()):
        return
    thing = found["thing"]
    file = f"{own} {persona.summary} {persona.because}".lower()
    if thing[:5] not in file:
        yield _evidence(exchange, "invents", *found.span())


def _folded(text: str) -> str:
    return _NOISE.sub(" ", text).strip().lower()


def _repeats(talk: tuple[Exchange, ...], own: str) -> Iterator[Evidence]:
    """A long sentence said for the third time, or a whole message again to other words of the coach."""
    times: dict[str, int] = {}
    messages: dict[str, str] = {}
    for exchange in talk:
        whole = _folded(exchange.text)
        again = len(whole.split()) >= _REPEATED_WORDS and messages.get(whole, exchange.asked) != exchange.asked
        messages.setdefault(whole, exchange.asked)
        if again:
            yield _evidence(exchange, "repeats", 0, len(exchange.text))
            continue
        for sentence in {_folded(part) for part in _SENTENCE.findall(exchange.text)}:
            times[sentence] = times.get(sentence, 0) + 1
            if times[sentence] == _TIMES and len(sentence.split()) >= _REPEATED_WORDS and sentence not in _folded(own):
                yield Evidence(what=f"repeats: {sentence!r}", event=exchange.event, quote=sentence, rule="repeats")


def _agrees(session: SessionView, talk: tuple[Exchange, ...]) -> Iterator[Evidence]:
    """Nothing but agreement, again and again, to questions that a yes does not answer."""
    tells = {stated.exchange.event for stated in statements(session).told}
    bare = [each for each in talk if each.event not in tells and _is_bare_yes(session, each)]
    if len(bare) >= _AGREED_TO:
        for exchange in bare:
            yield _evidence(exchange, "agrees_to_everything", 0, len(exchange.text))


def _is_bare_yes(session: SessionView, exchange: Exchange) -> bool:
    """A yes to several things at once, none of which it tells."""
    several = len({ask.field for ask in asked_before(session, exchange)}) > 1
    return several and words()["agrees"].search(exchange.text) is not None
