"""The plan rules alone against labelled plans (datasets/plan_cases.md)."""

import io
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from pydantic import ConfigDict, model_validator

from coach.batch import answer
from coach.commands.check_plan import PlanLine, judge
from coach.records.base import Record
from coach.records.block import PlanFinding
from evals.checks.verdict import Evidence, Verdict
from evals.data_files import DATASETS
from evals.labelled.labelled_set import Grid, JudgedCase, LabelledSet

VERSION = 2

Kind = Literal["valid", "fault", "boundary", "published", "malformed"]
SOUND: frozenset[Kind] = frozenset({"valid", "published"})

Word = Literal["false_pass", "wrong_rules", "missed_warning", "false_alarm", "false_warning", "correct"]
WORDS: tuple[Word, ...] = ("false_pass", "wrong_rules", "missed_warning", "false_alarm", "false_warning", "correct")
"""Worst first: an athlete trains by a plan that should have been refused."""

BAD_LINE = "bad_line"


class LabelledRule(Record):
    """A rule that must fire; where `week` is given, in that week too."""

    rule: str
    severity: Literal["error", "warn"]
    week: int | None = None


class ExpectedFindings(Record):
    """`rules_fired` holds every error and the warnings that the case is about; `may_fire` is left open.

    `refused_at` goes with `bad_line`: the place in the line that the refusal must name (`plan.weeks.0.days`, or `weeks`
    alone); None where the label does not say why the line is bad.
    """

    valid: bool | Literal["bad_line"]
    rules_fired: tuple[LabelledRule, ...] = ()
    must_not_fire: tuple[str, ...] = ()
    may_fire: tuple[str, ...] = ()
    refused_at: str | None = None

    @model_validator(mode="after")
    def _refusal_is_of_a_bad_line(self) -> "ExpectedFindings":
        if self.refused_at is not None and self.valid != BAD_LINE:
            raise ValueError("refused_at goes with valid: bad_line")
        if self.valid == BAD_LINE and self.rules_fired:
            raise ValueError("no rule judges a bad line: say in refused_at what must refuse it")
        return self

    @property
    def word(self) -> str:
        return self.valid if isinstance(self.valid, str) else _named(self.valid)


class PlanCase(Record):
    """One line of datasets/plan_cases.jsonl. What is not named here is handed to `coach check-plan` as it stands."""

    model_config = ConfigDict(frozen=True, extra="allow")

    id: str
    kind: Kind
    expect: ExpectedFindings
    note: str = ""

    @property
    def line(self) -> dict[str, Any]:
        """The line of `coach check-plan`."""
        return {"id": self.id, **(self.model_extra or {})}


class CheckedPlan(Record):
    """What `coach check-plan` answers; `error` where the line was refused."""

    id: str | int | None = None
    valid: bool | None = None
    findings: tuple[PlanFinding, ...] = ()
    not_judged: tuple[str, ...] = ()
    error: str | None = None

    @property
    def word(self) -> str:
        return BAD_LINE if self.error is not None else _named(self.valid)


def _named(valid: object) -> str:
    return "not judged" if valid is None else "valid" if valid else "invalid"


def check_plan_case(answer: CheckedPlan | None, expected: ExpectedFindings) -> Verdict:
    """One of `WORDS`: the worst way in which the answer differs from the label."""
    if answer is None:
        return Verdict(value="not_judged", passed=None, explanation="the plan rules were not asked")
    findings = tuple(_differences(answer, expected))
    word = _word(answer, expected, findings)
    said = f"labelled {expected.word}, judged {answer.word}"
    return Verdict(value=word, passed=word == "correct", explanation=said, findings=findings)


def _word(answer: CheckedPlan, expected: ExpectedFindings, findings: Sequence[Evidence]) -> Word:
    refused, should = answer.error is not None, expected.valid == BAD_LINE
    if should and not refused:
        return "false_pass"
    if refused and not should:
        return "false_alarm"
    if refused:
        return "wrong_rules" if findings else "correct"
    fired = _errors(answer)
    if answer.valid and not expected.valid:
        return "false_pass"
    undecided = answer.valid is None
    if not answer.valid and expected.valid and (undecided or fired - set(expected.may_fire)):
        return "false_alarm"
    return next((word for word in WORDS if any(found.what.startswith(word) for found in findings)), "correct")


def _names(error: str, place: str) -> bool:
    """Whether the error is about the place: as a whole part of a dotted path or a word of its own."""
    return re.search(rf"(?<![A-Za-z0-9_]){re.escape(place)}(?![A-Za-z0-9_])", error) is not None


