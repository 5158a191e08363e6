"""A line that a person types, and Ctrl-C where a line is waited for."""

import asyncio
import io
import os
import pty
import signal
import sys
import threading

import pytest

from coach.terminal import typed


class Prompt(io.StringIO):
    """Presses Ctrl-C when the prompt is shown."""

    def flush(self) -> None:
        threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()


def test_ctrl_c_at_a_prompt_is_answered_at_once_though_asyncio_would_wait_for_a_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def ask() -> str | None:
        return typed("> ")

    keyboard, terminal = pty.openpty()
    line = threading.Timer(20, os.write, (keyboard, b"a line\n"))  # without which a failure would wait for ever
    line.start()
    with os.fdopen(terminal) as stdin, monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", stdin)
        patch.setattr(sys, "stdout", Prompt())
        with pytest.raises(KeyboardInterrupt):
            asyncio.run(ask())
    line.cancel()
    os.close(keyboard)
