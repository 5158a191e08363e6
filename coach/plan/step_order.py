"""The order in which steps are run: `5 x run` beside `5 x walk` means run, walk, run, walk. Judges nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from coach.records.block import Step

BREAKS = frozenset({"recover", "walk"})
WORK = frozenset({"run", "work"})


@dataclass(frozen=True, slots=True)
class StepGroup:
    """`steps` in turn, `times` over; each step's own `repeat` is 1."""

    times: int
    steps: tuple[Step, ...]


def in_order(steps: Sequence[Step]) -> tuple[StepGroup, ...]:
    """All of `steps`. Steps with the same `repeat` take turns; so does a break behind them with one repetition less,
    and work behind breaks with one less or one more."""
    found: list[StepGroup] = []
    place = 0
    while place < len(steps):
        size = _length(steps[place:])
        found += _interleaved(steps[place : place + size])
        place += size
    return tuple(found)


def _length(steps: Sequence[Step]) -> int:
    """How many of the first steps belong together: the same count, or one that differs by one where breaks only lie
    between the work, or the work between the breaks."""
    count = steps[0].repeat
    if count == 1:
        return 1
    size = next((i for i, step in enumerate(steps) if step.repeat != count), len(steps))
    if size == len(steps):
        return size
    *first, last = [step.kind in BREAKS for step in steps[: size + 1]]
    behind = steps[size].repeat
    between = behind == count - 1 and last and not any(first)
    around = behind in {count - 1, count + 1} and behind > 1 and all(first) and steps[size].kind in WORK
    return size + (between or around)


def _interleaved(steps: Sequence[Step]) -> list[StepGroup]:
    count, singles = steps[0].repeat, tuple(step.model_copy(update={"repeat": 1}) for step in steps)
    if count > 1 and steps[-1].repeat == count - 1:
        return [StepGroup(count - 1, singles), StepGroup(1, singles[:-1])]
    if count > 1 and steps[-1].repeat == count + 1:
        return [StepGroup(1, singles[-1:]), StepGroup(count, singles)]
    return [StepGroup(count, singles)]
