"""What every check returns: a judgement with its evidence."""

from typing import Literal

from pydantic import Field

from coach.records.base import Record

Word = Literal["pass", "fail", "not_judged", "not_applicable"]


class Evidence(Record):
    """Where a finding points: an event (0-based index in the session), a quoted span of it, a rule or category."""

    what: str
    event: int | None = None
    start: int | None = None
    end: int | None = None
    quote: str | None = None
    rule: str | None = None


class Verdict(Record):
    """`value` is a `Word`, a number, or the check's own word; `passed` is None where nothing was judged.

    `judged`: how far the judgement reaches (a measured recall, a number of rules not judged), told beside every pass.
    `counts`: what was counted on the way; it says nothing about the judgement.
    """

    value: Word | float | str
    passed: bool | None
    explanation: str
    findings: tuple[Evidence, ...] = ()
    judged: dict[str, float] = Field(default_factory=dict)
    counts: dict[str, float] = Field(default_factory=dict)
