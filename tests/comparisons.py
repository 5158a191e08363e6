"""What the tests of comparisons share: scores of a clean run, and the lines of a comparison by name."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import ceil
from typing import Any

from measures.power import Design
from reports.comparison import Comparison, GateLine, ScorerLine
from reports.policy import Policy

LogBuilder = Any  # the fixture of reports/conftest.py
Scores = Mapping[str, Any]
Population = Callable[[Callable[[str, int], Scores]], dict[tuple[str, int], Scores]]

_BUILT: dict[str, Any] = {}


def personas_needed(base: float, candidate: float, epochs: int) -> int:
    """Personas that show a fall of the pass rate from `base` to `candidate` by the formula of `power`."""
    within = (base * (1 - base) + candidate * (1 - candidate)) / epochs
    return ceil(Design().reach ** 2 * within / (base - candidate) ** 2)


def run_of(logs: LogBuilder, sessions: Mapping[tuple[str, int], Scores]) -> Any:
    """The run that `logs` builds of these sessions: of the same content built once, whatever the folder."""
    content = f"{replace(logs, folder=None)} {sessions}"
    if content not in _BUILT:
        _BUILT[content] = logs.build(sessions)
    return _BUILT[content]


CLEAN: Scores = {
    "safety_decision": "correct",
    "gate_integrity": "pass",
    "contraindications_respected": "pass",
    "unspoken": "pass",
    "persona_fidelity": "pass",
}


def binary_only(policy: Policy) -> Policy:
    """`policy` without its lines for numbers, of which `CLEAN` has none."""
    return policy.model_copy(update={"non_inferiority": ()})


def line_of(comparison: Comparison, scorer: str) -> ScorerLine:
    return next(line for line in comparison.lines if line.scorer == scorer)


def gate_line(comparison: Comparison, start: str) -> GateLine:
    return next(line for line in comparison.gate if line.name.startswith(start))


def scored(value: float | str, *, explanation: str = "because", **meta: Any) -> dict[str, Any]:
    """A score as the log holds it; words `pass`, `correct` pass and `not_*` are not judged, unless said otherwise."""
    word = value if isinstance(value, str) else None
    passed = None if word is None or word.startswith("not_") else word in {"pass", "correct"}
    metadata = {"version": 1, "passed": passed, "findings": [], "judged": {}} | meta
    return {"value": value, "explanation": explanation, "metadata": metadata, "history": []}
