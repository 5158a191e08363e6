"""What the suite looks at of a long list: all of it in `make test-all`, an even share of it otherwise."""

import os
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

EXHAUSTIVE = os.environ.get("EXHAUSTIVE") == "1"


def share(items: Iterable[T], one_in: int, start: int = 0) -> list[T]:
    """Every `one_in`-th of `items`, from index `start` on; all of them where the run is exhaustive."""
    return list(items) if EXHAUSTIVE else list(items)[start::one_in]


def examples(number: int) -> int:
    """How many examples to draw: four times as many where the run is exhaustive."""
    return number * 4 if EXHAUSTIVE else number
