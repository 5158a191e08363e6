"""Runs of offline sessions that several tests read, each lived once in a process of tests."""

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from evals.run import Request, run


@pytest.fixture(scope="session")
def recorded_run(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The log of a baseline run of these personas, one session each; it is only read."""

    @cache
    def recorded(personas: str) -> Path:
        folder = tmp_path_factory.mktemp("recorded")
        return run(Request(persona=personas, epochs=1, log_dir=folder, workers=1))

    return recorded


@pytest.fixture(scope="session")
def copied_run(recorded_run: Callable[[str], Path]) -> Callable[[str, Path], Path]:
    """`copied_run(personas, folder)`: such a run in a new folder, to write beside and to change."""
    return lambda personas, folder: Path(shutil.copytree(recorded_run(personas).parent, folder))
