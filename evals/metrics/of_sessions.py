"""The metrics of a scorer of full sessions, by what its values are: passes, numbers that pass or fail, amounts."""

from inspect_ai.scorer import Metric

from evals.metrics.by_group import by_group
from evals.metrics.clustered import clustered_mean, clustered_stderr
from evals.metrics.pass_k import pass_k
from evals.metrics.pass_rate import pass_rate

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
