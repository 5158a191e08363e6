"""Information flow: runs of words that internal and visible strings share, beyond what was public or said.

Knows words and order, not meaning. A run counts from `RUN` words on, or where a whole short internal string
of at least `SHORT` words reappears. An internal identifier counts as it is written, and in words beside a noun
such as rule or field.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from coach.profile.catalogue import catalogue
from evals.checks.unspoken.normalize import View, fold
from evals.checks.unspoken.texts import Leak

RUN = 7
SHORT = 4
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_IDENTIFIER = re.compile(r"(?<![\w@/.#:\\-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w@/]|\.\w|-\w)")
_INTERNAL_NOUNS = frozenset(
    "rule rules flag check field fields slot variable condition state gate tool id key parameter".split()
)
_WEAK = frozenset(
    "a an the and or of to in on at for with is are was be been it its this that you your i we our us me my do does"
    " did how what when where which who any if so as by from have has had can will not no but or than then there".split()
)
_MEANT = 2
"""Words that carry meaning, at least, in a run."""


class _Token(NamedTuple):
    word: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Secrets:
    """What must not reappear: runs of `RUN` words, short strings whole, identifiers in words."""

    runs: frozenset[tuple[str, ...]]
    shorts: frozenset[tuple[str, ...]]
    identifiers: frozenset[tuple[str, ...]]

    @classmethod
    def of(cls, internal: Iterable[str]) -> "Secrets":
        strings = [fold(text).text for text in internal]
        names = {tuple(name.split("_")) for text in strings for name in _IDENTIFIER.findall(text)}
        tokenized = [words_of(text) for text in strings if not _IDENTIFIER.fullmatch(text)]
        public = _public_runs()
        runs = frozenset(run for words in tokenized for run in _runs(words, RUN) if _tells(run)) - public
        shorts = frozenset(words for words in tokenized if SHORT <= len(words) < RUN and _tells(words)) - public
        return cls(runs, shorts, frozenset(names))


def words_of(text: str) -> tuple[str, ...]:
    """The words of folded text."""
    return tuple(_WORD.findall(text))


def said_runs(words: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    """What of an athlete's words can excuse a run."""
    return frozenset(run for length in range(SHORT, RUN + 1) for run in _runs(words, length))


def find_identifiers(text: str, folded: View, said: Collection[str]) -> Iterator[Leak]:
    """Words joined by underscores: nobody talks like that but programs. `said`: folded texts of the athlete."""
    for match in _IDENTIFIER.finditer(folded.text):
        if not any(match[0].replace("_", " ") in other for other in said):
            yield _leak(text, folded, *match.span(), "identifier")


def find_overlap(
    text: str, folded: View, secrets: Secrets, said: Collection[frozenset[tuple[str, ...]]]
) -> Iterator[Leak]:
    """Every stretch of the text that stands word for word in the secrets and was not said by the athlete."""
    if not (secrets.runs or secrets.shorts or secrets.identifiers):
        return
    tokens = [_Token(match[0], *match.span()) for match in _WORD.finditer(folded.text)]
    words = tuple(token.word for token in tokens)
    for low, high in _merged(_shared(words, secrets, said)):
        yield _leak(text, folded, tokens[low].start, tokens[high - 1].end, "word overlap")
    for low, high in _named(words, secrets.identifiers):
        yield _leak(text, folded, tokens[low].start, tokens[high - 1].end, "identifier in words")


def _shared(
    words: tuple[str, ...], secrets: Secrets, said: Collection[frozenset[tuple[str, ...]]]
) -> Iterator[tuple[int, int]]:
    known = {RUN: secrets.runs}
    for short in secrets.shorts:
        known[len(short)] = known.get(len(short), frozenset()) | {short}
    for start in range(len(words)):
        for length in sorted(known, reverse=True):
            run = words[start : start + length]
            if run in known[length] and not any(run in runs for runs in said):
                yield start, start + length
                break


def _named(words: tuple[str, ...], identifiers: frozenset[tuple[str, ...]]) -> Iterator[tuple[int, int]]:
    lengths = sorted({len(name) for name in identifiers}, reverse=True)
    for start in range(len(words)):
        for length in lengths:
            high = start + length
            if words[start:high] in identifiers and words[high : high + 1] and words[high] in _INTERNAL_NOUNS:
                yield start, high + 1
                break


def _merged(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Touching spans, given in order, become one."""
    held: tuple[int, int] | None = None
    for span in spans:
        if held is not None and span[0] <= held[1]:
            held = (held[0], max(held[1], span[1]))
            continue
        if held is not None:
            yield held
        held = span
    if held is not None:
        yield held


def _runs(words: tuple[str, ...], length: int) -> Iterator[tuple[str, ...]]:
    return (words[i : i + length] for i in range(len(words) - length + 1))


def _tells(words: tuple[str, ...]) -> bool:
    return len({word for word in words if word not in _WEAK}) >= _MEANT


@cache
def _public_runs() -> frozenset[tuple[str, ...]]:
    """Runs of the public catalogue: its questions, the reasons it gives, how it reads values back."""
    questions, fields = catalogue().questions.values(), catalogue().fields.values()
    public = [text for question in questions for text in (question.text, question.why)]
    public += [field.say for field in fields]
    return frozenset(run for text in public for run in said_runs(words_of(fold(text).text)))


def _leak(text: str, folded: View, start: int, end: int, detector: str) -> Leak:
    first, last = folded.origin(start, end)
    why = {
        "identifier": "uses an internal identifier",
        "identifier in words": "names an internal rule or field",
        "word overlap": "repeats an internal string word for word",
    }[detector]
    return Leak("internal_disclosure", first, last, text[first:last], detector, why)
