"""Sessions and steps in the words that every export shares. Knows no file format."""

import re
import unicodedata

from coach.export.groups import groups, metres, seconds
from coach.plan.present import is_open_race, pace_of
from coach.plan.step_order import StepGroup
from coach.records.block import Step, StepKind, TrainingSession

STEP_NAMES: dict[StepKind, str] = {
    "warmup": "Warm up", "work": "Work", "recover": "Easy jog", "cooldown": "Cool down", "walk": "Walk", "run": "Run",
}  # fmt: skip
EFFORTS = {"E": "easy", "M": "steady", "T": "comfortably hard", "I": "hard", "R": "fast"}


def size(session: TrainingSession) -> str:
    """`8.2 km, 48 min`; `2.3 km of running, 32 min` with walks between; `42.195 km` for a race at no known pace."""
    km = f"{session.km:g} km{' of running' if session.purpose == 'walk_run' else ''}" if session.km else ""
    minutes = "" if is_open_race(session) else f"{session.duration_min:.0f} min"
    return ", ".join(filter(None, [km, minutes]))


def step_text(step: Step) -> str:
    """`3 min work at 4:05-4:15 per km`; without a pace the effort in words."""
    length = amount(step)
    effort = EFFORTS.get(step.zone or "", "") if step.kind in {"work", "run"} else ""
    target = f" at {pace_of(step)}" if step.pace_s_per_km else f", {effort}" if effort else ""
    return f"{length} {STEP_NAMES[step.kind].lower()}{target}"


def amount(step: Step) -> str:
    """`400 m`, `1.5 km`, `3 min`, `1:30 min`."""
    length = metres(step)
    if length is not None:
        return f"{length} m" if length < 1000 else f"{length / 1000:g} km"  # noqa: PLR2004 (metres of a km)
    minutes, rest = divmod(seconds(step), 60)
    return f"{minutes}:{rest:02} min" if rest else f"{minutes} min"


def group_text(group: StepGroup) -> str:
    """`5 x (3 min work, 2 min easy jog)`."""
    inside = ", ".join(step_text(step) for step in group.steps)
    return f"{group.times} x ({inside})" if group.times > 1 else inside


def steps_text(session: TrainingSession) -> str:
    """All steps in one line; empty where the plan gives none."""
    return "; ".join(group_text(group) for group in groups(session)) if session.steps else ""


def one_line(text: str) -> str:
    """`text` without line breaks and control characters."""
    flat = "".join(" " if unicodedata.category(letter).startswith(("C", "Z")) else letter for letter in text)
    return re.sub(r" {2,}", " ", flat).strip()
