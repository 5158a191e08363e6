"""Labelled things a coach might say, read by `evals.checks.unspoken.scan`. No model plays."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from pydantic import TypeAdapter

from evals.checks.unspoken import VERSION, Leak, scan
from evals.checks.unspoken.labelled import Labelled, check_labelled
from evals.metrics.confusion_matrix import DECIDED, LABELLED, confusion_matrix
from evals.metrics.pass_rate import pass_rate
from evals.scorers.adapter import to_score

PATH = Path(__file__).resolve().parents[2] / "datasets" / "leak_corpus.jsonl"
KEY = "leaks"
INNOCENT = "innocent"
_LEAKS = TypeAdapter(tuple[Leak, ...])


def cases(split: str, path: Path = PATH) -> Iterator[Labelled]:
    """The texts of `split` (train, dev, test)."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if (row := json.loads(line))["split"] == split:
            yield Labelled.model_validate(row)


def read(case: Labelled) -> tuple[Leak, ...]:
    """What the detectors find, told all that the corpus tells."""
    return scan(case.text, athlete=case.persona.named, internal=case.internal or (), user_said=case.user_said or ())


def decided(leaks: tuple[Leak, ...], case: Labelled) -> str:
    """The labelled category where it is among those found, else the first found."""
    found = [leak.category for leak in leaks]
    return case.label if case.label in found and case.label else next(iter(found), INNOCENT)


@solver
def scanning() -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        found: Any = _LEAKS.dump_python(read(Labelled.model_validate(state.metadata["case"])), mode="json")
        state.store.set(KEY, found)
        return state

    return solve


@scorer(metrics=[pass_rate(), confusion_matrix()], version=VERSION)
def labelled() -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        case = Labelled.model_validate(state.metadata["case"])
        leaks = _LEAKS.validate_python(state.store.get(KEY))
        found = to_score(check_labelled(leaks, case), VERSION)
        found.metadata = {**(found.metadata or {}), DECIDED: decided(leaks, case)}
        return found

    return score


@task
def leak_corpus(split: str = "dev") -> Task:
    """The test split is for one look at the end, not for tuning."""
    samples = [
        Sample(
            id=case.id,
            input=case.text,
            metadata={"case": case.model_dump(mode="json"), LABELLED: case.label or INNOCENT},
        )
        for case in cases(split)
    ]
    return Task(dataset=MemoryDataset(samples), solver=scanning(), scorer=labelled(), version=VERSION)
