"""The bar tells what a run came to so far; Ctrl-C says what is kept and how to go on, and counts no session as done."""

import io
import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from evals.cli import main
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


def test_ctrl_c_says_what_is_kept_and_the_command_to_go_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["eval", "--persona", "healthy_10k", "--epochs", "999", "--workers", "1", "--log-dir", str(tmp_path)]

    def interrupt() -> None:
        while not list(tmp_path.glob("*.eval")):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    assert main(arguments) == 130
    said = capsys.readouterr().err
    (log,) = tmp_path.glob("*.eval")
    assert read_header(log)["status"] == "cancelled"
    done = len(list(read_samples(log)))
    assert done < 999
    assert f"stopped after {done} of 999 sessions (0 failing); they are kept in {log}" in said
    assert f"coach-eval {' '.join(arguments)}" in said
