"""What the reader of dialogue acts learns from beside its corpus: datasets/sessions_labelled and clean_talk."""

from collections.abc import Iterator
from typing import NamedTuple

import jsonlines

from evals.data_files import DATASETS
from evals.dialogue_acts.labels import Act, Side

SESSIONS = DATASETS / "sessions_labelled" / "sessions.jsonl"
CLEAN = DATASETS / "clean_talk.jsonl"
_ACTS: dict[str, Act] = {
    "trivialized": "trivializes", "shaming": "shames", "scaring": "scares", "sarcasm": "rude", "rude_end": "rude",
    "dissuading": "dissuades", "waiver": "waiver", "leading": "leads", "trivia": "trivia", "breaks_role": "breaks_role",
    "training_before": "prescribes", "training_after_block": "prescribes",
}  # fmt: skip
"""What the quoted words of a kind of defect do."""
_EVERY = 3
"""Of clean messages every third one is learnt from; there are many."""
_CALIBRATES = frozenset({"k", "q"})
"""Authors whose clean talk sets the thresholds and is not learnt from."""


class Talk(NamedTuple):
    """A message. `spans`: (start, end, act) of what accuses in it, all of that."""

    side: Side
    before: str
    text: str
    spans: tuple[tuple[int, int, Act], ...] = ()


def training() -> Iterator[Talk]:
    """Messages of the train authors: those with a defect, and part of the clean ones."""
    for row in _rows():
        if row["author"] in _CALIBRATES or row.get("split", "train") != "train":
            continue
        defect = row.get("defect")
        for at, talk in enumerate(_messages(row)):
            quote, act = (defect["quote"], _ACTS.get(defect["kind"])) if defect else (None, None)
            start = talk.text.find(quote) if quote and act else -1
            if start >= 0 and quote and act:
                yield talk._replace(spans=((start, start + len(quote), act),))
            elif not defect and at % _EVERY == len(talk.text) % _EVERY:
                yield talk


def calibration() -> Iterator[Talk]:
    """All messages of the clean sessions, and the clean talk of the authors that are not learnt from."""
    for row in _rows():
        whole = "defect" in row or row["author"] in _CALIBRATES
        if whole and not row.get("defect") and row.get("split", "train") != "test":
            yield from _messages(row)


def _rows() -> Iterator[dict]:  # type: ignore[type-arg]
    for path in (SESSIONS, CLEAN):
        if path.exists():
            with jsonlines.open(path) as lines:
                yield from lines


def _messages(row: dict) -> Iterator[Talk]:  # type: ignore[type-arg]
    before = ""
    for role, text in row["messages"]:
        yield Talk(role, before if role == "athlete" else "", text)
        before = text
