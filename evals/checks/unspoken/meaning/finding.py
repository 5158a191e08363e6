"""Accuses a sentence where the model is sure enough of what it says. Knows texts and the model; no lexicon."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from evals.checks.unspoken.meaning.features import stems
from evals.checks.unspoken.meaning.model import Model, model
from evals.checks.unspoken.meaning.sentences import Sentence, looked_up, split, tagged
from evals.checks.unspoken.normalize import View, fold
from evals.checks.unspoken.texts import BY_MEANING, Leak, Named

_AT_ONCE = 400
"""Sentences weighed together: enough to be quick, few enough to stay small in memory."""

_SAYS = {
    "age_categorization": "the approach is said to come from the athlete's age or stage of life",
    "goal_judgement": "the goal is judged as too much or not for this athlete",
    "reframe_reveal": "the goal is said to stand for, or give way to, another one",
    "motive_naming": "a deeper motive is named as the coach's finding",
}


def find_meaning(
    text: str, user_said: Sequence[str] = (), *, athlete: Named | None = None, folded: View | None = None
) -> tuple[Leak, ...]:
    """The sentences that say what meaning alone decides; `folded` where the caller has it already."""
    view = folded or fold(text)
    words, trained = tuple(split(view.text)), model()
    looked_at = [at for at, one in enumerate(words) if trained.hints.worth_a_look(one.words)]
    if not looked_at:
        return ()
    said = tuple(sentence for message in user_said for sentence in said_stems(message))
    age = athlete.age if athlete else None
    found: list[Leak] = []
    for first in range(0, len(looked_at), _AT_ONCE):
        read = [looked_up(words, at, age) for at in looked_at[first : first + _AT_ONCE]]
        found += (_leak(text, view, *sure) for sure in _sure(trained, read, said))
    return tuple(found)


@lru_cache(maxsize=4096)
def said_stems(message: str) -> tuple[frozenset[str], ...]:
    """What each sentence of an athlete's message spoke of."""
    return tuple(stems(tagged(one.words)) for one in split(fold(message).text))


def _sure(
    trained: Model, read: Sequence[Sentence], said: Sequence[frozenset[str]]
) -> Iterator[tuple[Sentence, int, float]]:
    """The sentences accused: of what, and how surely."""
    scores = trained.scores(read, said)
    chance = trained.probabilities(scores)
    rivals = scores.argmax(axis=1) >= len(BY_MEANING)
    for k in np.flatnonzero((chance.max(axis=1) >= trained.threshold) & ~rivals):
        category = int(chance[k].argmax())
        yield read[int(k)], category, float(chance[k, category])


def _leak(text: str, view: View, sentence: Sentence, category: int, chance: float) -> Leak:
    start, end = view.origin(sentence.start, sentence.end)
    name = BY_MEANING[category]
    return Leak(name, start, end, text[start:end], "meaning", f"{_SAYS[name]} (weighed at {chance:.2f})")
