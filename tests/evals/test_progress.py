"""The bar tells what a run came to so far; Ctrl-C says what is kept and how to go on, and counts no session as done."""

import io
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from coach_eval import coach_eval, log_in

from evals import bulk
from evals.bulk import Finished
from evals.progress import Progress
from reports.eval_file import read_header, read_samples


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_bar_shows_sessions_failures_tokens_and_dollars(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with Progress(total=10, done=3) as bar:
        bar.ended(failed=True)
        bar.ended(failed=False)
        bar.spent(1_234_567, 0.421)
        assert (bar.done, bar.failing) == (5, 1)
    assert "5/10 sessions, 1 failing, 1.2M tokens, 0.42 dollars" in screen.getvalue()
    assert "10/10" not in screen.getvalue()


def test_no_bar_is_drawn_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress(total=2) as bar:
        bar.ended(failed=False)
    assert capsys.readouterr().err == ""


def test_ctrl_c_says_what_is_kept_and_the_command_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(jobs: Iterator[Any], *_: Any) -> Iterator[Finished]:
        yield bulk.played(next(jobs))
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(bulk, "finished", stopped)
    arguments = ["eval", "--persona", "healthy_10k", "--epochs", "999", "--workers", "1", "--log-dir", str(tmp_path)]
    said = coach_eval(*arguments, code=130).err
    log = log_in(tmp_path)
    assert read_header(log)["status"] == "cancelled"
    assert [sample["id"] for sample in read_samples(log)] == ["healthy_10k/1"]
    assert f"stopped after 1 of 999 sessions (0 failing); they are kept in {log}" in said
    assert f"coach-eval {' '.join(arguments)}" in said
