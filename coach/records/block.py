"""The training plan. A plan that breaks these shapes never reaches the rules of `coach.plan`."""

import datetime as dt
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from coach.records.base import Record

Phase = Literal["base", "build", "peak", "taper", "race", "recovery"]
Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
SessionType = Literal["run", "race", "strength", "cross", "mobility"]
Purpose = Literal[
    "easy", "long", "recovery", "threshold", "interval", "repetition", "race_pace",
    "hills", "strides", "walk_run", "strength", "mobility", "cross", "race",
]  # fmt: skip
Zone = Literal["E", "M", "T", "I", "R"]
StepKind = Literal["warmup", "work", "recover", "cooldown", "walk", "run"]
Tag = Literal[
    "plyometric", "axial_load", "spinal_flexion", "supine", "isometric_max",
    "hill", "stride", "sprint", "indoor", "heat_alternative",
]  # fmt: skip

Km = Annotated[float, Field(ge=0, le=300)]
Minutes = Annotated[float, Field(ge=0, le=1440)]
Pace = Annotated[float, Field(gt=0, le=3600)]


def _fast_first(pace: tuple[float, float]) -> tuple[float, float]:
    if pace[0] > pace[1]:
        raise ValueError(f"a pace is [fast, slow] in seconds per km, and {pace[0]:g} is the slower one")
    return pace


PaceRange = Annotated[tuple[Pace, Pace], AfterValidator(_fast_first)]
"""Seconds per km, [fast, slow]."""


class Step(Record):
    """Part of a session; `km` and `duration_min` are of one repetition."""

    kind: StepKind
    repeat: Annotated[int, Field(ge=1, le=100)] = 1
    km: Km | None = None
    duration_min: Minutes | None = None
    zone: Zone | None = None
    pace_s_per_km: PaceRange | None = None


class TrainingSession(Record):
    type: SessionType
    purpose: Purpose
    km: Km | None = None
    duration_min: Minutes
    zone: Zone | None = None
    rpe: Annotated[int, Field(ge=1, le=10)]
    pace_s_per_km: PaceRange | None = None
    hr_bpm: tuple[Annotated[int, Field(ge=30, le=230)], Annotated[int, Field(ge=30, le=230)]] | None = None
    steps: tuple[Step, ...] = ()
    tags: tuple[Tag, ...] = ()
    text: str


class Day(Record):
    """One date. No sessions means rest."""

    date: dt.date
    weekday: Weekday
    sessions: tuple[TrainingSession, ...] = ()


class Week(Record):
    """`km` is running distance, `minutes` is all sessions."""

    index: Annotated[int, Field(ge=1)]
    start_date: dt.date
    phase: Phase
    is_cutback: bool = False
    km: Annotated[float, Field(ge=0, le=2100)]
    minutes: Annotated[float, Field(ge=0, le=10080)]
    focus: str
    days: Annotated[tuple[Day, ...], Field(min_length=7, max_length=7)]


NoteTopic = Literal["company", "carbohydrate", "reliever", "alternative", "months_off"]
"""What a plan may owe its runner a note about; what each must say stands in `coach/plan/validation/owed_notes.py`."""


class Note(Record):
    """A note that says which topic it answers, in whatever words."""

    topic: NoteTopic
    text: Annotated[str, Field(min_length=1)]


class TrainingBlock(Record):
    """`notes`, `focus` and every `text` are shown to the athlete. Without `race_date` there is no taper."""

    start_date: dt.date
    end_date: dt.date
    race_date: dt.date | None = None
    race_km: Annotated[float, Field(gt=0, le=300)] | None = None
    goal: str
    weeks: Annotated[tuple[Week, ...], Field(min_length=1)]
    notes: tuple[str | Note, ...] = ()
    version: Annotated[int, Field(ge=1)] = 1

    @property
    def note_texts(self) -> tuple[str, ...]:
        """The notes as they are shown."""
        return tuple(note if isinstance(note, str) else note.text for note in self.notes)


class PlanFinding(Record):
    """One broken plan rule: `week` is the week's index, `message` says what to change, with the numbers."""

    rule: str
    severity: Literal["error", "warn"]
    week: int | None = None
    date: dt.date | None = None
    message: str
