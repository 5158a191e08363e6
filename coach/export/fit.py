"""Workouts as FIT files, one a session, for a watch: repeats as repeat steps, paces as speed ranges."""

import datetime as dt
from collections.abc import Iterator

from fit_tool.fit_file_builder import FitFileBuilder
from fit_tool.profile.messages.file_id_message import FileIdMessage
from fit_tool.profile.messages.workout_message import WorkoutMessage
from fit_tool.profile.messages.workout_step_message import WorkoutStepMessage
from fit_tool.profile.profile_type import (
    FileType,
    Intensity,
    Manufacturer,
    Sport,
    WorkoutStepDuration,
    WorkoutStepTarget,
)

from coach.export.file import DatedSession, File, entries
from coach.export.groups import groups, metres, seconds
from coach.export.wording import STEP_NAMES
from coach.plan.present import title
from coach.records.block import Step, StepKind, TrainingBlock, TrainingSession

INTENSITY: dict[StepKind, Intensity] = {
    "warmup": Intensity.WARMUP, "work": Intensity.ACTIVE, "run": Intensity.ACTIVE, "recover": Intensity.RECOVERY,
    "walk": Intensity.REST, "cooldown": Intensity.COOLDOWN,
}  # fmt: skip
SPORT = {"run": Sport.RUNNING, "race": Sport.RUNNING, "cross": Sport.GENERIC}
HEART_RATE_OFFSET = 100
"""In a FIT step, beats a minute are written 100 higher: lower numbers are percent."""


def fit(plan: TrainingBlock) -> tuple[File, ...]:
    """A FIT workout for each session; strength and mobility are one timed step."""
    return tuple(File(f"{entry.name}.fit", _workout(entry)) for entry in entries(plan))


def _workout(entry: DatedSession) -> bytes:
    session, steps = entry.at.session, list(_steps(entry.at.session))
    builder = FitFileBuilder(auto_define=True, min_string_size=50)
    builder.add(_file_id(entry))
    message = WorkoutMessage()
    message.workout_name = f"W{entry.at.week.index} {entry.at.day.weekday} {title(session)}"
    message.sport = SPORT.get(session.type, Sport.TRAINING)
    message.num_valid_steps = len(steps)
    builder.add(message)
    builder.add_all(steps)
    return bytes(builder.build().to_bytes())


def _file_id(entry: DatedSession) -> FileIdMessage:
    message = FileIdMessage()
    message.type = FileType.WORKOUT
    message.manufacturer = Manufacturer.DEVELOPMENT.value
    message.product = 0
    message.serial_number = entry.at.day.date.toordinal() * 10 + entry.number
    midnight = dt.datetime.combine(entry.at.day.date, dt.time(), dt.UTC)
    message.time_created = round(midnight.timestamp() * 1000)
    return message


def _steps(session: TrainingSession) -> Iterator[WorkoutStepMessage]:
    """Every step once, and after the steps of a repeat the step that says how often they are run."""
    index = 0
    for group in groups(session):
        first = index
        for step in group.steps:
            yield _step(index, step, session)
            index += 1
        if group.times > 1:
            yield _repeat(index, first, group.times)
            index += 1


def _step(index: int, step: Step, session: TrainingSession) -> WorkoutStepMessage:
    message = WorkoutStepMessage()
    message.message_index = index
    message.workout_step_name = STEP_NAMES[step.kind] if session.type in {"run", "race"} else title(session)
    message.intensity = INTENSITY[step.kind]
    _set_length(message, step)
    _set_target(message, step, session)
    return message


def _set_length(message: WorkoutStepMessage, step: Step) -> None:
    length, time = metres(step), seconds(step)
    if length is not None:
        message.duration_type = WorkoutStepDuration.DISTANCE
        message.duration_distance = float(length)
    elif time:
        message.duration_type = WorkoutStepDuration.TIME
        message.duration_time = float(time)
    else:
        message.duration_type = WorkoutStepDuration.OPEN


def _set_target(message: WorkoutStepMessage, step: Step, session: TrainingSession) -> None:
    """The step's pace; else, for the running itself, the session's heart rate; else the athlete goes by effort."""
    if step.pace_s_per_km:
        message.target_type = WorkoutStepTarget.SPEED
        message.target_value = 0
        message.custom_target_speed_low = 1000 / max(step.pace_s_per_km)
        message.custom_target_speed_high = 1000 / min(step.pace_s_per_km)
    elif session.hr_bpm and step.kind in {"run", "work"}:
        message.target_type = WorkoutStepTarget.HEART_RATE
        message.target_value = 0
        message.custom_target_heart_rate_low = session.hr_bpm[0] + HEART_RATE_OFFSET
        message.custom_target_heart_rate_high = session.hr_bpm[1] + HEART_RATE_OFFSET
    else:
        message.target_type = WorkoutStepTarget.OPEN


def _repeat(index: int, first: int, times: int) -> WorkoutStepMessage:
    message = WorkoutStepMessage()
    message.message_index = index
    message.duration_type = WorkoutStepDuration.REPEAT_UNTIL_STEPS_CMPLT
    message.duration_step = first
    message.target_repeat_steps = times
    return message