def _errors(answer: CheckedPlan) -> set[str]:
    return {found.rule for found in answer.findings if found.severity == "error"}


def _differences(answer: CheckedPlan, expected: ExpectedFindings) -> Iterable[Evidence]:
    """Each begins with the word that it stands for."""
    if (expected.valid == BAD_LINE) != (answer.error is not None):
        yield Evidence(what=f"wrong_rules: the line was {'refused' if answer.error else 'read'}: {answer.error or ''}")
    if answer.error is not None:
        if expected.refused_at is not None and not _names(answer.error, expected.refused_at):
            what = f"wrong_rules: {expected.refused_at} is labelled as what is bad, refused was: {answer.error}"
            yield Evidence(what=what, rule=expected.refused_at)
        return
    found = {(each.rule, each.severity, week) for each in answer.findings for week in (each.week, None)}
    for label in expected.rules_fired:
        if (label.rule, label.severity, label.week) not in found:
            word = "wrong_rules" if label.severity == "error" else "missed_warning"
            where = f" in week {label.week}" if label.week else ""
            yield Evidence(what=f"{word}: {label.rule} is labelled{where} and missing", rule=label.rule)
    labelled = {label.rule for label in expected.rules_fired if label.severity == "error"} | set(expected.may_fire)
    for rule in sorted(_errors(answer) - labelled):
        yield Evidence(what=f"wrong_rules: {rule} is an error and not labelled", rule=rule)
    for rule in sorted({each.rule for each in answer.findings} & set(expected.must_not_fire)):
        yield Evidence(what=f"false_warning: {rule} must stay silent", rule=rule)


Count = Literal["caught", "missed", "quiet", "accused", "warn", "error"]


def tally(judged: Iterable[tuple[Kind, ExpectedFindings, CheckedPlan]]) -> dict[str, Counter[Count]]:
    """By rule: faults caught and missed, twins left alone (quiet) and accused, sound plans by the worst it says."""
    table: dict[str, Counter[Count]] = defaultdict(Counter)
    for kind, expected, checked in judged:
        if checked.error is not None:
            continue
        fired = {(each.rule, each.severity) for each in checked.findings}
        rules = {rule for rule, _ in fired}
        for label in expected.rules_fired:
            table[label.rule]["caught" if (label.rule, label.severity) in fired else "missed"] += 1
        for rule in expected.must_not_fire:
            table[rule]["accused" if rule in rules else "quiet"] += 1
        for rule in rules if kind in SOUND else ():
            table[rule]["error" if (rule, "error") in fired else "warn"] += 1
    return dict(table)


def ask(case: PlanCase) -> CheckedPlan:
    """What `coach check-plan` answers to the case's line."""
    out = io.StringIO()
    answer([json.dumps(case.line)], PlanLine, judge, out)
    return CheckedPlan.model_validate_json(out.getvalue())


_COUNTS: tuple[Count, ...] = ("missed", "caught", "accused", "quiet", "warn", "error")


def _grid(judged: Sequence[JudgedCase[PlanCase, CheckedPlan]]) -> Grid:
    sound = sum(each.case.kind in SOUND for each in judged)
    heads = ("faults missed", "faults caught", "twins accused", "twins left alone", f"warns in {sound}", "errors")
    counted = tally((each.case.kind, each.case.expect, each.answer) for each in judged if each.answer)
    worst_first = sorted(counted, key=lambda rule: (-counted[rule]["missed"], -counted[rule]["accused"], rule))
    rows: list[tuple[str | int, ...]] = [(rule, *(counted[rule][count] for count in _COUNTS)) for rule in worst_first]
    return Grid("By rule: labelled faults, labelled twins, and sound plans", ("rule", *heads), tuple(rows))


SET = LabelledSet(
    path=DATASETS / "plan_cases.jsonl",
    case=PlanCase,
    version=VERSION,
    answer=ask,
    check=lambda answer, case: check_plan_case(answer, case.expect),
    grid=_grid,
    summary=lambda judged: f"{sum(each.word == WORDS[0] for each in judged)} false passes",
    rank=lambda each: [*WORDS, each.word].index(each.word),
    why=lambda case: f"because: {case.note}",
    exact=True,
    label=lambda case: case.expect.word,
    decided=lambda answer, _: answer.word,
    kind=lambda case: case.kind,
)
