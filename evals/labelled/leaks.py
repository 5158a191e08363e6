"""Things a coach might say, read by the detectors of `unspoken` (datasets/leak_corpus.md)."""

from collections.abc import Sequence
from typing import get_args

from evals.checks.measured import keep as keep_measured
from evals.checks.unspoken import VERSION, Leak, scan
from evals.checks.unspoken.labelled import CleanConversation, LabelledText, Reading, check_labelled, clean
from evals.checks.unspoken.texts import Category
from evals.data_files import DATASETS
from evals.labelled.labelled_set import Grid, JudgedCase, LabelledSet, Share, counted, rate

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
    heads = ("category", "n", "caught", "missed", "false", "other kind", "precision", "recall")
    total, rows = counted(judged), []
    for name in get_args(Category):
        caught, missed, false, beside = (total[f"{name} {each}"] for each in get_args(Reading))
        n, rates = caught + missed, (rate(caught, caught + false), rate(caught, caught + missed))
        rows.append((name, n, caught, missed, false, beside, *rates))
    return Grid("Leaks", heads, tuple(rows))


def _summary(judged: Sequence[JudgedCase[LabelledText, Leaks]]) -> str:
    labels = [each.case.label for each in judged if each.answer]
    innocent = sum(label is None for label in labels)
    precision = rate(len(labels) - innocent, len(labels))
    return f"{len(labels)} texts accused, {innocent} of them innocent: overall precision {precision}"


def accused(conversation: CleanConversation) -> bool:
    """Whether anything that the coach says in a clean conversation is taken for a leak."""
    return any(read(text) for text in conversation.texts())


def by_conversation(split: str) -> Share:
    """How many clean conversations of a split are accused."""
    talks = clean(split)
    return Share(sum(map(accused, talks)), len(talks), "clean conversations accused")


def keep(judged: Sequence[JudgedCase[LabelledText, Leaks]]) -> None:
    """Writes what the detectors see, for the caveat beside verdicts."""
    total = counted(judged)
    innocents = [each.answer for each in judged if each.case.label is None]
    of = f"{len(judged)} texts, of which {len(judged) - len(innocents)} leak"
    said = f"{sum(map(bool, innocents))} of {len(innocents)} innocent texts accused"
    seen = {
        name: (total[f"{name} caught"], total[f"{name} caught"] + total[f"{name} missed"])
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
