"""The steps of a session as they are exported, in the order in which they are run. Knows no file format."""

from coach.plan.step_order import StepGroup, in_order
from coach.records.block import Step, StepKind, TrainingSession

TIDY = ((60, 30, 6), (0, 15, 2))
"""From so many seconds on, to the nearest so many where that is so near: 4:59.4 and 12:05 were meant as 5 and 12."""
WHOLE_KM = 0.1


def groups(session: TrainingSession) -> tuple[StepGroup, ...]:
    """The whole session; one that has no steps is one step. A race ends by distance, however long it takes."""
    steps = session.steps or (_whole(session),)
    if session.type == "race":
        steps = tuple(step.model_copy(update={"duration_min": None}) if step.km else step for step in steps)
    return in_order(steps)


def _whole(session: TrainingSession) -> Step:
    kind: StepKind = "run" if session.type in {"run", "race"} else "work"
    return Step(
        kind=kind, km=session.km, duration_min=session.duration_min, zone=session.zone,
        pace_s_per_km=session.pace_s_per_km,
    )  # fmt: skip


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
