"""What a run says while it goes on: on a terminal a progress bar (sessions done, failing so far, what they cost, time
left), anywhere what it waits for."""

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Self, TypeVar

from tqdm import tqdm

T = TypeVar("T")
_FORMAT = "{n_fmt}/{total_fmt} sessions{postfix} |{bar}| {elapsed}, {remaining} left"
_REDRAW_S, _QUIET_S = 0.5, 2.0
_THOUSAND, _MILLION = 1_000, 1_000_000


class Progress:
    """`done` and `failing`: sessions that ended, and those of them that broke or that a scorer failed.

    A session that was stopped on its way has not ended, so the bar stays where it is.
    """

    def __init__(self, total: int, done: int = 0) -> None:
        self.total, self.done, self.failing = total, done, 0
        self._tokens, self._usd, self._drawn = 0, 0.0, 0.0
        self._bar = tqdm(total=total, initial=done, bar_format=_FORMAT, disable=None, leave=False, smoothing=0.1)

    def ended(self, *, failed: bool) -> None:
        self.done += 1
        self.failing += failed
        self._bar.set_postfix_str(self.words(), refresh=False)
        self._bar.update()

    def spent(self, tokens: int, usd: float) -> None:
        """What the run has used of paid models so far."""
        self._tokens, self._usd = tokens, usd
        self._bar.set_postfix_str(self.words(), refresh=False)
        if time.monotonic() - self._drawn > _REDRAW_S:
            self._drawn = time.monotonic()
            self._bar.refresh()

    def words(self) -> str:
        """`2 failing, 1.2M tokens, 0.42 dollars`; tokens and dollars where models were paid."""
        paid = [f"{_rounded(self._tokens)} tokens", f"{self._usd:.2f} dollars"] if self._tokens else []
        return ", ".join([f"{self.failing} failing", *paid])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.close()


def with_bar(sessions: Iterable[T], total: int) -> Iterator[T]:
    bar: Any = tqdm(sessions, total=total, bar_format=_FORMAT, disable=None, leave=False)
    yield from bar


def _rounded(number: int) -> str:
    if number >= _MILLION:
        return f"{number / _MILLION:.1f}M"
    return f"{number / _THOUSAND:.0f}k" if number >= _THOUSAND else str(number)


class PausesTold:
    """Writes what is waited for: `retrying: 12 x 429, next in 8 s`, once in two seconds at most."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._told = 0.0

    def __call__(self, pause: Any) -> None:
        self._counts[pause.reason] += 1
        if time.monotonic() - self._told >= _QUIET_S:
            self._told = time.monotonic()
            counts = ", ".join(f"{count} x {reason}" for reason, count in self._counts.items())
            tqdm.write(f"retrying: {counts}, next in {pause.seconds:g} s", file=sys.stderr)
