"""Accuses a sentence where the model is sure enough, and says which weak findings by words it bears out."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

import numpy as np

from evals.checks.unspoken.athlete_history import NOTHING, AthleteHistory
from evals.checks.unspoken.meaning.encoded import encoded
from evals.checks.unspoken.meaning.model import OUTPUTS, Marks, Numbers, evidence, model
from evals.checks.unspoken.normalize import View
from evals.checks.unspoken.texts import BY_MEANING, NO_WORDS, ByWords, Category, Leak
from evals.language.sentences import Sentence, split

_IN_DOUBT: dict[Category, float] = {"reframe_reveal": 0.35}
"""What is less likely among its neighbours is not accused for what it might mean alone: "The race stays"."""
MOST = 3000
"""Sentences of a text that the encoder reads, the most suspicious ones, so that time is bounded."""
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
    text: str, folded: View, *, heard: AthleteHistory = NOTHING, words: ByWords = NO_WORDS
) -> Iterator[Leak]:
    """The sentences that leak, or what words found in them."""
    sentences = tuple(split(folded.text))
    scores = model().ngrams.scores([sentence.words for sentence in sentences])
    places = [folded.origin(one.start, one.end) for one in sentences] if any(words) else []
    claims = by_sentence(places, (*words.weak, *words.firm))
    told, asked = marked(len(sentences), by_sentence(places, words.weak)), asking(len(sentences), heard)
    suspect = np.flatnonzero((scores.max(axis=1) >= model().floor) | told.any(axis=1) | asked.any(axis=1))
    rows = np.sort(suspect[np.argsort(-scores[suspect].max(axis=1), kind="stable")][:MOST])
    if not len(rows):
        return
    written = [folded.text[one.start : one.end] for one in sentences]
    among, by_itself = (encoded(written, heard, rows.tolist(), alone=alone)[rows] for alone in (False, True))
    marks, meant = (scores[rows], told[rows], asked[rows]), len(BY_MEANING)
    chance = model().joint.chance(evidence(among, by_itself, *marks))
    alone = model().joint.chance(evidence(by_itself, by_itself, *marks))
    for category, least in _IN_DOUBT.items():
        at = OUTPUTS.index(category)
        alone[chance[:, at] < least, at] = 0
    chance[:, :meant] = np.maximum(chance, alone)[:, :meant]  # innocent neighbours must not hide what is meant
    for row, category, sure in _accused(chance, told[rows], model().joint.thresholds):
        at = int(rows[row])
        own = [leak for leak in claims.get(at, ()) if leak.category == category]
        yield from own or (_leak(text, folded, sentences[at], category, sure),)


def by_sentence(places: Sequence[tuple[int, int]], leaks: Sequence[Leak]) -> dict[int, list[Leak]]:
    """Findings by the number of each sentence they lie in; `places`: start and end of every sentence."""
    starts, found = [start for start, _ in places], dict[int, list[Leak]]()
    for leak in leaks:
        first = max(0, bisect_right(starts, leak.start) - 1)
        for at in range(first, bisect_left(starts, leak.end)):
            if leak.start < places[at][1]:
                found.setdefault(at, []).append(leak)
    return found


def marked(count: int, claims: dict[int, list[Leak]]) -> Marks:
    """Where words found what, sentences by outputs."""
    marks = np.zeros((count, len(OUTPUTS)), dtype=np.bool_)
    for at, leaks in claims.items():
        for leak in leaks:
            marks[at, OUTPUTS.index(leak.category)] = True
    return marks


def asking(count: int, heard: AthleteHistory) -> Marks:
    """Where a name would answer the athlete who asked for a source: in every sentence, or in none."""
    marks = np.zeros((count, len(OUTPUTS)), dtype=np.bool_)
    marks[:, OUTPUTS.index("framework_name")] = heard.asked
    return marks


def _accused(chance: Numbers, told: Marks, thresholds: Numbers) -> Iterator[tuple[int, Category, float]]:
    """Of each sentence what it is surest of, or what words found in it, where it is sure enough."""
    sure = chance >= thresholds
    for at in np.flatnonzero(sure.any(axis=1)).tolist():
        surest = int(np.where(sure[at], chance[at], 0).argmax())
        for column in sorted({surest, *np.flatnonzero(told[at] & sure[at]).tolist()}):
            yield at, OUTPUTS[column], float(chance[at, column])


def _leak(text: str, folded: View, sentence: Sentence, category: Category, chance: float) -> Leak:
    start, end = folded.origin(sentence.start, sentence.end)
    why = f"{_SAYS[category]} (weighed at {chance:.2f})"
    return Leak(category, start, end, text[start:end], "meaning", why)
