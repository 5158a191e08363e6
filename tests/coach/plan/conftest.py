"""A runner, a valid plan and a plan under contraindications, shared by the tests of the plan rules."""

from collections.abc import Callable

import pytest
from plans import Case, Runner


@pytest.fixture
def runner() -> Runner:
    return Runner()


@pytest.fixture
def case(runner: Runner) -> Case:
    return runner.case()


@pytest.fixture
def restricted() -> Callable[..., Case]:
    """A case planned under contraindications."""
    return lambda *names, **profile: Runner(contraindications=tuple(sorted(names))).case(**profile)
