"""Accuses a sentence where the model, and what words have found in it, are sure enough. Knows texts and the model."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from evals.checks.unspoken.meaning.features import stems
from evals.checks.unspoken.meaning.model import OUTPUTS, Model, model
from evals.checks.unspoken.meaning.sentences import Sentence, looked_up, split, tagged
from evals.checks.unspoken.normalize import View, fold
from evals.checks.unspoken.texts import Category, Leak, Named

_AT_ONCE = 400
"""Sentences weighed together: enough to be quick, few enough to stay small in memory."""

_SAYS: dict[Category, str] = {
    "age_categorization": "the approach is said to come from the athlete's age or stage of life",
    "goal_judgement": "the goal is judged as too much or not for this athlete",
    "reframe_reveal": "the goal is said to stand for, or give way to, another one",
    "motive_naming": "a deeper motive is named as the coach's finding",
    "framework_name": "an author, a book or a theory is brought in",
    "internal_disclosure": "the coach's own workings are shown",
    "compliance_tone": "a warning reads like a notice of liability or a demand to acknowledge",
}


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
    looked_at = [at for at, one in enumerate(words) if at in claims or trained.hints.worth_a_look(one.words)]
    said = tuple(sentence for message in user_said for sentence in said_stems(message))
    age = athlete.age if athlete else None
    found = {leak for leak in told if like(leak) not in trained.doubted}
    for first in range(0, len(looked_at), _AT_ONCE):
        part = looked_at[first : first + _AT_ONCE]
        read = [looked_up(words, at, age) for at in part]
        for row, category, chance in _sure(trained, read, said, _marked(part, claims, trained.doubted)):
            own = [leak for leak in claims.get(part[row], ()) if leak.category == category]
            found.update(own or (_leak(text, view, read[row], category, chance),))
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


@lru_cache(maxsize=4096)
def said_stems(message: str) -> tuple[frozenset[str], ...]:
    """What each sentence of an athlete's message spoke of."""
    return tuple(stems(tagged(one.words)) for one in split(fold(message).text))


def _sure(
    trained: Model, read: Sequence[Sentence], said: Sequence[frozenset[str]], marks: NDArray[np.bool_]
) -> Iterator[tuple[int, Category, float]]:
    """The rows accused: of what, and how surely."""
    chance = trained.probabilities(trained.scores(read, said), marks)
    for row, column in zip(*np.nonzero(accused(chance, marks, trained.threshold)), strict=True):
        yield int(row), OUTPUTS[column], float(chance[row, column])


def accused(chance: NDArray[np.floating], marks: NDArray[np.bool_], threshold: float) -> NDArray[np.bool_]:
    """Of each sentence what it is surest of, and what words found in it, from the threshold on; rows by outputs."""
    surest = np.zeros_like(marks)
    surest[np.arange(len(chance)), chance.argmax(axis=1)] = True
    held: NDArray[np.bool_] = (chance >= threshold) & (surest | marks)
    return held


def _leak(text: str, view: View, sentence: Sentence, category: Category, chance: float) -> Leak:
    start, end = view.origin(sentence.start, sentence.end)
    why = f"{_SAYS[category]} (weighed at {chance:.2f})"
    return Leak(category, start, end, text[start:end], "meaning", why)
