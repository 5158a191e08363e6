"""The labelled sets as Inspect tasks. No model plays: `--model none/none`."""

from collections.abc import Callable, Mapping
from pathlib import Path

from inspect_ai import Epochs, Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Metric, Score, Scorer, Target, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from evals.labelled import SETS, labelled_set
from evals.metrics.by_group import by_group
from evals.metrics.confusion_matrix import DECIDED, LABELLED, confusion_matrix
from evals.metrics.fact_readings import fact_readings
from evals.metrics.false_approval_rate import false_approval_rate
from evals.metrics.pass_rate import pass_rate
from evals.scorers.adapter import to_score

KIND = "kind"

METRICS: Mapping[str, Callable[[], list[Metric]]] = {
    **dict.fromkeys(SETS, lambda: [pass_rate()]),
    "vignettes": lambda: [pass_rate(), false_approval_rate(), confusion_matrix(), by_group(pass_rate(), LABELLED)],
    "plans": lambda: [pass_rate(), confusion_matrix(), by_group(pass_rate(), KIND)],
    "replies": lambda: [pass_rate(), fact_readings()],
    "leaks": lambda: [pass_rate(), confusion_matrix()],
}


@solver
def nothing() -> Solver:
    """No model plays: the scorer has the case answered."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        return state

    return solve


def _registered(name: str) -> Callable[[], Scorer]:
    def make() -> Scorer:
        chosen = labelled_set(name)

        async def score(state: TaskState, target: Target) -> Score:
            case = chosen.case.model_validate(state.metadata["case"])
            answer = chosen.answer(case)
            found = to_score(chosen.check(answer, case), chosen.version)
            found.metadata = {**(found.metadata or {}), DECIDED: chosen.decided(answer, case)}
            return found

        return score

    return scorer(metrics=METRICS[name](), name=name)(make)


SCORERS: Mapping[str, Callable[[], Scorer]] = {name: _registered(name) for name in SETS}


def task_of(name: str, split: str | None = None, path: str | None = None) -> Task:
    chosen = labelled_set(name)
    samples = [
        Sample(
            id=case.id,
            input=chosen.why(case),
            target=chosen.label(case) or "",
            metadata={"case": case.model_dump(mode="json"), LABELLED: chosen.label(case), KIND: chosen.kind(case)},
        )
        for case in chosen.cases(split, Path(path) if path else None)
    ]
    return Task(
        dataset=MemoryDataset(samples, name=name),
        solver=nothing(),
        scorer=SCORERS[name](),
        epochs=Epochs(1, "mode"),  # the default takes means, and a verdict is a word
        fail_on_error=False,
        version=chosen.version,
    )


@task
def safety_vignettes(path: str | None = None) -> Task:
    """`path`: another file of vignettes."""
    return task_of("vignettes", path=path)


@task
def plan_cases(path: str | None = None) -> Task:
    """`path`: another file of plans."""
    return task_of("plans", path=path)


@task
def intake_utterances(split: str = "dev") -> Task:
    """The test split is for one look at the end, not for tuning."""
    return task_of("replies", split)


@task
def leak_corpus(split: str = "dev") -> Task:
    """The test split is for one look at the end, not for tuning."""
    return task_of("leaks", split)
