"""The steps of a session in the order in which they are run. `5 x run` beside `5 x walk` means run, walk, run, walk.

Knows no file format.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from coach.records.block import Step, StepKind, TrainingSession

TIDY = ((60, 30, 6), (0, 15, 2))
"""From so many seconds on, to the nearest so many where that is so near: 4:59.4 and 12:05 were meant as 5 and 12."""
WHOLE_KM = 0.1
BREAKS = frozenset({"recover", "walk"})


@dataclass(frozen=True, slots=True)
class StepGroup:
    """`steps` in turn, `times` over; each step's own `repeat` is 1."""

    times: int
    steps: tuple[Step, ...]


def groups(session: TrainingSession) -> tuple[StepGroup, ...]:
    """The whole session; one that has no steps is one step. A race ends by distance, however long it takes."""
    steps = session.steps or (_whole(session),)
    if session.type == "race":
        steps = tuple(step.model_copy(update={"duration_min": None}) if step.km else step for step in steps)
    found: list[StepGroup] = []
    place = 0
    while place < len(steps):
        size = _length(steps[place:])
        found += _interleaved(steps[place : place + size])
        place += size
    return tuple(found)


def _whole(session: TrainingSession) -> Step:
    kind: StepKind = "run" if session.type in {"run", "race"} else "work"
    return Step(
        kind=kind, km=session.km, duration_min=session.duration_min, zone=session.zone,
        pace_s_per_km=session.pace_s_per_km,
    )  # fmt: skip


def _length(steps: Sequence[Step]) -> int:
    """How many of the first steps belong together: the same count, or one less for a break that only lies between."""
    count = steps[0].repeat
    if count == 1:
        return 1
    size = next((i for i, step in enumerate(steps) if step.repeat != count), len(steps))
    rests = [step.kind in BREAKS for step in steps[: size + 1]]
    between = size < len(steps) and steps[size].repeat == count - 1 and rests[size] and not any(rests[:size])
    return size + between


def _interleaved(steps: Sequence[Step]) -> list[StepGroup]:
    count, singles = steps[0].repeat, tuple(step.model_copy(update={"repeat": 1}) for step in steps)
    if count > 1 and steps[-1].repeat == count - 1:
        return [StepGroup(count - 1, singles), StepGroup(1, singles[:-1])]
    return [StepGroup(count, singles)]


def metres(step: Step) -> int | None:
    """The length of the step where the plan means a length: round hundreds of metres, or no time to go by."""
    if not step.km:
        return None
    is_round = abs(step.km / WHOLE_KM - round(step.km / WHOLE_KM)) < 1e-6  # noqa: PLR2004 (rounding of floats)
    return round(step.km * 1000) if is_round or not step.duration_min else None


def seconds(step: Step) -> int:
    """How long the step lasts, as a person would set it on a watch; 0 where the plan does not say."""
    exact = (step.duration_min or 0.0) * 60
    grid, near = next((grid, near) for least, grid, near in TIDY if exact >= least)
    tidy = round(exact / grid) * grid
    return tidy if tidy and abs(exact - tidy) <= near else round(exact)
