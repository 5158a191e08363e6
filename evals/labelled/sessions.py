"""Whole conversations with at most one defect each, judged by every scorer that can (datasets/sessions_labelled.md)."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Literal

import jsonlines

from coach.errors import InputError
from coach.records.base import Record
from coach.records.block import TrainingBlock
from coach.states import Outcome
from evals.checks.measured import MeasuredShare
from evals.checks.measured import keep as keep_measured
from evals.checks.verdict import Verdict
from evals.data_files import DATASETS
from evals.interchange.read import cases
from evals.interchange.schema import InterchangeMessage, InterchangeSession
from evals.labelled.labelled_set import Grid, JudgedCase, LabelledSet
from personas.persona import TODAY

FOLDER = DATASETS / "sessions_labelled"
Accusations = dict[str, str]
"""Scorer that failed to what it says."""


class Defect(Record):
    """What is wrong: `of`: the clean session that it was made of; `owner`: the scorer whose business it is.

    `quote`: the words that are wrong; None where something is missing.
    """

    of: str
    owner: str
    kind: str
    quote: str | None
    why: str


class LabelledSession(Record):
    """A line of sessions.jsonl. `persona`: of the library, None: nobody we know; `plan`: of plans.jsonl."""

    id: str
    author: str
    split: Literal["train", "dev", "test"]
    style: str | None
    persona: str | None
    plan: str | None
    outcome: Outcome | None
    defect: Defect | None
    messages: tuple[tuple[Literal["athlete", "coach"], str], ...]


def answer(case: LabelledSession) -> Accusations:
    """Every scorer that fails the session."""
    verdicts = cases(session(case)).judge()
    return {name: verdict.explanation for name, verdict in verdicts.items() if verdict.passed is False}


def session(case: LabelledSession) -> InterchangeSession:
    """The case as anybody's transcript: no events, no internal texts."""
    return InterchangeSession(
        id=case.id,
        persona=case.persona,
        messages=tuple(InterchangeMessage(role=role, text=text) for role, text in case.messages),
        plan=_plan(case.plan) if case.plan else None,
        outcome=case.outcome,
        internal=(),
        today=TODAY,
    )


@cache
def _plans() -> dict[str, TrainingBlock]:
    with jsonlines.open(FOLDER / "plans.jsonl") as lines:
        return {line["id"]: TrainingBlock.model_validate(line["plan"]) for line in lines}


def _plan(name: str) -> TrainingBlock:
    if name not in _plans():
        raise InputError(f"plan: {name!r} is not in {FOLDER.name}/plans.jsonl")
    return _plans()[name]


def check(found: Accusations, case: LabelledSession) -> Verdict:
    """clean | accused; caught by the owner | caught by another | missed."""
    said = "; ".join(f"{name}: {what[:160]}" for name, what in found.items()) or "no scorer fails"
    if case.defect is None:
        return Verdict(value="accused" if found else "clean", passed=not found, explanation=said)
    owner = case.defect.owner
    word = "caught" if owner in found else "caught by another" if found else "missed"
    return Verdict(value=word, passed=owner in found, explanation=f"{owner}, {case.defect.kind}; {said}")


def _grid(judged: Sequence[JudgedCase[LabelledSession, Accusations]]) -> Grid:
    defects = [(each.case.defect.owner, each.answer or {}) for each in judged if each.case.defect]
    clean = Counter(name for each in judged if each.case.defect is None for name in each.answer or ())
    owners = Counter(owner for owner, _ in defects)
    rows = []
    for owner in sorted({*owners, *clean}):
        own = sum(owner in found for name, found in defects if name == owner)
        any_ = sum(bool(found) for name, found in defects if name == owner)
        of = owners[owner]
        rows.append((owner, of, own, any_, of - any_, clean[owner], _between(own, of)))
    heads = ("scorer", "defects", "caught by it", "caught by any", "missed", "clean accused", "share caught (95%)")
    return Grid("Defects in whole conversations", heads, tuple(rows))


def _between(count: int, of: int) -> str:
    low, high = MeasuredShare(found=count, of=of).interval()
    return f"{low:.2f} to {high:.2f}" if of else "-"


def _summary(judged: Sequence[JudgedCase[LabelledSession, Accusations]]) -> str:
    defects = [(each.case.defect.owner, each.answer or {}) for each in judged if each.case.defect]
    clean = [each.answer or {} for each in judged if each.case.defect is None]
    own, anybody = sum(owner in found for owner, found in defects), sum(bool(found) for _, found in defects)
    accused = sum(map(bool, clean))
    return (
        f"of {len(defects)} defects the owner caught {own} ({_between(own, len(defects))}), somebody {anybody} "
        f"({_between(anybody, len(defects))}); of {len(clean)} clean sessions {accused} accused "
        f"({_between(accused, len(clean))})"
    )


def keep(cases_: Sequence[LabelledSession]) -> None:
    """Writes how many defects each scorer sees, for the caveat beside its passes."""
    of = Counter(case.defect.owner for case in cases_ if case.defect)
    found = Counter(case.defect.owner for case in cases_ if case.defect and case.defect.owner in answer(case))
    source = f"test split of datasets/{FOLDER.name}: {len(cases_)} sessions"
    keep_measured("words_reach", source, {owner: (found[owner], of[owner]) for owner in sorted(of)})


SET = LabelledSet(
    path=FOLDER / "sessions.jsonl",
    case=LabelledSession,
    version=1,
    answer=answer,
    check=check,
    grid=_grid,
    summary=_summary,
    rank=lambda each: 0 if each.case.defect is None else 1,
    why=lambda case: case.defect.why if case.defect else "clean",
    has_splits=True,
    keep=keep,
)
