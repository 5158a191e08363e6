"""Labelled replies of athletes, read by `evals.reading`. No model plays."""

import datetime as dt
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from coach.errors import InputError
from evals.checks.utterance import VERSION, Utterance, check_utterance
from evals.metrics.errors_by_field import errors_by_field
from evals.metrics.fact_readings import fact_readings
from evals.metrics.pass_rate import pass_rate
from evals.reading import read
from evals.scorers.adapter import to_score

PATH = Path(__file__).resolve().parents[2] / "datasets" / "intake_utterances.jsonl"
KEY = "facts"


def cases(split: str, path: Path = PATH) -> Iterator[Utterance]:
    """The replies of `split` (train, dev, test); `InputError` where there are none, as nothing could be measured."""
    found = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        case = Utterance.model_validate(json.loads(line))
        if case.split == split:
            found += 1
            yield case
    if not found:
        raise InputError(f"{path}: no reply is in the split {split!r}")


def read_case(case: Utterance) -> dict[str, Any]:
    """Field to value, as `coach-eval extract` gives it."""
    today = dt.date.fromisoformat(case.today) if case.today else None
    return {name: fact.value for name, fact in read(case.text, case.question, today=today).items()}


@solver
def extraction() -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state.store.set(KEY, read_case(Utterance.model_validate(state.metadata["case"])))
        return state

    return solve


@scorer(metrics=[pass_rate(), fact_readings(), errors_by_field()], version=VERSION)
def utterance() -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        case = Utterance.model_validate(state.metadata["case"])
        return to_score(check_utterance(state.store.get(KEY), case), VERSION)

    return score


@task
def intake_utterances(split: str = "dev") -> Task:
    """The test split is for one look at the end, not for tuning."""
    samples = [
        Sample(id=case.id, input=case.text, metadata={"case": case.model_dump(mode="json")}) for case in cases(split)
    ]
    return Task(dataset=MemoryDataset(samples), solver=extraction(), scorer=utterance(), version=VERSION)
