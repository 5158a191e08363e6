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
from evals.labelled.labelled_set import Grid, JudgedCase, LabelledSet, counted
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
    """clean | accused; caught by the owner | caught by another | missed. `counts`: SCORER and one of these."""
    said = "; ".join(f"{name}: {what[:160]}" for name, what in found.items()) or "no scorer fails"
    if case.defect is None:
        word, passed, whose = "accused" if found else "clean", not found, tuple(found)
    else:
        owner = case.defect.owner
        word = "caught" if owner in found else "caught by another" if found else "missed"
        said, passed, whose = f"{owner}, {case.defect.kind}; {said}", owner in found, (owner,)
    return Verdict(value=word, passed=passed, explanation=said, counts={f"{name} {word}": 1.0 for name in whose})


def _by_scorer(judged: Sequence[JudgedCase[LabelledSession, Accusations]]) -> dict[str, tuple[int, ...]]:
    """Scorer to how many of its defects it caught, another caught, nobody; and how many clean sessions it accused."""
    total, words = counted(judged), ("caught", "caught by another", "missed", "accused")
    scorers = sorted({name.partition(" ")[0] for name in total})
    return {name: tuple(total[f"{name} {word}"] for word in words) for name in scorers}


def _grid(judged: Sequence[JudgedCase[LabelledSession, Accusations]]) -> Grid:
    rows = (
        (name, (of := own + beside + missed), own, own + beside, missed, accused, _between(own, of))
        for name, (own, beside, missed, accused) in _by_scorer(judged).items()
    )
    heads = ("scorer", "defects", "caught by it", "caught by any", "missed", "clean accused", "share caught (95%)")
    return Grid("Defects in whole conversations", heads, tuple(rows))


def _between(count: int, of: int) -> str:
    low, high = MeasuredShare(found=count, of=of).interval()
    return f"{low:.2f} to {high:.2f}" if of else "-"


def _summary(judged: Sequence[JudgedCase[LabelledSession, Accusations]]) -> str:
    words = Counter(each.word for each in judged)
    own, accused = words["caught"], words["accused"]
    anybody = own + words["caught by another"]
    defects, clean = anybody + words["missed"], accused + words["clean"]
    return (
        f"of {defects} defects the owner caught {own} ({_between(own, defects)}), somebody {anybody} "
        f"({_between(anybody, defects)}); of {clean} clean sessions {accused} accused ({_between(accused, clean)})"
    )


def keep(judged: Sequence[JudgedCase[LabelledSession, Accusations]]) -> None:
    """Writes how many defects each scorer sees, for the caveat beside its passes."""
    source = f"test split of datasets/{FOLDER.name}: {len(judged)} sessions"
    seen = {name: (own, own + beside + missed) for name, (own, beside, missed, _) in _by_scorer(judged).items()}
    keep_measured("words_reach", source, {name: (own, of) for name, (own, of) in seen.items() if of})


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
