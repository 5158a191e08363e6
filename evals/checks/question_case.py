"""Is a coach's message read as labelled? Field by field: right, missed, invented. Pure but for `measure`."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from evals.checks.verdict import Evidence, Verdict
from personas.acts import Ask
from personas.questions import read_questions

VERSION = 1

Reading = Literal["right", "missed", "invented"]


class QuestionCase(BaseModel):
    """One line of datasets/athlete_questions*.jsonl; `asks`: the fields that the text asks for, perhaps none."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    text: str
    asks: frozenset[str]
    kind: str


def readings(case: QuestionCase) -> Iterator[tuple[str, Reading]]:
    """(field, reading) for every field that the text asks for or that was read in it, by name."""
    read = {act.field for act in read_questions(case.text) if isinstance(act, Ask)}
    for field in sorted(case.asks | read):
        yield field, "invented" if field not in case.asks else "right" if field in read else "missed"


def check_question(case: QuestionCase) -> Verdict:
    """pass where every field was read and no other; the explanation names what was not read as labelled."""
    read = list(readings(case))
    wrong = [(field, reading) for field, reading in read if reading != "right"]
    findings = tuple(Evidence(what=f"{reading} {field}", quote=case.text[:200], rule=field) for field, reading in wrong)
    counts = {reading: float(count) for reading, count in Counter(reading for _, reading in read).items()}
    said = "; ".join(finding.what for finding in findings) or "read as labelled"
    word = "fail" if findings else "pass"
    return Verdict(value=word, passed=not findings, explanation=said, findings=findings, counts=counts)


def measure(path: Path) -> dict[str, int]:
    """Over the lines of `path`: `asking` texts, of which `whole` (nothing missed) and `exact`; `not_asking` texts, of
    which `quiet` (nothing read); `right`, `missed` and `invented` fields of the texts that ask."""
    counts: Counter[str] = Counter()
    for line in path.read_text(encoding="utf-8").splitlines():
        case = QuestionCase.model_validate_json(line)
        read: Counter[str] = Counter(reading for _, reading in readings(case))
        if case.asks:
            counts.update({"asking": 1, "whole": not read["missed"], "exact": read.keys() <= {"right"}})
            counts.update(read)
        else:
            counts.update({"not_asking": 1, "quiet": not read})
    return {name: int(count) for name, count in counts.items()}
