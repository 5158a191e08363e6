"""The labelled corpus as a matrix of features by sentence. Used in training only; opens no row of the test split."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from coach.profile.catalogue import catalogue
from evals.checks.unspoken.detectors import Text
from evals.checks.unspoken.heard import Heard
from evals.checks.unspoken.labelled import Labelled, Speaker
from evals.checks.unspoken.lexicon import Name, Pattern, lexicon
from evals.checks.unspoken.meaning.features import BLOCKS, SLOTS, bags
from evals.checks.unspoken.meaning.finding import by_sentence, like
from evals.checks.unspoken.meaning.model import OUTPUTS
from evals.checks.unspoken.meaning.sentences import Words, looked_up, split
from evals.checks.unspoken.meaning.weighing import said_stems
from evals.checks.unspoken.meaning.windows import Window, windows
from evals.checks.unspoken.normalize import View, fold
from evals.checks.unspoken.scanning import by_words
from evals.checks.unspoken.secrets import Secrets
from evals.checks.unspoken.texts import Category, Leak

PATH = Path(__file__).resolve().parents[4] / "datasets" / "leak_corpus.jsonl"
OWN = "own"
"""The author of what is trained on and never counted."""
UNREAD = (
    "e1",
    "e2",
    "e3",
    "e4",
    "e5",
    "e6",
    "e7",
    "e8",
    "e9",
    "ea",
    "eb",
    "ec",
    "ed",
    "ee",
    "eg",
    "eh",
    "ei",
    "el",
    "em",
    "eo",
)
"""Writers of whose texts only names that were missed were read while the lexicon was written: only they tell what a
finding by words is worth, and of names they say a little too much."""
UNHEARD = ("et", "ev", "ew", "ey", "ez", "fz", "ek", "ga", "gb", "gc")
"""Writers in dev whom no weights have met. The lexicon has met names that were missed in `et`, `ev`, `ey` and `ez`."""
_OVERLAP = 0.3
_MUCH = 40


class Claim(NamedTuple):
    """What words find in the sentence `row`: of which output, and what such findings are told apart by."""

    row: int
    output: int
    like: str


@dataclass(frozen=True)
class Corpus:
    """Texts and their sentences: features, label of each sentence, what words find in it, and the text it stands in.

    `folded`: the sentences themselves, as the encoder reads them.
    """

    cases: tuple[Labelled, ...]
    features: csr_matrix
    labels: tuple[Category | None, ...]
    claims: tuple[Claim, ...]
    case_of: NDArray[np.int64]
    words: tuple[tuple[str, ...], ...]
    folded: tuple[str, ...]

    def windows(self) -> tuple[tuple[Window, ...], int]:
        """What the encoder reads of all texts, with sentences numbered through, and how many there are."""
        made: list[Window] = []
        ends = np.searchsorted(self.case_of, np.arange(len(self.cases)), side="right").tolist()
        for case, first, last in zip(self.cases, (0, *ends), ends, strict=False):
            own = windows(self.folded[first:last], " ".join(case.user_said or ()))
            made += (one._replace(places=tuple((at + first, *rest) for at, *rest in one.places)) for one in own)
        return tuple(made), len(self.labels)

    def told(self, likes: Collection[str], *, but: bool = False) -> NDArray[np.bool_]:
        """Where words find such a thing (`but`: any other), sentences by outputs."""
        marks = np.zeros((len(self.labels), len(OUTPUTS)), dtype=np.bool_)
        for claim in self.claims:
            marks[claim.row, claim.output] |= (claim.like in likes) != but
        return marks

    def by_sentence(self, of_case: Sequence[str]) -> NDArray[np.str_]:
        """What is known of a text, repeated for each of its sentences."""
        return np.array(of_case)[self.case_of]


def voice(author: str) -> str:
    """Who wrote, whatever the manner: `e21` and `e24` are one writer."""
    return author[:2] if author[:2] in (*UNREAD, *UNHEARD) else author


def read_cases(split_name: str, path: Path = PATH) -> tuple[Labelled, ...]:
    """The texts of a split; other rows are not parsed into texts."""
    return tuple(
        Labelled.model_validate(row)
        for line in path.read_text(encoding="utf-8").splitlines()
        if (row := json.loads(line))["split"] == split_name
    )


def own_cases() -> tuple[Labelled, ...]:
    """What the project itself has labelled: the examples of the lexicon, and the public questions as innocent texts."""
    entries: tuple[Name | Pattern, ...] = (*lexicon().names, *lexicon().patterns)
    told = [
        (f"{OWN}-{entry.id}-{kind}-{at}", text, entry.category if kind == "leak" else None, entry.category)
        for entry in entries
        for kind, texts in (("leak", entry.leaks), ("innocent", entry.innocent))
        for at, text in enumerate(texts)
    ]
    asked = [
        _own(f"{OWN}-question-{name}-{at}", text, None, None)
        for name, question in catalogue().questions.items()
        for at, text in enumerate((question.text, question.why))
    ]
    return (*(_own(*each) for each in told), *asked)


def _own(name: str, text: str, label: Category | None, near: Category | None) -> Labelled:
    return Labelled(
        id=name, author=OWN, scenario=name, split="train", text=text, label=label, near=near if label is None else None,
        spans=(text,) if label else (), persona=Speaker(), pair=None,
    )  # fmt: skip


def digest(cases: Iterable[Labelled]) -> str:
    """Which texts these are."""
    return sha256("\n".join(case.model_dump_json() for case in cases).encode()).hexdigest()[:16]


def matrix(cases: tuple[Labelled, ...]) -> Corpus:
    """All sentences of the texts."""
    columns, rows, values = [], [], []
    labels: list[Category | None] = []
    claims: list[Claim] = []
    words: list[tuple[str, ...]] = []
    folded: list[str] = []
    counts: list[int] = []
    for case in cases:
        view = fold(case.text)
        text = tuple(split(view.text))
        for slots, sentence, weight in _weighed(case, text):
            columns.append(slots)
            rows.append(sentence + len(labels))
            values.append(weight)
        labels += (label_of(case, view, one) for one in text)
        found = by_sentence([view.origin(one.start, one.end) for one in text], _found(case))
        claims += (
            Claim(len(labels) - len(text) + at, OUTPUTS.index(leak.category), like(leak))
            for at in found
            for leak in found[at]
        )
        words += (one.words for one in text)
        folded += (view.text[one.start : one.end] for one in text)
        counts.append(len(text))
    held = (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns)))
    features = csr_matrix(held, shape=(len(labels), SLOTS))
    features.sum_duplicates()
    case_of = np.repeat(np.arange(len(cases)), counts)
    return Corpus(cases, features, tuple(labels), tuple(claims), case_of, tuple(words), tuple(folded))


def _found(case: Labelled) -> list[Leak]:
    heard = Heard()
    for message in case.user_said or ():
        heard.add(message)
    return by_words(Text(case.text, heard, Secrets.of(case.internal or ()), case.persona.named))


def _weighed(
    case: Labelled, text: Sequence[Words]
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]]:
    read = [looked_up(text, at, case.persona.age) for at in range(len(text))]
    said = [stems for message in case.user_said or () for stems in said_stems(message)]
    for bag in bags(read, said):
        counts = np.bincount(bag.sentence, minlength=len(read)).clip(1)
        yield bag.slots, bag.sentence, (BLOCKS[bag.block] / np.sqrt(counts))[bag.sentence]


def label_of(case: Labelled, view: View, one: Words) -> Category | None:
    """A sentence leaks where a marked span lies in it, or a good part of the sentence in the span."""
    start, end = view.origin(one.start, one.end)
    for span in case.spans:
        first = case.text.find(span)
        shared = min(end, first + len(span)) - max(start, first)
        if shared > _OVERLAP * min(end - start, _MUCH):
            return case.label
    return None
