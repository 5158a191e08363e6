"""One Inspect scorer for each check of a full session, registered under the check's name; judges nothing itself."""

from collections.abc import Callable, Mapping

from inspect_ai.scorer import Metric, Scorer, scorer

from evals.checks.registry import CHECKS
from evals.checks.scorer_descriptions import UNITS
from evals.metrics.false_approval_rate import false_approval_rate
from evals.metrics.of_sessions import of_amounts, of_numbers, of_passes
from evals.scorers.adapter import scorer_of

METRICS: Mapping[str, Callable[[], list[Metric]]] = {
    **dict.fromkeys(CHECKS, of_passes),
    **dict.fromkeys(UNITS, of_numbers),
    "safety_decision": lambda: of_passes(false_approval_rate()),
    "cost": of_amounts,
}
"""Check to the metrics of its scorer: passes and failures, where nothing else is said."""


def _registered(name: str) -> Callable[[], Scorer]:
    def make() -> Scorer:
        return scorer_of(name)

    return scorer(metrics=METRICS[name](), name=name, version=CHECKS[name].version)(make)


SCORERS: Mapping[str, Callable[[], Scorer]] = {name: _registered(name) for name in CHECKS}


def scorers() -> list[Scorer]:
    return [make() for make in SCORERS.values()]
