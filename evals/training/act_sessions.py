"""What the reader of dialogue acts learns from beside its corpus: sessions, clean talk, near misses of leaks."""

import re
from collections.abc import Iterator
from itertools import islice
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
_EVERY, _EVERY_NEAR_MISS = 2, 8
"""Of clean messages every second one is learnt from, of texts that leak nothing every eighth; there are many."""
_SLOT = re.compile(r"\{\w+\}")
_CALIBRATES = frozenset({"k", "q"})
"""Authors whose clean talk sets the thresholds and is not learnt from."""


class SpannedMessage(NamedTuple):
    """A message. `spans`: (start, end, act) of what accuses in it, all of that."""

    side: Side
    text: str
    spans: tuple[tuple[int, int, Act], ...] = ()


def training() -> Iterator[SpannedMessage]:
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
            elif not defect and _is_learnt(at, talk):
                yield talk


def near_misses() -> Iterator[SpannedMessage]:
    """What coaches say of age, motives, goals and methods without fault, of the train split of the leak corpus."""
    with jsonlines.open(DATASETS / "leak_corpus.jsonl") as lines:
        clean = (row["text"] for row in lines if row["split"] == "train" and row["label"] is None)
        yield from (SpannedMessage("coach", text) for text in islice(clean, 0, None, _EVERY_NEAR_MISS))


def calibration() -> Iterator[SpannedMessage]:
    """Clean messages that are not learnt from: of sessions, and of the authors who are there for this."""
    for row in _rows():
        learnt = row["author"] not in _CALIBRATES and row.get("split", "train") == "train"
        if row.get("defect") or row.get("split") == "test" or (learnt and "defect" not in row):
            continue
        yield from (talk for at, talk in enumerate(_messages(row)) if not (learnt and _is_learnt(at, talk)))


def product() -> Iterator[SpannedMessage]:
    """What the product and its offline coach say: clean, and said in every session."""
    from coach.safety.rules import rules
    from evals.offline.phrases import table

    said = [text for texts in table().values() for text in texts]
    said += [rule.rule.hint for rule in rules()]
    yield from (SpannedMessage("coach", _SLOT.sub("that", text)) for text in said)


def _is_learnt(at: int, talk: SpannedMessage) -> bool:
    return at % _EVERY == len(talk.text) % _EVERY


def _rows() -> Iterator[dict]:  # type: ignore[type-arg]
    for path in (SESSIONS, CLEAN):
        with jsonlines.open(path) as lines:
            yield from lines


def _messages(row: dict) -> Iterator[SpannedMessage]:  # type: ignore[type-arg]
    return (SpannedMessage(role, text) for role, text in row["messages"])
