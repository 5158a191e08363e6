"""Accuses a sentence where the model, and what words have found in it, are sure enough. Knows texts and the model."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from evals.checks.unspoken.meaning.model import OUTPUTS, model
from evals.checks.unspoken.meaning.sentences import Words, split
from evals.checks.unspoken.meaning.weighing import Read, Weighed, odds_by_weights, weighed
from evals.checks.unspoken.normalize import View, fold
from evals.checks.unspoken.texts import Category, Leak, Named

_SAYS: dict[Category, str] = {
    "age_categorization": "the approach is said to come from the athlete's age or stage of life",
    "goal_judgement": "the goal is judged as too much or not for this athlete",
    "reframe_reveal": "the goal is said to stand for, or give way to, another one",
    "motive_naming": "a deeper motive is named as the coach's finding",
    "framework_name": "an author, a book or a theory is brought in",
    "internal_disclosure": "the coach's own workings are shown",
    "compliance_tone": "a warning reads like a notice of liability or a demand to acknowledge",
}


_EVEN = 0.5


def find_meaning(
    text: str,
    user_said: Sequence[str] = (),
    *,
    athlete: Named | None = None,
    folded: View | None = None,
    told: Sequence[Leak] = (),
) -> tuple[Leak, ...]:
    """The sentences that leak, in order of their place, with those of `told` (findings by words) that hold.

    A finding whose like has misled before is evidence only: it stays where the sentence around it bears it out. Any
    other stands as it is. `folded` where the caller has it already.
    """
    view = folded or fold(text)
    words, trained = tuple(split(view.text)), model()
    claims = by_sentence([view.origin(one.start, one.end) for one in words] if told else (), told)
    found = {leak for leak in told if like(leak) not in trained.doubted}
    looked_at = [at for at, one in enumerate(words) if at in claims or trained.hints.worth_a_look(one.words)]
    if looked_at:
        marks = _marked(looked_at, claims, trained.doubted)
        read = Read(view, words, user_said)
        odds = odds_by_weights(trained, read, looked_at, athlete.age if athlete else None)
        sure = weighed(trained, read, looked_at, odds, marks)
        for at, category, chance in _accused(sure, marks[np.isin(looked_at, sure.rows)]):
            own = [leak for leak in claims.get(at, ()) if leak.category == category]
            found.update(own or (_leak(text, view, words[at], category, chance),))
    return tuple(sorted(found, key=lambda leak: (leak.start, leak.end, leak.category)))


def like(leak: Leak) -> str:
    """What findings by words are told apart by."""
    return f"{leak.detector}: {leak.why}"


def by_sentence(places: Sequence[tuple[int, int]], told: Sequence[Leak]) -> dict[int, list[Leak]]:
    """Findings by words by the number of each sentence they lie in; `places`: start and end of every sentence."""
    starts, found = [start for start, _ in places], dict[int, list[Leak]]()
    for leak in told:
        first = max(0, bisect_right(starts, leak.start) - 1)
        for at in range(first, bisect_left(starts, leak.end)):
            if leak.start < places[at][1]:
                found.setdefault(at, []).append(leak)
    return found


def _marked(
    sentences: Sequence[int], claims: Mapping[int, Sequence[Leak]], doubted: frozenset[str]
) -> NDArray[np.bool_]:
    marks = np.zeros((len(sentences), len(OUTPUTS)), dtype=np.bool_)
    for row, at in enumerate(sentences):
        for leak in claims.get(at, ()):
            marks[row, OUTPUTS.index(leak.category)] |= like(leak) in doubted
    return marks


def _accused(sure: Weighed, marks: NDArray[np.bool_]) -> Iterator[tuple[int, Category, float]]:
    """The sentences accused: of what, and how surely."""
    for row, column in zip(*np.nonzero(accused(sure.chance, marks, sure.threshold)), strict=True):
        yield int(sure.rows[row]), OUTPUTS[column], float(sure.chance[row, column])


def accused(chance: NDArray[np.floating], marks: NDArray[np.bool_], threshold: float) -> NDArray[np.bool_]:
    """Of each sentence what it is surest of, and what words found in it, from the threshold on; rows by outputs.

    Words that found two categories in one sentence take certainty from each other: then more likely than not will do.
    """
    surest = np.zeros_like(marks)
    surest[np.arange(len(chance)), chance.argmax(axis=1)] = True
    torn = marks & (marks.sum(axis=1, keepdims=True) > 1)
    held: NDArray[np.bool_] = (chance >= np.where(torn, min(_EVEN, threshold), threshold)) & (surest | marks)
    return held


def _leak(text: str, view: View, sentence: Words, category: Category, chance: float) -> Leak:
    start, end = view.origin(sentence.start, sentence.end)
    why = f"{_SAYS[category]} (weighed at {chance:.2f})"
    return Leak(category, start, end, text[start:end], "meaning", why)
