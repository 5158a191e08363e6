"""`coach check-safety FILE`: judge profiles by the safety rules. Infers nothing; what is absent is unknown."""

import datetime as dt
import sys
from typing import Any

import click

from coach.batch import BatchLine, answer, lines_of
from coach.command_line import command as described
from coach.profile.validation import parse_profile
from coach.records.base import Record
from coach.records.goal import GoalType
from coach.safety.gate import decide


class LooseGoal(Record):
    """The rules read the profile alone; a goal must be there, and what stands in it must be one."""

    text: str | None = None
    type: GoalType | None = None
    sport: str | None = None
    event: str | None = None
    target: str | float | None = None
    race_date: dt.date | None = None


class ProfileLine(BatchLine):
    goal: LooseGoal
    profile: dict[str, Any]


@described(
    "check-safety", example="""echo '{"id": 1, "goal": {}, "profile": {"age_years": 70}}' | coach check-safety -"""
)
@click.argument("file")
def command(file: str) -> int:
    """Judge the profiles in FILE (- for standard input) by the safety rules.

    A line in: {"id", "goal": {"text"}, "profile": {field: value}}; a field that is left out is unknown. A line out:
    {"id", "status", "fired", "unresolved", ...}. A bad line is answered with its error, and the rest is judged.
    """
    with lines_of(file) as lines:
        return answer(lines, ProfileLine, judge, sys.stdout)


def judge(line: ProfileLine) -> dict[str, Any]:
    profile, declined = parse_profile(line.profile)
    return decide(profile, declined).model_dump(mode="json", exclude={"verdicts"})
