"""What the coach reads back to the athlete, and which of its values nobody had said. Pure.

A passage is read back when most of its values are the athlete's; one that is not is then wrong, or invented where
nothing of its kind had been said. Values count, not their order: a number that stands for another goes unseen.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from coach.events import AthleteSaid, CoachSaid
from evals.checks.exchanges import exchanges
from evals.checks.told import told_days, told_weeks
from evals.checks.training_in_words import training
from evals.checks.view import SessionView, per_session
from evals.dialogue_acts.reading import acts_in
from evals.reading.amounts import find_amounts
from evals.reading.records import Amount

_PASSAGE = re.compile(r"(?:[^\n]+(?:\n(?!\s*\n)|$)?)+")
_SENTENCE = re.compile(r"(?:[^.!?\n]|(?<=\d)\.(?=\d))+[.!?]*")
_PLANS = re.compile(
    r"\b(?:week (?:\d|one|two)|weeks \d|first week|second week|next week|then we|from there"
    r"|we (?:go|start|build)|I(?:'d| would|'ll) (?:start|give|put|have you|build|keep|begin"
    r"|suggest|set))",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"\d|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten"
    r"|half) (?:and a half )?(?:hours?|k[mg]|kilos?|miles?|pounds?|days?)\b"
)
_YOURS = re.compile(
    r"(?P<said>\byou(?:'ve| have)? (?:just )?(?:said|told me|mentioned|gave me|named)\b)[^.!?\n]{0,90}"
    r"|\byour\b[^.!?;:,\n]{0,48}(?:\.\d[^.!?;:,\n]{0,20})?|(?:maximum|max"
    r"|resting) (?:heart rate|hr|pulse)[^.!?\n]{0,40}\byou\b",
    re.IGNORECASE,
)
_SLEEP = re.compile(r"\bsle(?:ep|pt)\w*\b", re.IGNORECASE)
_HEART = re.compile(r"\b(?:heart rate|max(?:imum|imal)? hr|pulse|bpm|beats)\b", re.IGNORECASE)
_LEAST, _SHARE, _DIGITS = 3, 0.6, 4
_SURE, _SURE_SHARE = 7, 0.8
"""So many values, most of them the athlete's, are read back whatever the sentences look like."""
_JUDGED = frozenset(
    {"distance", "mass", "clock", "duration", "length", "pressure", "days", "weeks", "months", "years", "number"}
)
_CLOSE, _EXACTLY, _ROUNDING = 0.03, 0.003, 0.05
_YEAR = 365.25
_MEASURES = {
    "clock": "time",
    "duration": "time",
    "event": "distance",
    "weeks": "span",
    "months": "span",
    "years": "span",
}
_COUNT = 5


class Unsaid(NamedTuple):
    """A value that the coach states as the athlete's own. `known`: something of its kind had been said."""

    event: int
    start: int
    end: int
    quote: str
    words: str
    known: bool


def read_back(session: SessionView, least: int = 0) -> list[tuple[int, int, int]]:
    """(event, start, end) of every passage in which the coach reads back what it was told, `least` values or more."""
    return [(event, start, end) for event, start, end, amounts in _passages(session) if len(amounts) >= least]


@per_session
def unsaid(session: SessionView) -> tuple[Unsaid, ...]:
    """The values of those passages that nobody had said."""
    listed = {each[:3]: each for passage in _passages(session) for each in _unsaid(session, *passage)}
    return tuple((listed | {each[:3]: each for each in _attributed(session) if each[:3] not in listed}).values())


