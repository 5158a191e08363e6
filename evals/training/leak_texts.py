"""The labelled leak corpus as sentences: what each says by n-grams, by the encoder and by words. Opens no test row."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, hstack

from coach.profile.catalogue import catalogue
from evals.checks.unspoken.athlete_history import NOTHING, AthleteHistory, after
from evals.checks.unspoken.labelled import LabelledText, clean
from evals.checks.unspoken.lexicon import lexicon
from evals.checks.unspoken.meaning import ngrams
from evals.checks.unspoken.meaning.encoded import encoded
from evals.checks.unspoken.meaning.finding import asking, by_sentence, marked
from evals.checks.unspoken.normalize import View, fold
from evals.checks.unspoken.scanning import Beside, by_words
from evals.checks.unspoken.texts import Category, NamedAthlete
from evals.language.sentences import Sentence, split

OWN = "own"
"""The author of what the project itself has labelled: trained on, never counted."""
UNHEARD = ("et", "ev", "ew", "ey", "ez", "fz", "ek", "ga", "gb", "gc")
"""Writers in dev who stand for one that nothing has met. Names missed in `et`, `ev`, `ey`, `ez` are in the lexicon."""
_OVERLAP = 0.3
_MUCH = 40

Marks = NDArray[np.bool_]


@dataclass(frozen=True)
class Corpus:
    """Texts and their sentences, in order; `case_of`: the text of each sentence. Marks are sentences by outputs."""

    cases: tuple[LabelledText, ...]
    sentences: tuple[tuple[str, ...], ...]
    labels: NDArray[np.str_]
    case_of: NDArray[np.int64]
    firm: Marks
    weak: Marks
    asked: Marks

    @property
    def writers(self) -> NDArray[np.str_]:
        return np.array([voice(case.author) for case in self.cases])[self.case_of]

    def features(self) -> csr_matrix:
        """Sentences by slots, words before letters; a block weighs one over the root of its count."""
        lengths = np.array([len(words) for words in self.sentences])
        flat = [word for words in self.sentences for word in words]
        numbers = np.array([ngrams.number_of(word) for word in flat], dtype=np.uint64)
        words, spelt = list(ngrams.runs_of_words(numbers, lengths)), [ngrams.runs_of_letters(word) for word in flat]
        letters = ngrams.Runs(
            np.array([slot for slots in spelt for slot in slots]),
            np.add.reduceat([len(slots) for slots in spelt], np.cumsum(lengths) - lengths),
        )
        return hstack(
            [_block(words, ngrams.WORD_SLOTS) * ngrams.WORDS_COUNT, _block([letters], ngrams.LETTER_SLOTS)]
        ).tocsr()

    def encoded(self, *, alone: bool) -> NDArray[np.float32]:
        """The encoder's scores, sentences by (outputs and any), each read among its neighbours or alone."""
        made = []
        for case in self.cases:
            view = fold(case.text)
            texts = [view.text[one.start : one.end] for one in split(view.text)]
            made.append(encoded(texts, history_of(case), range(len(texts)), alone=alone))
        return np.concatenate(made)


def voice(author: str) -> str:
    """Who wrote, whatever the manner: `et1` and `et4` are one writer."""
    return author[:2] if author[:2] in UNHEARD else author


def talk_cases(split_name: str) -> tuple[LabelledText, ...]:
    """What the coach says in the clean conversations of a split."""
    return tuple(text for talk in clean(split_name) for text in talk.texts())


def own_cases() -> tuple[LabelledText, ...]:
    """The examples of the lexicon, and the public questions as innocent texts."""
    told: list[tuple[str, str, Category | None]] = [
        (f"{OWN}-{entry.id}-{kind}-{at}", text, entry.category if kind == "leak" else None)
        for entry in lexicon().names
        for kind, texts in (("leak", entry.leaks), ("innocent", entry.innocent))
        for at, text in enumerate(texts)
    ]
    for name, question in catalogue().questions.items():
        told += [(f"{OWN}-question-{name}-{at}", text, None) for at, text in enumerate((question.text, question.why))]
    return tuple(
        LabelledText(
            id=name, author=OWN, scenario=name, split="train", text=text, label=label, spans=(text,) if label else (),
            persona=NamedAthlete(), pair=None,
        )
        for name, text, label in told
    )  # fmt: skip


def digest(cases: Iterable[LabelledText]) -> str:
    """Which texts these are."""
    return sha256("\n".join(case.model_dump_json() for case in cases).encode()).hexdigest()[:16]


def corpus(cases: tuple[LabelledText, ...]) -> Corpus:
    """All sentences of the texts, with what words find in them."""
    rows: list[tuple[str, ...]] = []
    labels: list[str] = []
    marks: dict[str, list[Marks]] = {"firm": [], "weak": [], "asked": []}
    for case in cases:
        view, heard = fold(case.text), history_of(case)
        sentences = tuple(split(view.text))
        places = [view.origin(one.start, one.end) for one in sentences]
        found = by_words(case.text, view, Beside(heard, case.internal or (), case.persona))
        for kind, leaks in (("firm", found.firm), ("weak", found.weak)):
            marks[kind].append(marked(len(sentences), by_sentence(places, leaks)))
        marks["asked"].append(asking(len(sentences), heard))
        rows += (one.words for one in sentences)
        labels += (label_of(case, view, one) or "" for one in sentences)
    counts = [len(part) for part in marks["asked"]]
    joined = {kind: np.concatenate(parts) for kind, parts in marks.items()}
    return Corpus(cases, tuple(rows), np.array(labels), np.repeat(np.arange(len(cases)), counts), **joined)


def label_of(case: LabelledText, view: View, one: Sentence) -> Category | None:
    """A sentence leaks where a marked span lies in it, or a good part of the sentence in the span."""
    start, end = view.origin(one.start, one.end)
    for span in case.spans:
        first = case.text.find(span)
        shared = min(end, first + len(span)) - max(start, first)
        if shared > _OVERLAP * min(end - start, _MUCH):
            return case.label
    return None


def history_of(case: LabelledText) -> AthleteHistory:
    """What the athlete had said before the text."""
    return reduce(after, case.user_said or (), NOTHING)


def _block(runs: Sequence[ngrams.Runs], width: int) -> csr_matrix:
    rows = len(runs[0].counts)
    owners = np.concatenate([np.repeat(np.arange(rows), each.counts) for each in runs])
    weights = (1 / np.sqrt(sum(each.counts for each in runs)))[owners]
    made = csr_matrix((weights, (owners, np.concatenate([each.slots for each in runs]))), shape=(rows, width))
    made.sum_duplicates()
    return made
