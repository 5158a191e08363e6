"""A run with models that is killed loses nothing that it was answered, and ends as if it had never been killed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from interrupted import Harness, Interrupted, Kill, Left, differences

from evals.cli import main

OPTIONS = ("--persona", "chest_pain_hidden", "--epochs", "2", "--max-sessions", "1")
MODELS = ("--model", "anthropic", "--persona-model", "anthropic/claude-haiku-5-5")


@pytest.fixture(scope="module")
def harness() -> Iterator[Harness]:
    with Harness() as running:
        yield running


def test_a_killed_run_is_finished_as_if_nothing_had_happened(harness: Harness, tmp_path: Path) -> None:
    whole = Interrupted(harness, tmp_path / "whole", *OPTIONS, *MODELS)
    assert whole.finish() == 0
    killed = Interrupted(harness, tmp_path / "killed", *OPTIONS, *MODELS)
    times = killed.finish([Kill(9), Kill(whole.calls - 1)])
    assert times == 2
    assert differences(Left.by(killed.folder), Left.by(whole.folder)) == []
    assert killed.calls <= whole.calls + times


def test_what_cannot_be_resumed_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["resume", "--log-dir", str(tmp_path)]) == 64
    assert "there is no unfinished run in" in capsys.readouterr().err
    assert main(["resume", "--run", "baseline-00000000", "--log-dir", str(tmp_path)]) == 64
    assert "no stored run 'baseline-00000000'" in capsys.readouterr().err
