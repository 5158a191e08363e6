"""The bar tells what a run came to so far; Ctrl-C says what is kept and how to go on, and counts no session as done."""

import io
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from evals.progress import Progress
from reports.eval_file import read_header, read_samples

ROOT = Path(__file__).parents[2]


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


def test_ctrl_c_says_what_is_kept_and_the_command_to_go_on(tmp_path: Path) -> None:
    arguments = ["eval", "--persona", "healthy_10k", "--epochs", "999", "--workers", "1", "--log-dir", str(tmp_path)]
    command = [sys.executable, "-m", "evals.cli", *arguments]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 (fixed words)
        while process.poll() is None and not list(tmp_path.glob("*.eval")):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode == 130, said
    (log,) = tmp_path.glob("*.eval")
    assert read_header(log)["status"] == "cancelled"
    done = len(list(read_samples(log)))
    assert done < 999
    assert f"stopped after {done} of 999 sessions (0 failing); they are kept in {log}" in said
    assert f"coach-eval {' '.join(arguments)}" in said
