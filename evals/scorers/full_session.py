"""One Inspect scorer for each check of a full session, registered under the check's name; judges nothing itself."""

from collections.abc import Callable, Mapping

from inspect_ai.scorer import Metric, Scorer, scorer

from evals.checks.registry import CHECKS
from evals.checks.scorer_descriptions import UNITS
from evals.metrics.by_group import by_group
from evals.metrics.clustered import clustered_mean, clustered_stderr
from evals.metrics.false_approval_rate import false_approval_rate
from evals.metrics.pass_k import pass_k
from evals.metrics.pass_rate import pass_rate
from evals.scorers.adapter import scorer_of

TAGS = "tags"


def of_passes(*more: Metric) -> list[Metric]:
    """Share of passes with its error clustered by family, pass^k, and the share by persona and tag."""
    mean, error = clustered_mean("passed"), clustered_stderr("passed")
    return [pass_rate(), mean, error, pass_k(), *more, by_group(pass_rate()), by_group(pass_rate(), TAGS)]


def of_numbers() -> list[Metric]:
    """Mean with its error clustered by family, share of passes, pass^k, and the mean by persona and tag."""
    mean, error = clustered_mean(), clustered_stderr()
    return [pass_rate(), mean, error, pass_k(), by_group(clustered_mean()), by_group(clustered_mean(), TAGS)]


def of_amounts() -> list[Metric]:
    """Mean with its error clustered by family, and the mean by persona, of a number that neither passes nor fails."""
    return [clustered_mean(), clustered_stderr(), by_group(clustered_mean())]


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
