"""What training measured, as the section of datasets/leak_corpus.md. Knows tallies, not how they came about."""

from collections.abc import Iterator

from evals.checks.unspoken.meaning.corpus import OWN, Corpus
from evals.checks.unspoken.meaning.model import OUTPUTS
from evals.checks.unspoken.meaning.validation import Judged, Tally, operating_point, tally, worst

_TITLES = {
    "dev": "encoder, weights and words: dev, writers whom nothing had met",
    "alone": "weights and words without the encoder (texts of thousands of sentences): train, folds by writer",
}
PRECISION = 0.98
"""Wanted of the accused texts of the dev writers, unmet by the weights; names they had were read for the lexicon."""
_WORST = 10
_SHOWN = 160
_INTRODUCTION = (
    "Written by `make train-leaks`, not to be edited by hand. A text is accused when a sentence of it is. Precision is",
    "the share of accused texts that leak. Caught of labelled, recall in brackets. The encoder and the weights are",
    "trained on train; how they weigh together is found on dev, each writer judged by what the others taught.",
)


def written(found: dict[str, Judged], threshold: float, train: Corpus, dev: Corpus) -> str:
    """The section in Markdown."""
    return "\n".join(
        [
            "## Words and weights, measured",
            *_INTRODUCTION,
            "",
            f"Trained on {len(train.cases)} texts ({len(train.labels)} sentences), examples and public questions",
            f"of the project among them; dev has {len(dev.cases)}.",
            f"A sentence is accused from {threshold:.3f} on, where precision on these writers is {PRECISION} or, where",
            "recall was to spare (`KEPT`), more.",
            "",
            *_table(
                [
                    (_TITLES["alone"], tally(found["alone"], operating_point(found["alone"], PRECISION))),
                    (_TITLES["dev"], tally(found["dev"], threshold)),
                ]
            ),
            "",
            "The second at other operating points:",
            "",
            *_table(_points(found["dev"])),
            "",
            "Each manner of these writers:",
            "",
            *_table(_authors(found["dev"], threshold)),
            "",
            "The ten worst mistakes (innocent texts of theirs accused most surely):",
            "",
            *_mistakes(found["dev"]),
            "",
        ]
    )


def _points(found: Judged) -> list[tuple[str, Tally]]:
    wanted = (0.98, 0.97, 0.95, 0.9)
    return [(f"precision {each}", tally(found, operating_point(found, each))) for each in wanted]


def _authors(found: Judged, threshold: float) -> list[tuple[str, Tally]]:
    names = sorted({case.author for case in found.cases} - {OWN})
    return [(f"`{name}`", tally(found, threshold, (name,))) for name in names]


def _table(rows: list[tuple[str, Tally]]) -> Iterator[str]:
    names = " | ".join(f"`{each}`" for each in OUTPUTS)
    yield f"| measured on | {names} | innocent accused | other category | precision |"
    yield f"|{'---|' * (len(OUTPUTS) + 4)}"
    for title, counted in rows:
        cells = [f"{hit}/{of} ({hit / of:.2f})" if of else "-" for hit, of in map(counted.caught.get, OUTPUTS)]  # type: ignore[misc]
        yield (
            f"| {title} | {' | '.join(cells)} | {counted.innocent} of {counted.innocents} | {counted.other} "
            f"| {counted.precision:.3f} ({counted.accused}) |"
        )


def _mistakes(found: Judged) -> Iterator[str]:
    for case, chance, category in worst(found, _WORST):
        text = " ".join(case.text.split())
        yield f'- {chance:.2f} `{category}`, {case.id}: "{text if len(text) < _SHOWN else text[: _SHOWN - 3] + "..."}"'
