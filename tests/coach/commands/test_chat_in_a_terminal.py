"""`coach chat` as a person meets it: in a pseudo-terminal, against the strict server."""

import os
import pty
import select
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from servers.strict_api import saying, strict

from evals.serve.app import Server
from evals.serve.faults import CallFault, Plan

CTRL_C = b"\x03"
LONGEST_S = 60


class Ended(NamedTuple):
    shown: str
    code: int


def chat(address: str, *steps: tuple[str, bytes]) -> Ended:
    """Run the command; each step waits for a text on the screen and then types."""
    folder = tempfile.mkdtemp()
    pid, terminal = pty.fork()
    if pid == 0:
        paths = {"PYTHONPATH": str(Path(__file__).parents[3]), "ANTHROPIC_BASE_URL": address, "ANTHROPIC_API_KEY": "x"}
        command = [sys.executable, "-m", "coach.cli", "chat", "--store", f"{folder}/sessions.db"]
        os.execve(sys.executable, command, {**os.environ, **paths})  # noqa: S606 (our own command)
    shown, left = b"", list(steps)
    for piece in _read(pid, terminal):
        shown += piece
        if left and left[0][0].encode() in shown:
            os.write(terminal, left.pop(0)[1])
            shown += b"|"
    os.close(terminal)
    return Ended(shown.decode(errors="replace"), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))


def _read(pid: int, terminal: int) -> Iterator[bytes]:
    until = time.monotonic() + LONGEST_S
    while time.monotonic() < until:
        if select.select([terminal], [], [], 1)[0]:
            try:
                piece = os.read(terminal, 65536)
            except OSError:  # the other side is closed
                return
            if not piece:
                return
            yield piece
    os.kill(pid, signal.SIGKILL)


def test_words_are_streamed_once_and_command_no_terminal_and_an_interrupted_call_ends_in_a_word_and_130() -> None:
    busy = Plan(fault=(CallFault(kind="status", status=529, retry_after_s=20, first=2),))
    with strict(Server(answer=saying("\x1b[31m\x07What is your goal?"), plan=busy)) as address:
        shown, code = chat(
            address,
            ("> ", b"I would like to run a 10k in under 50 minutes\n"),
            ("goal?\r\n\r\n(Goal)\r\n> ", b"I said so\n"),
            ("next in 20 s", CTRL_C),
        )
    assert (code, "Interrupted." in shown) == (130, True), shown
    assert shown.count("What is your goal?") == 1
    assert "Traceback" not in shown
    assert "\x1b[31m" not in shown
    assert "\x07" not in shown
