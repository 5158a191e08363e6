"""What every check returns: a judgement with its evidence."""

from collections.abc import Iterable
from typing import Any, Literal

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

    @classmethod
    def at(cls, event: int, text: str, span: tuple[int, int], **why: str) -> "Evidence":
        """At a span of a text of `event`; `why`: `what` and `rule`."""
        start, end = span
        return cls(event=event, start=start, end=end, quote=text[start:end], **why)


class Verdict(Record):
    """`value` is a `Word`, a number, or the check's own word; `passed` is None where nothing was judged.

    `judged`: how far the judgement reaches (a measured recall, a number of rules not judged), shown beside every pass.
    `counts`: what was counted on the way; it says nothing about the judgement.
    """

    value: Word | float | str
    passed: bool | None
    explanation: str
    findings: tuple[Evidence, ...] = ()
    judged: dict[str, float] = Field(default_factory=dict)
    counts: dict[str, float] = Field(default_factory=dict)


def not_judged(why: str, **more: Any) -> Verdict:
    return Verdict(value="not_judged", passed=None, explanation=why, **more)


def not_applicable(why: str) -> Verdict:
    return Verdict(value="not_applicable", passed=None, explanation=why)


def pass_or_fail(findings: Iterable[Evidence], why_passed: str = "", **more: Any) -> Verdict:
    """fail, explained by the first finding; pass where there is none. `more`: other fields of the verdict."""
    found = tuple(findings)
    if found:
        return Verdict(**{"value": "fail", "passed": False, "explanation": found[0].what, "findings": found, **more})
    return Verdict(**{"value": "pass", "passed": True, "explanation": why_passed, **more})


def fraction(findings: Iterable[Evidence], of: int, explanation: str) -> Verdict:
    """The share of `of` values without a finding; passes where there is none."""
    found = tuple(findings)
    return Verdict(value=round(1 - len(found) / of, 4), passed=not found, explanation=explanation, findings=found)
