"""A person at a terminal: a line that they type, and text that cannot command the terminal."""

import json
import select
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


def typed(prompt: str) -> str | None:
    """A line from the keyboard; None at the end of input.

    Ctrl-C raises `KeyboardInterrupt` at once, where asyncio would hold it back until a line.
    """
    with _interruptible() as interrupted:
        try:
            sys.stdout.write(prompt)
            sys.stdout.flush()
            if interrupted is not None and sys.stdin.isatty():
                select.select([sys.stdin, interrupted], [], [])  # a signal before `input` reads would wait for a line
            return input()
        except EOFError:
            return None


async def approve_in_terminal(tool: str, given: dict[str, Any]) -> bool:
    """Asks whoever sits there about a tool call. Nothing but a yes is one; nobody there means no, Ctrl-C no answer."""
    preview = json.dumps(given, indent=1, ensure_ascii=False)
    said = typed(shown_safely(f"\nThe coach wants to call {tool} with\n{preview}\nApprove? [y/N] "))
    return said is not None and said.strip().lower() in {"y", "yes"}


@contextmanager
def _interruptible() -> Iterator[socket.socket | None]:
    """Ctrl-C raises, and makes what is yielded readable; None outside the main thread, which no signal reaches."""
    if threading.current_thread() is not threading.main_thread():
        yield None
        return
    read, write = socket.socketpair()
    with read, write:
        write.settimeout(0)
        before, woken = signal.signal(signal.SIGINT, signal.default_int_handler), signal.set_wakeup_fd(write.fileno())
        try:
            yield read
        finally:
            signal.set_wakeup_fd(woken)
            signal.signal(signal.SIGINT, before)


def shown_safely(text: str) -> str:
    """`text` without control characters: a terminal obeys them, whoever wrote them."""
    return "".join(each if each in "\n\t" or each.isprintable() else "\ufffd" for each in text)
