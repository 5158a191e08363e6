"""What the coach reads back to the athlete, field by field, against what the athlete had stated. Pure.

One reader reads both: a summary as if the athlete had written it. A value contradicts only where the athlete stated one
value of the field, and nobody had said the other figure; what is read without certainty is not compared.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from coach.events import CoachSaid
from coach.profile.catalogue import catalogue
from coach.sentences import PARTS, SENTENCES
from evals.checks.distances_in_text import figures_in
from evals.checks.plan_in_text import days_in_text, weeks_in_text
from evals.checks.spoken_acts import coach_sentences
from evals.checks.statements import StatedFact, statements
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView, per_session
from evals.checks.words import patterns
from evals.reading import read_likely
from evals.reading.amounts import find_amounts

_BLOCK = re.compile(r"(?:[^\n]+(?:\n(?!\s*\n)|$)?)+")
_YOU = re.compile(r"\byou(?:'(?P<verb>re|ve|d|ll)|(?P<own>rs?))?\b", re.IGNORECASE)
*_TOPICS, _ALL = patterns("read_back", "heart_rate", "sleep", "all")
_HEALTH = ("known_conditions", "medications")
_CHANCE, _NEAR, _LEAST, _SHARE, _FEW, _PART, _SMALL = 0.9, 0.05, 3, 0.6, 3, 1 / 3, 5
_SURE, _SURE_SHARE = 7, 0.8
"""So many figures, most of them the athlete's, are read back whatever the sentences look like."""
_WORD, _STEM = re.compile(r"[a-z]{4,}"), 5


class _Passage(NamedTuple):
    event: int
    start: int
    text: str


def reads_back(session: SessionView) -> bool:
    return bool(_passages(session))


def misquoted(session: SessionView) -> Iterator[Evidence]:
    """Numbers that are read back of a field of which the athlete had stated another one."""
    for passage in _passages(session):
        said = _said(session, passage.event)
        for found in PARTS.finditer(passage.text):
            if strange := figures_in(found.group()) - said:
                place = passage._replace(start=passage.start + found.start(), text=found.group())
                yield from _misquoted(session, place, strange)


def _misquoted(session: SessionView, piece: _Passage, strange: frozenset[float]) -> Iterator[Evidence]:
    for name, fact in read_likely(_as_the_athlete(piece.text)).items():
        start, end = fact.span
        quote, given = piece.text[start:end], {each.value for each in _stated(session, piece.event, name)}
        if not isinstance(fact.value, int | float) or fact.chance < _CHANCE or figures_in(quote).isdisjoint(strange):
            continue
        beside = any(_close(one.low / one.unit, value) for value in given for one in find_amounts(piece.text))
        if given and not beside and not any(_close(fact.value, each) for each in given):
            what = f"misquoted: {name}: {quote!r}, and {', '.join(map(str, given))} was stated"
            yield _evidence(piece, start, end, "misquoted", what)


def invented(session: SessionView) -> Iterator[Evidence]:
    """Figures of the athlete's that the coach states, of what nobody had spoken of."""
    for index, event in session.of(CoachSaid):
        recaps = [(each.start, each.start + len(each.text)) for each in _passages(session) if each.event == index]
        for found in SENTENCES.finditer(event.text):
            reads_back = any(start <= found.start() < end for start, end in recaps)
            topic = next((each for each in _TOPICS if each.search(found.group())), None)
            if topic and (reads_back or _YOU.search(found.group())) and not found.group().endswith("?"):
                yield from _invented(session, _Passage(index, found.start(), found.group()), topic)


def _invented(session: SessionView, sentence: _Passage, topic: re.Pattern[str]) -> Iterator[Evidence]:
    lines = (*session.visible, *session.athlete_said)
    if any(topic.search(line.text) for line in lines if line.event < sentence.event):
        return
    for each in find_amounts(sentence.text):
        quote = sentence.text[slice(*each.span)]
        measures = each.kind == "duration" or (each.kind == "number" and each.low > _SMALL)
        if measures and figures_in(quote).isdisjoint(_said(session, sentence.event)):
            yield _evidence(sentence, *each.span, "invented", f"invented: {quote!r}, of which nobody had spoken")


def _evidence(place: _Passage, start: int, end: int, rule: str, what: str) -> Evidence:
    quote, first = place.text[start:end], place.start
    return Evidence(what=what, event=place.event, start=first + start, end=first + end, quote=quote, rule=rule)


