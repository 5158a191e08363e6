"""Each check is a scorer under its own name, so that Inspect finds it again when a log is scored a second time."""

from inspect_ai._util.registry import registry_info, registry_lookup

from evals.checks.registry import CHECKS
from evals.scorers.full_session import METRICS, SCORERS, scorers


def test_inspect_finds_the_scorer_of_every_check() -> None:
    for name in CHECKS:
        found = registry_lookup("scorer", name)
        assert found is SCORERS[name], name
        assert registry_info(found()).metadata["version"] == CHECKS[name].version, name


def test_scorers_come_in_the_order_of_the_checks_and_no_metrics_are_of_nobody() -> None:
    assert [registry_info(each).name for each in scorers()] == list(CHECKS) == list(METRICS)
