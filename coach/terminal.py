"""A person at a terminal: a line that they type, and text that cannot command the terminal."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["shown_safely", "typed"]


def typed(prompt: str) -> str | None:
    """A line from the keyboard; None at the end of input and at Ctrl-C, which asyncio would hold back until a line."""
    with _interruptible():
        try:
            return input(prompt)
        except (EOFError, KeyboardInterrupt):
            return None


@contextmanager
def _interruptible() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def shown_safely(text: str) -> str:
    """`text` without control characters: a terminal obeys them, whoever wrote them."""
    return "".join(each if each in "\n\t" or each.isprintable() else "\ufffd" for each in text)
