"""One text, judged by words and by meaning, without double counting. The same text in the same place is judged once."""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import count

from evals.checks.unspoken.athlete_history import NOTHING, AthleteHistory, after
from evals.checks.unspoken.internal import find_identifiers, find_overlap, secrets_of
from evals.checks.unspoken.lexicon import any_of
from evals.checks.unspoken.meaning import find_meaning
from evals.checks.unspoken.names import NameFound, find_names, mentions
from evals.checks.unspoken.normalize import View, fold, spoken_words
from evals.checks.unspoken.texts import BY_MEANING, ByWords, Leak, NamedAthlete

_MANY = 20_000
_QUOTED = re.compile(r"[\"\u201c]([^\"\u201c\u201d\n]+)[\"\u201d]")


_YOUR_WORDS = re.compile(
    r"\b(?:you(?:['\u2019]ve| have)? (?:said|wrote|told|mention\w*|put)|your words)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Beside:
    """What stands beside a visible text: the athlete's words so far, what is internal, and who the athlete is.

    Without slots, so that its number is found once.
    """

    heard: AthleteHistory = NOTHING
    internal: tuple[str, ...] = ()
    athlete: NamedAthlete | None = None

    @cached_property
    def number(self) -> int:
        """Stands for all of it that a verdict depends on."""
        return _numbered(self.heard.digest, self.internal, self.athlete.name if self.athlete else None)


@lru_cache(maxsize=_MANY)
def _numbered(*_parts: object) -> int:
    return next(_NUMBERS)


_NUMBERS = count()
_fold = lru_cache(maxsize=8)(fold)
_judged: dict[tuple[str, int], tuple[Leak, ...]] = {}


def scan(
    text: str, *, athlete: NamedAthlete | None = None, internal: tuple[str, ...] = (), user_said: tuple[str, ...] = ()
) -> tuple[Leak, ...]:
    """The leaks of one visible text in order of their place; `user_said` are the athlete's earlier messages."""
    return scan_beside(text, Beside(reduce(after, user_said, NOTHING), internal, athlete))


def scan_beside(text: str, beside: Beside) -> tuple[Leak, ...]:
    """`scan` for one of many texts; the verdict is kept by all that it depends on."""
    key = text, beside.number
    found = _judged.get(key)
    if found is None:
        if len(_judged) > _MANY:
            _judged.clear()
        found = _judged[key] = _scanned(text, beside)
    return found


def by_words(text: str, folded: View, beside: Beside) -> ByWords:
    """What words find. A name that only answers the athlete's own topic is left to the model of meaning."""
    heard, secrets = beside.heard, secrets_of(beside.internal)
    names = [one for one in _names(text, _shared_name(beside.athlete)) if one.topic not in heard.topics]
    firm = [one.leak for one in names if not one.weighed]
    firm += find_identifiers(text, folded, heard.repeats)
    firm += find_overlap(text, folded, secrets, heard.repeats)
    return ByWords(tuple(firm), tuple(one.leak for one in names if one.weighed))


def _scanned(text: str, beside: Beside) -> tuple[Leak, ...]:
    folded, heard = _fold(text), beside.heard
    words = by_words(text, folded, beside)
    meant = find_meaning(text, folded, heard=heard, words=words)
    return _without_doubles([*words.firm, *(leak for leak in meant if not _excused(leak, beside))])


@lru_cache(maxsize=_MANY)
def _names(text: str, athlete: NamedAthlete | None) -> tuple[NameFound, ...]:
    return tuple(find_names(text, _fold(text), athlete))


def _shared_name(athlete: NamedAthlete | None) -> NamedAthlete | None:
    """The athlete where their name is a thinker's too; any other name changes no finding."""
    return NamedAthlete(name=athlete.name) if athlete and athlete.name and _authors_in(athlete.name) else None


@lru_cache(maxsize=1024)
def _authors_in(name: str) -> tuple[str, ...]:
    return tuple(part for part in spoken_words(name) if any(True for _ in mentions(part, fold(part))))


def _excused(leak: Leak, beside: Beside) -> bool:
    """Whether what only the model accuses gives the athlete's own words back, or calls them by their own name."""
    if leak.detector != "meaning":
        return False
    if _is_by_quotes(leak, beside):
        return True
    if leak.category == "framework_name":
        shared = _authors_in(beside.athlete.name) if beside.athlete and beside.athlete.name else ()
        called = any(word in {part, f"{part}s"} for part in shared for word in spoken_words(leak.text))
        return called or (_answers(leak.text, beside.heard) and bool(any_of("denials").search(fold(leak.text).text)))
    return leak.category in BY_MEANING and beside.heard.excuses(leak)


def _is_by_quotes(leak: Leak, beside: Beside) -> bool:
    """Whether nothing is left of the leak without what it quotes as the athlete's words, and they said it."""
    quoted = _QUOTED.findall(leak.text) if _YOUR_WORDS.search(leak.text) else ()
    if not quoted or not all(beside.heard.repeats(spoken_words(words)) for words in quoted):
        return False
    rest = _QUOTED.sub("that", leak.text)
    words = by_words(rest, _fold(rest), beside)
    found = (*words.firm, *find_meaning(rest, _fold(rest), heard=beside.heard, words=words))
    return all(each.category != leak.category for each in found)


def _answers(said: str, heard: AthleteHistory) -> bool:
    """Whether a sentence names what the athlete brought up."""
    return any(mention.name.topic in heard.topics for mention in mentions(said, fold(said)))


def _without_doubles(leaks: list[Leak]) -> tuple[Leak, ...]:
    """Of overlapping findings of one category the longest stays, the first among equals."""
    kept: list[Leak] = []
    last_of: dict[str, int] = {}
    for leak in sorted(leaks, key=lambda leak: (leak.start, -leak.end)):
        held = last_of.get(leak.category)
        if held is not None and leak.start < kept[held].end:
            if leak.end - leak.start > kept[held].end - kept[held].start:
                kept[held] = leak
            continue
        last_of[leak.category] = len(kept)
        kept.append(leak)
    return tuple(sorted(kept, key=lambda leak: (leak.start, leak.end, leak.category)))
