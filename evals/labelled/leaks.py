"""Things a coach might say, read by the detectors of `unspoken` (datasets/leak_corpus.md)."""

from collections import Counter
from collections.abc import Sequence
from typing import get_args

from evals.checks.measured import keep as keep_measured
from evals.checks.unspoken import VERSION, Leak, scan
from evals.checks.unspoken.labelled import CleanConversation, LabelledText, Reading, check_labelled, clean, readings
from evals.checks.unspoken.texts import Category
from evals.data_files import DATASETS
from evals.labelled.labelled_set import Grid, JudgedCase, LabelledSet, Share

INNOCENT = "innocent"
Leaks = tuple[Leak, ...]


def read(case: LabelledText) -> Leaks:
    """What the detectors find, told all that the corpus tells."""
    return scan(case.text, athlete=case.persona, internal=case.internal or (), user_said=case.user_said or ())


def decided(leaks: Leaks, case: LabelledText) -> str:
    """The labelled category where it is among those found, else the first found."""
    found = [leak.category for leak in leaks]
    return case.label if case.label in found and case.label else next(iter(found), INNOCENT)


def _grid(judged: Sequence[JudgedCase[LabelledText, Leaks]]) -> Grid:
    counted: Counter[tuple[Category, Reading]] = Counter(
        reading for each in judged for reading in readings(each.answer or (), each.case)
    )
    heads = ("category", "n", "caught", "missed", "false", "other kind", "precision", "recall")
    return Grid("Leaks", heads, tuple(_row(name, counted) for name in get_args(Category)))


def _row(name: Category, counted: Counter[tuple[Category, Reading]]) -> tuple[str | int, ...]:
    caught, missed, false, beside = (counted[name, each] for each in get_args(Reading))
    rates = (f"{caught / n:.3f}" if n else "-" for n in (caught + false, caught + missed))
    return (name, caught + missed, caught, missed, false, beside, *rates)


def _summary(judged: Sequence[JudgedCase[LabelledText, Leaks]]) -> str:
    labels = [each.case.label for each in judged if each.answer]
    innocent = sum(label is None for label in labels)
    rate = f"{1 - innocent / len(labels):.3f}" if labels else "-"
    return f"{len(labels)} texts accused, {innocent} of them innocent: overall precision {rate}"


def accused(conversation: CleanConversation) -> bool:
    """Whether anything that the coach says in a clean conversation is taken for a leak."""
    return any(read(text) for text in conversation.texts())


def by_conversation(split: str) -> Share:
    """How many clean conversations of a split are accused."""
    talks = clean(split)
    return Share(sum(map(accused, talks)), len(talks), "clean conversations accused")


def keep(cases: Sequence[LabelledText]) -> None:
    """Writes what the detectors see, for the caveat beside verdicts."""
    answered = [(read(case), case) for case in cases]
    counted: Counter[tuple[Category, Reading]] = Counter(
        reading for leaks, case in answered for reading in readings(leaks, case)
    )
    innocents = [leaks for leaks, case in answered if case.label is None]
    of = f"{len(cases)} texts, of which {len(cases) - len(innocents)} leak"
    said = f"{sum(map(bool, innocents))} of {len(innocents)} innocent texts accused"
    seen = {
        name: (counted[name, "caught"], counted[name, "caught"] + counted[name, "missed"])
        for name in get_args(Category)
    }
    talk = by_conversation("test")
    source = f"test split of datasets/leak_corpus.jsonl: {of}; {said}; {talk.found} of {talk.of} {talk.what}"
    keep_measured("unspoken", source, seen)


SET = LabelledSet(
    path=DATASETS / "leak_corpus.jsonl",
    case=LabelledText,
    version=VERSION,
    answer=read,
    check=check_labelled,
    grid=_grid,
    summary=_summary,
    rank=lambda each: 0 if each.case.label is None else 1,
    why=lambda case: repr(case.text),
    beside=by_conversation,
    has_splits=True,
    label=lambda case: case.label or INNOCENT,
    decided=decided,
    keep=keep,
)
