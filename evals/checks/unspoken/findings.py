"""The judgement of a session: every visible string, against what is internal and what the athlete said first."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from coach.sentences import SENTENCES
from evals.checks.measured import measured
from evals.checks.unspoken.athlete_history import NOTHING, after
from evals.checks.unspoken.scanning import Beside, scan_beside
from evals.checks.unspoken.texts import BY_MEANING, BY_WORDS, Category, Leak, NamedAthlete
from evals.checks.verdict import Evidence, Verdict
from evals.checks.view import VisibleText

VERSION = 22  # bump whenever an old transcript could now be judged differently

_QUOTABLE = 4
"""Words of a sentence that is quoted, and not just used again."""


def check_unspoken(
    visible: Sequence[VisibleText],
    internal: Sequence[str],
    said: Sequence[VisibleText],
    *,
    athlete: NamedAthlete | None = None,
) -> Verdict:
    """Fail where a visible string leaks; nothing visible is nothing judged."""
    if not visible:
        return Verdict(value="not_judged", passed=None, explanation="the athlete saw no words", judged=offline_recall())
    found = tuple(_evidence(event, leak) for event, leak in _leaks(visible, internal, said, athlete))
    leaks = f"{len(found)} leaks" if len(found) != 1 else "1 leak"
    texts = f"{len(visible)} texts" if len(visible) != 1 else "1 text"
    return Verdict(
        value="fail" if found else "pass",
        passed=not found,
        explanation=f"{leaks} in {texts} that the athlete saw; {caveat()}",
        findings=found,
        judged=offline_recall(),
    )


def _leaks(
    visible: Sequence[VisibleText], internal: Sequence[str], said: Sequence[VisibleText], athlete: NamedAthlete | None
) -> Iterator[tuple[int, Leak]]:
    heard, strings = NOTHING, tuple(internal)
    quoted = _may_quote(strings, said)
    for line in said if quoted else ():  # what quotes the athlete is of them, whenever it was written
        strings = _without(strings, line.text, '"{}"')
    waiting = sorted(said, key=lambda message: message.event, reverse=True)
    beside = Beside(heard, strings, athlete)
    for shown in sorted(visible, key=lambda string: string.event):
        while waiting and waiting[-1].event < shown.event:
            told = waiting.pop().text
            heard, strings = after(heard, told), _without(strings, told) if quoted else strings
            beside = Beside(heard, strings, athlete)
        for leak in scan_beside(shown.text, beside):
            yield shown.event, leak


def _without(internal: tuple[str, ...], told: str, form: str = "{}") -> tuple[str, ...]:
    """The internal texts without the sentences of `told`, where they hold one in this form."""
    for words in (form.format(one[0]) for one in SENTENCES.finditer(told) if len(one[0].split()) >= _QUOTABLE):
        if any(words in text for text in internal):
            internal = tuple(text.replace(words, " ") for text in internal)
    return internal


def _may_quote(internal: tuple[str, ...], said: Sequence[VisibleText]) -> bool:
    """False where no internal text holds a sentence of the athlete's, as far as the words inside it show."""
    inside = [pairs for line in said for pairs in _inside(line.text)]
    return any(pairs <= held for held in map(_neighbours, internal) for pairs in inside)


@lru_cache(maxsize=8192)
def _inside(told: str) -> tuple[frozenset[tuple[str, str]], ...]:
    """Of each sentence every two words in a row, without the first and the last, which may be part of longer ones."""
    sentences = (one[0].split() for one in SENTENCES.finditer(told))
    return tuple(frozenset(pairwise(words[1:-1])) for words in sentences if len(words) >= _QUOTABLE)


@lru_cache(maxsize=4096)
def _neighbours(text: str) -> frozenset[tuple[str, str]]:
    """Every two words in a row."""
    return frozenset(pairwise(text.split()))


def _evidence(event: int, leak: Leak) -> Evidence:
    what = f"{leak.category.replace('_', ' ')}: {leak.why} (detector: {leak.detector})"
    return Evidence(what=what, event=event, start=leak.start, end=leak.end, quote=leak.text, rule=leak.category)


def offline_recall() -> dict[str, float]:
    """Measured recall of each category that words alone cannot decide."""
    return {category: round(measured("unspoken").shares[category].share, 3) for category in BY_MEANING}


def caveat() -> str:
    """The sentence that stands beside every verdict."""
    return (
        f"no judge model read it; of 10 leaks by meaning it finds at least: {_seen(BY_MEANING)}; "
        f"of 10 that words decide: {_seen(BY_WORDS)}"
    )


def _seen(categories: tuple[Category, ...]) -> str:
    seen = measured("unspoken").shares
    return ", ".join(
        f"{name.replace('_', ' ')} {int(10 * seen[name].at_least)} (n={seen[name].of})" for name in categories
    )