_WORDS = {
    word: float(at)
    for at, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    )
}
_FIGURE = re.compile(rf"\d+(?:\.\d+)?|\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)
_NO_UNIT = 1e-9
"""Of a length that is computed: nobody wrote its figure."""


def words_at(session: SessionView, event: int) -> str:
    """The words of an event; none where it has none."""
    return str(getattr(session.events[event], "text", ""))


Pool = tuple[Amount, ...]


@per_session
def _passages(session: SessionView) -> tuple[tuple[int, int, int, tuple[Amount, ...]], ...]:
    """Of a message what stands before the training that it tells."""
    return tuple(_found(session))


def _found(session: SessionView) -> Iterator[tuple[int, int, int, tuple[Amount, ...]]]:
    for index, event in session.of(CoachSaid):
        text = event.text
        runs = [each.start for each in told_days(text) if each.runs and each.kms]
        for found in _PASSAGE.finditer(text) if sum(each.isdigit() for each in text) >= _DIGITS else ():
            words = found.group()
            if _PLANS.search(words) or any(found.start() <= at < found.end() for at in runs):
                break
            amounts = _stated(words) if len(_FIGURE.findall(words)) >= _LEAST else ()
            own = sum(not _known_figures(session, index).isdisjoint(map(_rounded, _written(each))) for each in amounts)
            if own >= _LEAST and own >= _SHARE * len(amounts):
                yield index, *found.span(), amounts
        if told_weeks(text):
            return


@per_session
def _figures_said(session: SessionView) -> dict[int, frozenset[float]]:
    """The figures of every message of the athlete."""
    return {line.event: figures_of(line.text) for line in session.athlete_said}


def figures_of(text: str) -> frozenset[float]:
    """The numbers of a text, to a tenth, whatever they are of."""
    return frozenset(map(_rounded, _words_and_digits(text)))


def _known_figures(session: SessionView, event: int) -> frozenset[float]:
    return frozenset().union(*(figures for index, figures in _figures_said(session).items() if index < event))


def _words_and_digits(text: str) -> Iterator[float]:
    for found in _FIGURE.finditer(text.lower()):
        yield _WORDS[found.group()] if found.group() in _WORDS else float(found.group())


def _rounded(value: float) -> float:
    return round(value, 1)


def _told_back(session: SessionView, event: int, start: int, end: int, *, sure: bool) -> Callable[[int], bool]:
    """Of a passage that reads back, the places (in the message) at which it does: not those of an order."""
    before = next((line.text for line in reversed(session.athlete_said) if line.event < event), "")
    read = acts_in(words_at(session, event), "coach", before)
    inside = [each for each in read if each.start < end and start < each.end]
    if not sure and not any("recaps" in each.acts for each in inside):
        return lambda _place: False
    orders = [
        (each.start, each.end) for each in inside if "prescribes" in each.acts and not (sure or "recaps" in each.acts)
    ]
    orders += [(each.start or 0, each.end or 0) for each in training(session).get(event, ())]
    return lambda place: not any(first <= place < last for first, last in orders)


def _attributed(session: SessionView) -> Iterator[Unsaid]:
    """Values that the coach says are the athlete's, wherever that is: "you said", "your heart rate of"."""
    for index, event in session.of(CoachSaid):
        for found in _YOURS.finditer(event.text):
            if not _AMOUNT.search(found.group()):
                continue
            quoted, words = found["said"] is not None, found.group()
            for each in _stated(words):
                kind = _SLEEP.search(words) or _HEART.search(words) or each.kind in {"clock", "mass"}
                if each.kind not in _JUDGED or not (
                    (quoted and each.kind != "number") or (kind and not _is_count(each))
                ):
                    continue
                if not _said(each, _pool(session, index), strictly=quoted):
                    first, last = found.start() + each.span[0], found.start() + each.span[1]
                    known = _is_known(session, index, each, words)
                    yield Unsaid(index, first, last, event.text[first:last], words, known)


def _stated(words: str) -> tuple[Amount, ...]:
    """The values that `words` state; what stands in a question is asked."""
    told = _SENTENCE.sub(lambda found: " " * len(found[0]) if found[0].endswith("?") else found[0], words)
    return tuple(each for each in find_amounts(told) if not _is_noise(told, each))


def _is_noise(words: str, each: Amount) -> bool:
    """The number of a line in a list, a year, a date."""
    start, end = each.span
    numbered = re.search(r"(?:^|\n)\W*$", words[:start]) and re.match(r"[.)]\s", words[end:])
    dated = re.search(
        r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? $", words[:start], re.IGNORECASE
    ) or re.match(
        r"(?:st|nd|rd|th)?\.? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", words[end:], re.IGNORECASE
    )
    scale = re.search(r"(?:\d|\w) (?:out )?of $|/ ?$", words[:start]) and each.low == 10  # noqa: PLR2004 (of ten)
    return bool(numbered or dated or scale or (each.kind == "number" and 1900 <= each.low <= 2100))  # noqa: PLR2004


def _unsaid(session: SessionView, event: int, start: int, end: int, amounts: tuple[Amount, ...]) -> Iterator[Unsaid]:
    figures, text = _known_figures(session, event), words_at(session, event)
    strange = [each for each in amounts if each.kind in _JUDGED and not _is_count(each)]
    strange = [each for each in strange if figures.isdisjoint(map(_rounded, _written(each)))]
    pool = _pool(session, event) if strange else ()
    strange = [each for each in strange if not _said(each, pool)]
    sure = len(amounts) >= _SURE and len(strange) <= len(amounts) * (1 - _SURE_SHARE)
    reads_back = _told_back(session, event, start, end, sure=sure) if strange else None
    for each in strange:
        first, last = start + each.span[0], start + each.span[1]
        if reads_back is not None and reads_back(first):
            segment = _segment(text, first, last)
            yield Unsaid(event, first, last, text[first:last], segment, _is_known(session, event, each, segment))


def _is_count(each: Amount) -> bool:
    """A small number is said in too many ways to be held against anybody."""
    return each.kind == "number" and each.low <= _COUNT


def _segment(text: str, start: int, end: int) -> str:
    """The words between two commas around a value."""
    head = max(text.rfind(mark, 0, start) for mark in ",;:.|\n") + 1
    stops = [at for mark in (",", ";", ". ", "|", "\n") if (at := text.find(mark, end)) >= 0]
    return text[head : min(stops, default=len(text))].strip(" *-")


def _is_known(session: SessionView, event: int, each: Amount, segment: str) -> bool:
    """Whether the athlete had said anything of this kind: a sleep, a heart rate, a time, else the same unit."""
    talk = [exchange for exchange in exchanges(session) if exchange.event < event]
    for pattern in (_SLEEP, _HEART):
        if pattern.search(segment):
            return any(pattern.search(one.text) or (pattern.search(one.asked) and _stated(one.text)) for one in talk)
    kinds = {amount.kind for one in talk for amount in _every(one.text)}
    alike = {"clock": {"clock"}, "duration": {"duration"}, "distance": {"distance", "event"}, "number": {"number"}}
    return bool(kinds & alike.get(each.kind, {each.kind}))


@lru_cache(4096)
def _every(text: str) -> tuple[Amount, ...]:
    return (*find_amounts(text), *_figures(text))


def _figures(text: str) -> Iterator[Amount]:
    """Every number in digits, whatever it is of."""
    for found in re.finditer(r"\d+(?:\.\d+)?", text):
        yield Amount("number", float(found.group()), float(found.group()), found.span())


def _pool(session: SessionView, event: int) -> Pool:
    """Everything said before, by whomever: what the coach had asked or read back was answered since."""
    said = [_every(each.text) for index, each in session.of(AthleteSaid, CoachSaid) if index < event]
    together = tuple(each for amounts in said for each in amounts)
    return (*together, *(each for amounts in said for each in _products(amounts)), *_differences(together))


def _products(amounts: tuple[Amount, ...]) -> Iterator[Amount]:
    """What the distances of one message come to, and each so many times."""
    lengths = [each for each in amounts if each.kind == "distance"]
    for at in range(3, len(lengths) + 1):  # of two, one is the longest run
        yield _length(sum(each.low for each in lengths[:at]))
    for each in lengths:
        times = (other.low for other in amounts if other.kind in {"number", "days", "times"})
        yield from (_length(each.low * count) for count in times if 2 <= count <= 7)  # noqa: PLR2004 (days of a week)


def _length(km: float) -> Amount:
    return Amount("distance", km, km, (0, 0), _NO_UNIT)


def _differences(amounts: tuple[Amount, ...]) -> Iterator[Amount]:
    """A weight less what is to be lost of it."""
    masses = [each.low for each in amounts if each.kind == "mass"]
    yield from (Amount("mass", kg, kg, (0, 0)) for a in masses for b in masses if a != b for kg in (abs(a - b), a + b))


def _said(each: Amount, pool: Pool, *, strictly: bool = False) -> bool:
    """`strictly`: a small figure of another measure is no sign that this was said."""
    return any(_same(each, other, strictly=strictly) for other in pool)


def _same(a: Amount, b: Amount, *, strictly: bool) -> bool:
    """The same value: in the same base unit, or as the figure that was written, with whatever unit."""
    close = _CLOSE if b.unit != _NO_UNIT else _EXACTLY
    if (
        _MEASURES.get(a.kind, a.kind) == _MEASURES.get(b.kind, b.kind)
        and a.low <= b.high * (1 + close)
        and b.low <= a.high * (1 + close)
    ):
        return True
    if {a.kind, b.kind} <= {"clock", "duration"} and a.low in {60 * b.low, b.low / 60}:
        return True  # "1:46" may be of hours
    return any(abs(x - y) < _ROUNDING and (x > _COUNT or not strictly) for x in _written(a) for y in _written(b))


def _written(each: Amount) -> tuple[float, ...]:
    """The figures of a value; of a time also as the minutes or hours of which "58 flat" is said."""
    if each.kind == "clock":
        return (each.low / 60, each.low / 3600)
    unit = _YEAR if each.kind == "years" else each.unit
    return (each.low / unit, each.high / unit)


def figures_in(text: str) -> frozenset[float]:
    """Every number of a text, as it is written and in its base unit."""
    amounts = (*find_amounts(text), *_figures(text))
    return frozenset(value for each in amounts for value in (each.low, each.high, *_written(each)))
