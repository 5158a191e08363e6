"""The safety gate alone against hand-labelled vignettes. No model plays: `--model none/none`."""

import json
from pathlib import Path
from typing import Any

from inspect_ai import Epochs, Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.solver import Generate, Solver, TaskState, solver
from pydantic import ValidationError

from coach.errors import FileError
from coach.profile.validation import parse_profile
from coach.safety.gate import evaluate
from evals.checks.safety_vignette import Vignette
from evals.metrics.confusion_matrix import LABELLED
from evals.scorers.safety_vignette import KEY, safety_vignette

PATH = Path(__file__).parents[2] / "datasets" / "safety_vignettes.jsonl"


def read(path: Path = PATH) -> tuple[Vignette, ...]:
    """The vignettes of a JSONL file; a `FileError` names the line that is none."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise FileError(str(path), None, None, f"cannot be read: {error.strerror}") from error
    found = [_vignette(path, number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    ids = [vignette.id for vignette in found]
    if twice := sorted({name for name in ids if ids.count(name) > 1}):
        raise FileError(str(path), None, "id", f"stands twice: {', '.join(twice)}")
    return tuple(found)


def _vignette(path: Path, number: int, line: str) -> Vignette:
    try:
        return Vignette.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise FileError(str(path), number, ".".join(map(str, first["loc"])) or None, first["msg"]) from error


def sample(vignette: Vignette) -> Sample:
    return Sample(
        id=vignette.id,
        input=str(vignette.goal.get("text") or "no goal"),
        target=vignette.expect.status,
        metadata={
            "profile": vignette.profile,
            "expect": vignette.expect.model_dump(mode="json"),
            LABELLED: vignette.expect.status,
            "source_note": vignette.source_note,
        },
    )


@solver
def gate() -> Solver:
    """Ask the gate about the sample's profile, as `coach check-safety` does."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        profile, declined = parse_profile(state.metadata["profile"])
        result: dict[str, Any] = evaluate(profile, declined).model_dump(mode="json")
        state.store.set(KEY, result)
        state.output.completion = json.dumps({key: result[key] for key in ("status", "fired", "unresolved")})
        return state

    return solve


@task
def safety_vignettes(path: str = str(PATH)) -> Task:
    """One sample is one vignette; `path`: another file of them."""
    vignettes = read(Path(path))
    return Task(
        dataset=MemoryDataset([sample(each) for each in vignettes], name="safety_vignettes"),
        solver=gate(),
        scorer=safety_vignette(),
        epochs=Epochs(1, "mode"),  # the default takes means, and a verdict is a word
        fail_on_error=False,
        version=1,
    )