def left_out(session: SessionView) -> Iterator[Evidence]:
    """An illness or a medicine that was told, where the coach reads back that there is none; or all, without it."""
    for passage in _passages(session):
        stated = ((name, each[-1]) for name in _HEALTH if (each := _stated(session, passage.event, name)))
        missing = {name: fact for name, fact in stated if fact.value and fact.explicit and not _names(passage, fact)}
        facts, whole = read_likely(_as_the_athlete(passage.text)) if missing else {}, _is_whole(session, passage.event)
        for name, fact in missing.items():
            said = facts.get(name)
            if (whole and said is None) or (said is not None and said.value == () and said.chance >= _CHANCE):
                what = f"left_out: {name}: {fact.words!r}"
                yield Evidence(what=what, event=passage.event, start=passage.start, rule="left_out")


def _names(passage: _Passage, fact: StatedFact) -> bool:
    """Whether a word of what was stated stands in the passage."""
    stems = (word[:_STEM] for word in _WORD.findall(fact.words.lower()))
    return any(stem in passage.text.lower() for stem in stems)


@per_session
def _figures(session: SessionView) -> tuple[tuple[int, bool, frozenset[float]], ...]:
    """(event, whether the athlete said it, figures) of all that was said and shown."""
    lines = [(False, line) for line in session.visible] + [(True, line) for line in session.athlete_said]
    return tuple((line.event, own, figures_in(line.text)) for own, line in lines)


def _said(session: SessionView, event: int, *, by_athlete: bool = False) -> frozenset[float]:
    found = (each for at, own, each in _figures(session) if at < event and (own or not by_athlete))
    return frozenset[float]().union(*found)


def _stated(session: SessionView, event: int, name: str) -> list[StatedFact]:
    return [each for each in statements(session).facts if each.field == name and each.exchange.event < event]


def _close(a: float, b: object) -> bool:
    return isinstance(b, int | float) and abs(a - b) <= _NEAR * max(abs(a), abs(b))


def _is_whole(session: SessionView, event: int) -> bool:
    """Whether a message of the coach answers what is known of the athlete."""
    return bool(_ALL.search(next((line.text for line in reversed(session.athlete_said) if line.event < event), "")))


@per_session
def _passages(session: SessionView) -> tuple[_Passage, ...]:
    return tuple(each for index, event in session.of(CoachSaid) for each in _in_message(session, index, event.text))


def _in_message(session: SessionView, index: int, text: str) -> Iterator[_Passage]:
    """The blocks of a message in which a sentence recaps and most figures are the athlete's."""
    for start, told, figures in _blocks(text):
        own = len(figures & _said(session, index, by_athlete=True))
        if own >= max(_LEAST, _SHARE * len(figures)):
            ahead = (each.sentence.start - start for each in coach_sentences(session)[index] if each.does("recaps"))
            if own >= max(_SURE, _SURE_SHARE * len(figures)) or any(0 <= at < len(told) for at in ahead):
                yield _Passage(index, start, told)


@lru_cache(4096)
def _blocks(text: str) -> tuple[tuple[int, str, frozenset[float]], ...]:
    """Where each block that may read something back begins, its words with blanks for what is asked, and its figures.

    Where a week is told, only what stands before it.
    """
    until = days_in_text(text)[0].start if weeks_in_text(text) else len(text)
    blocks = [(block.start(), SENTENCES.sub(_unasked, block.group())) for block in _BLOCK.finditer(text, 0, until)]
    return tuple((start, told, found) for start, told in blocks if len(found := figures_in(told)) >= _LEAST)


def _unasked(sentence: re.Match[str]) -> str:
    return " " * len(sentence[0]) if sentence[0].endswith("?") else sentence[0]


def _as_the_athlete(text: str) -> str:
    """`text` in the first person, every other word in its place."""
    return _YOU.sub(_me, text)


def _me(found: re.Match[str]) -> str:
    verb = (found["verb"] or "").lower().replace("re", "m")
    word = f"I'{verb}" if verb else "my" if found["own"] else "I"
    return word.ljust(len(found[0]))


def answered_in_part(session: SessionView) -> Iterator[Evidence]:
    """What the athlete stated in numbers, and is not in the answer to "what do you know about me"."""
    fields = catalogue().fields
    for index in (index for index, _ in session.of(CoachSaid) if _is_whole(session, index)):
        numbers = {each.field: each.value for each in statements(session).facts if each.exchange.event < index}
        figures = figures_in(session.events[index].text)  # type: ignore[union-attr]
        told = {name: value for name, value in numbers.items() if name in fields and isinstance(value, int | float)}
        missing = [name for name, value in told.items() if not any(_close(value, each) for each in figures)]
        if len(missing) >= max(_FEW, _PART * len(told)):
            what = f"in_part: asked what is known, the coach left out {', '.join(sorted(missing))}"
            yield Evidence(what=what, event=index, rule="in_part")
