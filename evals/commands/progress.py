"""A progress bar for what is counted in sessions."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from tqdm import tqdm

T = TypeVar("T")


def with_bar(sessions: Iterable[T], total: int) -> Iterator[T]:
    """`sessions` as they come; a bar on a terminal, nothing elsewhere."""
    yield from tqdm(sessions, total=total, unit="session", disable=None, leave=False)
