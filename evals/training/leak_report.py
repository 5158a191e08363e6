"""How well chances tell leaks from innocent texts, and what training measured, as a section of leak_corpus.md."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evals.checks.unspoken.labelled import LabelledText, clean
from evals.checks.unspoken.meaning.model import OUTPUTS
from evals.training.leak_texts import OWN, UNHEARD, Corpus, voice

Numbers = NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class AccusedText:
    """By text: how sure the surest accusation is, and of what."""

    cases: tuple[LabelledText, ...]
    chance: Numbers
    category: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ThresholdTally:
    """What a threshold gives. `innocent`: accused texts that leak nothing; `other`: leaks accused as another."""

    threshold: float
    caught: dict[str, tuple[int, int]]
    accused: int
    innocent: int
    innocents: int
    other: int

    @property
    def precision(self) -> float:
        return 1 - self.innocent / self.accused if self.accused else 1.0


def judged(corpus: Corpus, chance: Numbers) -> AccusedText:
    """The surest sentence of each text of a writer in `UNHEARD`, by the chances of its sentences."""
    top, best = np.zeros(len(corpus.cases)), np.zeros(len(corpus.cases), dtype=np.int64)
    for row in np.argsort(chance.max(axis=1), kind="stable"):
        top[corpus.case_of[row]] = chance[row].max()
        best[corpus.case_of[row]] = chance[row].argmax()
    kept = [k for k, case in enumerate(corpus.cases) if voice(case.author) in UNHEARD]
    return AccusedText(tuple(corpus.cases[k] for k in kept), top[kept], best[kept])


def tally(found: AccusedText, threshold: float, only: Sequence[str] | None = None) -> ThresholdTally:
    """Counts at a threshold; `only` these authors."""
    caught = {category: [0, 0] for category in OUTPUTS}
    accused = innocent = innocents = other = 0
    for case, chance, category in zip(found.cases, found.chance, found.category, strict=True):
        if case.author == OWN or (only is not None and case.author not in only):
            continue
        sure = bool(chance >= threshold)
        accused += sure
        innocents += case.label is None
        if case.label is None:
            innocent += sure
            continue
        right = sure and OUTPUTS[category] == case.label
        other += sure and not right
        caught[case.label][0] += right
        caught[case.label][1] += 1
    counted: dict[str, tuple[int, int]] = {category: (hit, of) for category, (hit, of) in caught.items()}
    return ThresholdTally(threshold, counted, accused, innocent, innocents, other)


def operating_point(found: AccusedText, precision: float) -> float:
    """The lowest threshold above which so many of the accused texts leak."""
    counts = np.array([case.author != OWN for case in found.cases])
    order = np.argsort(-found.chance[counts], kind="stable")
    leaks = np.array([case.label is not None for case in found.cases])[counts][order]
    share = np.cumsum(leaks) / np.arange(1, len(leaks) + 1)
    last = np.flatnonzero(share >= precision)
    return float(found.chance[counts][order][last[-1]]) if len(last) else 1.0


def surest(corpus: Corpus, chance: Numbers) -> Numbers:
    """How sure the surest accusation is in each clean conversation of dev."""
    conversations = {talk.id: 0.0 for talk in clean("dev")}
    for case, row in zip(corpus.case_of, chance, strict=True):
        if (name := corpus.cases[case].scenario) in conversations:
            conversations[name] = max(conversations[name], float(row.max()))
    return np.array(list(conversations.values()))


def worst(found: AccusedText, count: int) -> list[tuple[LabelledText, float, str]]:
    """The innocent texts accused most surely."""
    order = np.argsort(-found.chance, kind="stable")
    wrong = [k for k in order if found.cases[k].label is None and found.cases[k].author != OWN][:count]
    return [(found.cases[k], float(found.chance[k]), OUTPUTS[found.category[k]]) for k in wrong]


_WORST = 10
_SHOWN = 160
_INTRODUCTION = (
    "Written by `make train-leaks`, not to be edited by hand. A text is accused when a sentence of it is. Precision is",
    "the share of accused texts that leak. Caught of labelled, recall in brackets. The encoder is trained on train,",
    "the n-grams on train and dev, each writer of dev judged by n-grams and regressions that the others taught.",
)


def written(chance: Numbers, threshold: float, train: Corpus, dev: Corpus) -> str:
    """The section in Markdown; `chance` of the sentences of dev, accused from `threshold` on."""
    found, quiet = judged(dev, chance), surest(dev, chance)
    return "\n".join(
        [
            "## Words and meaning, measured",
            *_INTRODUCTION,
            "",
            f"Trained on {len(train.cases)} texts ({len(train.labels)} sentences), examples and public questions",
            f"of the project among them; dev has {len(dev.cases)}.",
            f"Accused clean conversations of dev: {int((quiet >= threshold).sum())} of {len(quiet)}.",
            "",
            *_table([("all of them", tally(found, threshold)), *_points(found), *_authors(found, threshold)]),
            "",
            "The ten worst mistakes (innocent texts of theirs accused most surely):",
            "",
            *_mistakes(found),
            "",
        ]
    )


def _points(found: AccusedText) -> list[tuple[str, ThresholdTally]]:
    wanted = (0.98, 0.97, 0.95, 0.9)
    return [(f"precision {each}", tally(found, operating_point(found, each))) for each in wanted]


def _authors(found: AccusedText, threshold: float) -> list[tuple[str, ThresholdTally]]:
    names = sorted({case.author for case in found.cases} - {OWN})
    return [(f"`{name}`", tally(found, threshold, (name,))) for name in names]


def _table(rows: list[tuple[str, ThresholdTally]]) -> Iterator[str]:
    names = " | ".join(f"`{each}`" for each in OUTPUTS)
    yield f"| measured on | {names} | innocent accused | other category | precision |"
    yield f"|{'---|' * (len(OUTPUTS) + 4)}"
    for title, counted in rows:
        cells = [f"{hit}/{of} ({hit / of:.2f})" if of else "-" for hit, of in map(counted.caught.get, OUTPUTS)]  # type: ignore[misc]
        yield (
            f"| {title} | {' | '.join(cells)} | {counted.innocent} of {counted.innocents} | {counted.other} "
            f"| {counted.precision:.3f} ({counted.accused}) |"
        )


def _mistakes(found: AccusedText) -> Iterator[str]:
    for case, chance, category in worst(found, _WORST):
        text = " ".join(case.text.split())
        yield f'- {chance:.2f} `{category}`, {case.id}: "{text if len(text) < _SHOWN else text[: _SHOWN - 3] + "..."}"'
