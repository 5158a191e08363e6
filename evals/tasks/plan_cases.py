"""The plan rules alone against labelled plans. No model plays: `--model none/none`."""

import io
import json
from collections.abc import Mapping
from pathlib import Path

from inspect_ai import Epochs, Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.solver import Generate, Solver, TaskState, solver
from pydantic import ValidationError

from coach.batch import answer
from coach.commands.check_plan import PlanLine, judge
from coach.errors import FileError
from evals.checks.plan_case import Answer, PlanCase
from evals.metrics.confusion_matrix import LABELLED
from evals.scorers.plan_case import KEY, KIND, plan_case

PATH = Path(__file__).parents[2] / "datasets" / "plan_cases.jsonl"


def read(path: Path = PATH) -> tuple[PlanCase, ...]:
    """The cases of a JSONL file; a `FileError` names the line that is none."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise FileError(str(path), None, None, f"cannot be read: {error.strerror}") from error
    found = [_case(path, number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    ids = [case.id for case in found]
    if twice := sorted({name for name in ids if ids.count(name) > 1}):
        raise FileError(str(path), None, "id", f"stands twice: {', '.join(twice)}")
    return tuple(found)


def _case(path: Path, number: int, line: str) -> PlanCase:
    try:
        return PlanCase.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise FileError(str(path), number, ".".join(map(str, first["loc"])) or None, first["msg"]) from error


def ask(case: PlanCase) -> Answer:
    """What `coach check-plan` answers to the case's line."""
    out = io.StringIO()
    answer([json.dumps(case.line)], PlanLine, judge, out)
    return Answer.model_validate_json(out.getvalue())


def sample(case: PlanCase) -> Sample:
    return Sample(
        id=case.id,
        input=f"{case.kind}: {case.note or case.id}",
        target=case.expect.word,
        metadata={
            "expect": case.expect.model_dump(mode="json"),
            KIND: case.kind,
            LABELLED: case.expect.word,
            "note": case.note,
        },
    )


@solver
def rules(cases: Mapping[str, PlanCase]) -> Solver:
    """Ask the plan rules about the sample's plan, as `coach check-plan` does."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        said = ask(cases[str(state.sample_id)])
        state.store.set(KEY, said.model_dump(mode="json"))
        state.output.completion = said.error or f"valid: {said.valid}, {len(said.findings)} findings"
        return state

    return solve


@task
def plan_cases(path: str = str(PATH)) -> Task:
    """One sample is one plan; `path`: another file of them."""
    cases = read(Path(path))
    return Task(
        dataset=MemoryDataset([sample(each) for each in cases], name="plan_cases"),
        solver=rules({case.id: case for case in cases}),
        scorer=plan_case(),
        epochs=Epochs(1, "mode"),  # the default takes means, and a verdict is a word
        fail_on_error=False,
        version=1,
    )
