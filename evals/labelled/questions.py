"""Questions of coaches, as the offline athlete understands them (datasets/athlete_questions.md)."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import TypeAdapter

from coach.records.base import Record
from evals.checks.verdict import Evidence, Verdict
from evals.data_files import DATASETS
from evals.labelled.labelled_set import Grid, JudgedCase, LabelledSet
from personas.acts import Ask
from personas.questions import read_questions

Fields = frozenset[str]


class LabelledQuestion(Record):
    """One line: what a coach writes, and the catalogue fields that it asks about; none: about something else."""

    id: str
    text: str
    asks: Fields
    kind: str


def asked(question: LabelledQuestion) -> Fields:
    return frozenset(act.field for act in read_questions(question.text) if isinstance(act, Ask))


def check_question(found: Fields, question: LabelledQuestion) -> Verdict:
    """pass where exactly the fields asked were understood."""
    missed, added = sorted(question.asks - found), sorted(found - question.asks)
    findings = [Evidence(what=f"missed {name}", rule=name) for name in missed]
    findings += [Evidence(what=f"not asked {name}", rule=name) for name in added]
    said = "; ".join(finding.what for finding in findings) or "understood as labelled"
    word = "fail" if findings else "pass"
    return Verdict(value=word, passed=not findings, explanation=said, findings=tuple(findings))


def _grid(judged: Sequence[JudgedCase[LabelledQuestion, Fields]]) -> Grid:
    """Counts of texts, and recall and precision over the fields of the texts that ask for some."""
    pairs = [(each.case.asks, each.answer or Fields()) for each in judged]
    asking = [(asks, got) for asks, got in pairs if asks]
    hit = sum(len(asks & got) for asks, got in asking)
    owed, read = sum(len(asks) for asks, _ in asking), sum(len(got) for _, got in asking)
    recall, precision = (f"{hit / n:.2f}" if n else "-" for n in (owed, read))
    whole, silent = sum(asks <= got for asks, got in asking), [got for asks, got in pairs if not asks]
    exact = sum(asks == got for asks, got in asking)
    row = (len(asking), whole, exact, recall, precision, len(silent), sum(not got for got in silent))
    heads = ("texts that ask", "every field heard", "and no other", "recall", "precision", "ask nothing", "none heard")
    return Grid("Fields asked, as heard", heads, (row,))


SET = LabelledSet(
    path=DATASETS / "athlete_questions.jsonl",
    case=LabelledQuestion,
    version=1,
    answer=asked,
    answers=TypeAdapter(Fields),
    check=check_question,
    grid=_grid,
    rank=lambda each: 0 if "missed" in each.verdict.explanation else 1,
    why=lambda question: repr(question.text),
    kind=lambda question: question.kind,
)
SECOND = replace(SET, path=DATASETS / "athlete_questions_2.jsonl")
