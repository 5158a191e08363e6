"""Did the athlete keep to its role? Roles dropped, labels leaked, illnesses made up, sentences repeated, yes to all.

Knows words and the persona's file; reads no facts.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from coach import sourced_yaml
from coach.records.base import Record
from coach.sentences import SENTENCES
from evals.checks.persona_script import PersonaScript
from evals.checks.spoken_acts import athlete_sentences
from evals.checks.statements import Exchange, asks_before, exchanges, statements
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView
from evals.checks.words import patterns

PATH = Path(__file__).with_name("fidelity.yaml")

_NOISE = re.compile(r"[^\w']+")
_WORD = re.compile(r"\b\w+(?:_\w+)+")
_REPEATED_WORDS = 5
_SHARED_WORDS = 10
_TIMES = 3
_AGREED_TO = 2
_REMEMBERED = 8192
OTHERS, _DENIES = patterns("fidelity", "others", "denies")


class WordPatterns(Record):
    """Patterns of one kind, with an example that they find and one that they leave alone."""

    patterns: tuple[str, ...]
    positive: str
    negative: str


@cache
def words() -> dict[str, WordPatterns]:
    return sourced_yaml.read_as(PATH, dict[str, WordPatterns])


@cache
def _patterns(kind: str) -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, words()[kind].patterns))


@lru_cache(_REMEMBERED)
def find(kind: str, text: str) -> re.Match[str] | None:
    """The first match of a pattern of the kind in `text` in lower case."""
    text = text.lower()
    return next((found for pattern in _patterns(kind) if (found := pattern.search(text))), None)


def off_script_words(session: SessionView, script: PersonaScript) -> Iterator[Evidence]:
    """What an athlete who stays with the file would not say."""
    talk = exchanges(session)
    yield from out_of_role(session, script.own_words)
    for exchange in talk:
        yield from _labels(exchange, script)
        yield from _conditions(exchange, script)
    yield from _repeats(session, talk, _folded(script.own_words))
    yield from _agrees(session, talk)


def out_of_role(session: SessionView, own_words: str = "") -> Iterator[Evidence]:
    """Words of a model, a script or a label, by pattern; of a message whose meaning nobody wrote down, as read too."""
    for exchange in exchanges(session):
        for rule in ("drops_role", "leaks_labels"):
            found = find(rule, exchange.text)
            if found and found.group() not in own_words:
                yield _evidence(exchange, rule, *found.span())
        if exchange.event not in session.acts:
            for one in athlete_sentences(session)[exchange.event]:
                if one.does("breaks_role"):
                    yield _evidence(exchange, "drops_role", one.sentence.start, one.sentence.end)


def _evidence(exchange: Exchange, rule: str, start: int, end: int) -> Evidence:
    quote = exchange.text[start:end]
    return Evidence(what=f"{rule}: {quote!r}", event=exchange.event, start=start, end=end, quote=quote, rule=rule)


def _labels(exchange: Exchange, script: PersonaScript) -> Iterator[Evidence]:
    """Names of rules and limits, and long runs of words out of the reasons for the labels."""
    expect, own = script.persona.expect, script.own_words
    names = {*(expect.safety.rules or ()), *(expect.safety.contraindications or ()), *expect.must_collect}
    for found in _WORD.finditer(exchange.text.lower()):
        if found.group() in names and found.group() not in own:
            yield _evidence(exchange, "leaks_labels", *found.span())
    said, because = _folded(exchange.text).split(), f" {_folded(script.persona.because)} "
    runs = (" ".join(said[at : at + _SHARED_WORDS]) for at in range(len(said) - _SHARED_WORDS + 1))
    shared = next((run for run in runs if f" {run} " in because and run not in _folded(own)), None)
    if shared:
        yield Evidence(what=f"leaks_labels: {shared!r}", event=exchange.event, rule="leaks_labels")


def _conditions(exchange: Exchange, script: PersonaScript) -> Iterator[Evidence]:
    """An illness that the file does not know, said to be one's own."""
    found = find("conditions", exchange.text)
    if found is None or _DENIES.search(found.group()) or OTHERS.search(found.group()):
        return
    file = f"{script.own_words} {script.persona.summary} {script.persona.because}".lower()
    if found["thing"][:5] not in file:
        yield _evidence(exchange, "invents", *found.span())


@lru_cache(_REMEMBERED)
def _folded(text: str) -> str:
    return _NOISE.sub(" ", text).strip().lower()


def _repeats(session: SessionView, talk: tuple[Exchange, ...], own: str) -> Iterator[Evidence]:
    """A long sentence said to a third thing asked, or a whole message again to other words of the coach.

    The same answer to the same question again is the coach's doing.
    """
    said_to: dict[str, list[object]] = {}
    messages: dict[str, object] = {}
    for exchange in talk:
        whole, asked = _folded(exchange.text), _asked(session, exchange)
        again = len(whole.split()) >= _REPEATED_WORDS and messages.get(whole, asked) != asked
        messages.setdefault(whole, asked)
        if again:
            yield _evidence(exchange, "repeats", 0, len(exchange.text))
            continue
        for sentence in {_folded(part) for part in SENTENCES.findall(exchange.text)}:
            before = said_to.setdefault(sentence, [])
            if asked in before:
                continue
            before.append(asked)
            if len(before) == _TIMES and len(sentence.split()) >= _REPEATED_WORDS and sentence not in own:
                yield Evidence(what=f"repeats: {sentence!r}", event=exchange.event, quote=sentence, rule="repeats")


def _asked(session: SessionView, exchange: Exchange) -> object:
    """What the coach asked for: the fields; of words that ask for none, the words."""
    return frozenset(ask.field for ask in asks_before(session, exchange)) or exchange.asked


def _agrees(session: SessionView, talk: tuple[Exchange, ...]) -> Iterator[Evidence]:
    """Nothing but agreement, again and again, to questions that a yes does not answer."""
    tells = {stated.exchange.event for stated in statements(session).facts}
    bare = [each for each in talk if each.event not in tells and _is_bare_yes(session, each)]
    if len(bare) >= _AGREED_TO:
        for exchange in bare:
            yield _evidence(exchange, "agrees_to_everything", 0, len(exchange.text))


def _is_bare_yes(session: SessionView, exchange: Exchange) -> bool:
    """A yes to several things at once, none of which it tells."""
    several = len({ask.field for ask in asks_before(session, exchange)}) > 1
    return several and find("agrees", exchange.text) is not None
