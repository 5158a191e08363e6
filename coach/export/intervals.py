"""Workouts in the plain text of intervals.icu: one file a session, repeats as blocks, paces as [slow]-[fast]."""

import re

from coach.export.file import DatedSession, File, entries
from coach.export.groups import groups, metres, seconds
from coach.export.wording import STEP_NAMES, one_line, size
from coach.plan.present import pace_clock, title
from coach.records.block import Step, TrainingBlock, TrainingSession

MOVING = frozenset({"run", "race", "cross"})
"""Types of session that have a text."""
STEP_AT_START = re.compile(r"^[\s-]+|\d+x\s*$")


def intervals(plan: TrainingBlock) -> tuple[File, ...]:
    """A text file for each session that is run, ridden or walked."""
    moving = [entry for entry in entries(plan) if entry.at.session.type in MOVING]
    return tuple(File(f"{entry.name}.txt", _workout(entry).encode()) for entry in moving)


def left_out(plan: TrainingBlock) -> str:
    """How many sessions have no file, of which types, and why; empty where each has one."""
    types = [entry.at.session.type for entry in entries(plan) if entry.at.session.type not in MOVING]
    if not types:
        return ""
    count = f"{len(types)} session{'' if len(types) == 1 else 's'} left out ({', '.join(sorted(set(types)))})"
    return f"{count}: only runs, races and cross-training have a workout text"


def _workout(entry: DatedSession) -> str:
    session = entry.at.session
    head = f"{title(session)}, {size(session)}. {_words(session)}"
    blocks = _blocks(session)
    return "\n\n".join([head, *blocks]) + "\n"


def _words(session: TrainingSession) -> str:
    """The coach's words, which must not look like a step or a repeat."""
    return STEP_AT_START.sub("", one_line(session.text))


def _blocks(session: TrainingSession) -> list[str]:
    """Steps that follow each other share a block; each repeat stands apart, between empty lines."""
    blocks: list[list[str]] = []
    for group in groups(session):
        if group.times > 1 or not blocks or not blocks[-1][0].startswith("-"):
            blocks.append([f"{group.times}x"] if group.times > 1 else [])
        blocks[-1] += [step_line(step) for step in group.steps]
    return ["\n".join(block) for block in blocks]


def step_line(step: Step) -> str:
    """`- Work 3m 4:15-4:05/km Pace`; without a pace, the cue and the length alone."""
    pace = step.pace_s_per_km
    target = f" {pace_clock(max(pace))}-{pace_clock(min(pace))}/km Pace" if pace else ""
    return f"- {STEP_NAMES[step.kind]} {_length(step)}{target}"


def _length(step: Step) -> str:
    length = metres(step)
    if length is not None:
        return f"{length / 1000:g}km"
    hours, rest = divmod(seconds(step), 3600)
    parts = ((hours, "h"), (rest // 60, "m"), (rest % 60, "s"))
    return "".join(f"{number}{unit}" for number, unit in parts if number) or "1s"
