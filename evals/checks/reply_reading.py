"""Was a reply read as a careful reader reads it? Field by field: right, missed, wrong, invented. Pure."""

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from coach.records.base import Record
from coach.records.fact import Confidence, Value
from evals.checks.verdict import Evidence, Verdict

VERSION = 1

Reading = Literal["right", "missed", "wrong", "invented"]
RELATIVE = 0.01
"""Numbers agree within one per cent: converted units are rounded differently."""


class LabelledFact(Record):
    value: Value
    unit: str | None = None
    spans: tuple[str, ...] = ()
    confidence: Confidence = "explicit"


class LabelledUtterance(Record):
    """One line of datasets/intake_utterances.jsonl; see the page beside it. `allowed`: neither owed nor wrong."""

    id: str
    scenario: str
    split: Literal["train", "dev", "test"]
    style: str
    question: str | None
    text: str
    today: str | None = None
    facts: dict[str, LabelledFact]
    declined: tuple[str, ...] = ()
    not_known: tuple[str, ...] = ()
    allowed: dict[str, tuple[Value, ...]] = Field(default_factory=dict)
    tempting: dict[str, str] = Field(default_factory=dict)
    note: str | None = None


def readings(found: dict[str, Any], case: LabelledUtterance) -> Iterator[tuple[str, Reading]]:
    """(field, reading) for every field that is owed or was given; what is allowed counts as neither."""
    for name, told in case.facts.items():
        accepted = (told.value, *case.allowed.get(name, ()))
        if name not in found:
            yield name, "missed"
        else:
            yield name, "right" if any(same(found[name], value) for value in accepted) else "wrong"
    for name, value in found.items():
        if name not in case.facts and not any(same(value, other) for other in case.allowed.get(name, ())):
            yield name, "invented"


def check_utterance(found: dict[str, Any], case: LabelledUtterance) -> Verdict:
    """pass where every fact was read and nothing else; the explanation names what was not. `counts`: FIELD READING."""
    read = list(readings(found, case))
    listed = [(name, reading) for name, reading in read if reading != "right"]
    counts = {f"{name} {reading}": 1.0 for name, reading in read}
    findings = tuple(
        Evidence(what=f"{reading} {name}: {found.get(name)!r}", quote=case.text[:200], rule=name)
        for name, reading in listed
    )
    said = "; ".join(finding.what for finding in findings) or "read as labelled"
    word = "fail" if findings else "pass"
    return Verdict(value=word, passed=not findings, explanation=said, findings=findings, counts=counts)


def same(got: Value, want: Value) -> bool:
    """Equal values: lists as sets, numbers within `RELATIVE`."""
    if isinstance(got, bool) or isinstance(want, bool):
        return got is want
    if isinstance(got, int | float) and isinstance(want, int | float):
        return abs(got - want) <= RELATIVE * max(abs(got), abs(want)) + 1e-9
    if isinstance(got, list | tuple) and isinstance(want, list | tuple):
        return set(got) == set(want)
    return got == want
