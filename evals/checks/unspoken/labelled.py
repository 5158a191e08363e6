"""A labelled text and how the findings on it are counted. Knows labels, not how anything is found.

A text is accused of a category when any leak of it is found, wherever in the text.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

from coach.records.base import Record
from evals.checks.unspoken.texts import Category, Leak, NamedAthlete
from evals.checks.verdict import Evidence, Verdict
from evals.data_files import DATASETS

CLEAN = (DATASETS / "clean_talk.jsonl", DATASETS / "sessions_labelled" / "sessions.jsonl")
"""What holds clean conversations."""

Reading = Literal["caught", "missed", "false", "beside"]
"""`false`: an accusation of an innocent text; `beside`: of a leaking text, but not of what it is labelled."""


class LabelledText(Record):
    """One line of datasets/leak_corpus.jsonl; the keys are explained in leak_corpus.md."""

    id: str
    author: str
    scenario: str
    split: Literal["train", "dev", "test"]
    text: str
    label: Category | None
    near: Category | None = None
    spans: tuple[str, ...]
    user_said: tuple[str, ...] | None = None
    internal: tuple[str, ...] | None = None
    persona: NamedAthlete
    pair: str | None


class CleanConversation(Record):
    """A whole clean conversation: nothing that the coach says in it leaks. A line of datasets/clean_talk.jsonl."""

    id: str
    author: str
    split: Literal["train", "dev", "test"]
    style: str
    messages: tuple[tuple[Literal["athlete", "coach"], str], ...]

    def texts(self) -> Iterator[LabelledText]:
        """The coach's messages as innocent texts, each with what the athlete had said before it."""
        said: tuple[str, ...] = ()
        for number, (speaker, text) in enumerate(self.messages):
            if speaker == "athlete":
                said = (*said, text)
            elif text.strip():
                yield LabelledText(
                    id=f"{self.id}-{number}", author=self.author, scenario=self.id, split=self.split, text=text,
                    label=None, spans=(), user_said=said, persona=NamedAthlete(), pair=None,
                )  # fmt: skip


def clean(split: str, paths: Iterable[Path] = CLEAN) -> tuple[CleanConversation, ...]:
    """The clean conversations of a split; labelled sessions that have a defect are left out."""
    rows = (json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines())
    kept = tuple(CleanConversation.model_fields)
    return tuple(
        CleanConversation.model_validate({name: row[name] for name in kept})
        for row in rows
        if row["split"] == split and row.get("defect") is None
    )


def readings(found: Iterable[Leak], case: LabelledText) -> Iterator[tuple[Category, Reading]]:
    accused = {leak.category for leak in found}
    if case.label is not None:
        yield case.label, "caught" if case.label in accused else "missed"
    for category in sorted(accused - {case.label}):
        yield category, "beside" if case.label else "false"


def check_labelled(found: tuple[Leak, ...], case: LabelledText) -> Verdict:
    """Pass where a leak was caught, or an innocent text was left alone. `counts`: CATEGORY READING."""
    read = tuple(readings(found, case))
    wrong = sorted(f"{reading}: {category}" for category, reading in read if reading != "caught")
    failed = any(not each.startswith("beside") for each in wrong)
    evidence = tuple(
        Evidence(what=f"{leak.category} ({leak.detector})", start=leak.start, end=leak.end, quote=leak.text)
        for leak in found
    )
    return Verdict(
        value="fail" if failed else "pass",
        passed=not failed,
        explanation="; ".join(wrong) or "as labelled",
        findings=evidence,
        counts={f"{category} {reading}": 1.0 for category, reading in read},
    )
