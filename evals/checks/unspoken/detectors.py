"""The detectors. Each reads one text, prepared once, and yields what it finds; only the last hears the others."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from evals.checks.unspoken.flow import find_overlap
from evals.checks.unspoken.heard import Heard, find_confirmation
from evals.checks.unspoken.identifiers import find_identifiers
from evals.checks.unspoken.meaning import find_meaning
from evals.checks.unspoken.near_miss import find_near_misses
from evals.checks.unspoken.normalize import View, fold, prose
from evals.checks.unspoken.patterns import Sentence, find_patterns
from evals.checks.unspoken.secrets import Secrets, words_of
from evals.checks.unspoken.texts import BY_MEANING, Leak, Named
from evals.checks.unspoken.words import Found, find_names, mentions


@dataclass(frozen=True)
class Text:
    """A visible text with what stands beside it: the athlete's words so far, and what is internal."""

    original: str
    heard: Heard
    secrets: Secrets
    athlete: Named | None = None

    @cached_property
    def folded(self) -> View:
        return fold(self.original)

    @cached_property
    def prose(self) -> View:
        return prose(self.folded)

    @cached_property
    def names(self) -> tuple[Found, ...]:
        return tuple(find_names(self.original, self.folded, self.athlete))


Detector = Callable[[Text], Iterable[Leak]]


def by_names(text: Text) -> Iterator[Leak]:
    """Names of the lexicon, however disguised."""
    return (one.leak for one in text.names if not text.heard.excuses_name(one, text.folded.text))


def by_near_misses(text: Text) -> Iterator[Leak]:
    """Names misspelt, where someone is cited."""
    found = find_near_misses(text.original, text.folded, text.athlete)
    return (one.leak for one in found if not text.heard.excuses_name(one, text.folded.text))


def by_patterns(text: Text) -> Iterator[Leak]:
    """Sentences of the lexicon that are not the athlete's own."""
    found = find_patterns(text.original, text.prose)
    return (sentence.leak for sentence in found if not text.heard.excuses(sentence))


def by_identifiers(text: Text) -> Iterator[Leak]:
    """What only programs write."""
    return find_identifiers(text.original, text.folded, text.heard.folded)


def by_overlap(text: Text) -> Iterator[Leak]:
    """Words shared with internal strings."""
    return find_overlap(text.original, text.folded, text.secrets, text.heard.runs)


def by_confirmation(text: Text) -> Iterator[Leak]:
    """A yes to what the athlete guessed."""
    leak = find_confirmation(text.original, text.prose, text.heard)
    return iter((leak,) if leak else ())


def by_meaning(text: Text, told: Sequence[Leak]) -> Iterator[Leak]:
    """Sentences that a trained model reads as a leak, and of `told`, which other detectors found, what it bears out."""
    found = find_meaning(text.original, text.heard.folded, athlete=text.athlete, folded=text.folded, told=told)
    return (leak for leak in found if not _excused(leak, text))


WORD_DETECTORS: tuple[Detector, ...] = (
    by_names,
    by_near_misses,
    by_patterns,
    by_identifiers,
    by_overlap,
    by_confirmation,
)


def _excused(leak: Leak, text: Text) -> bool:
    """Whether what only the model accuses gives the athlete's own words back, or calls them by their own name."""
    if leak.detector != "meaning":
        return False
    if leak.category == "framework_name":
        answers = (one for one in text.names if text.heard.excuses_name(one, text.folded.text))
        said_first = any(leak.start <= one.leak.start < leak.end for one in answers)
        return said_first or (text.athlete is not None and _calls(leak.text, text.athlete))
    return leak.category in BY_MEANING and text.heard.excuses(Sentence(leak, words_of(leak.text), reflects=True))


def _calls(said: str, athlete: Named) -> bool:
    """Whether the athlete is called by a name that is an author's too."""
    shared = [part for part in words_of(athlete.name or "") if any(True for _ in mentions(part, fold(part)))]
    return any(word in (part, f"{part}s") for part in shared for word in words_of(said))
