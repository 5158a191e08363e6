"""`coach check-safety FILE`: judge profiles by the safety rules. Infers nothing; what is absent is unknown."""

import datetime as dt
import sys
from typing import Any, Final

from coach.batch import Line, answer, lines_of
from coach.errors import InputError
from coach.profile.validation import parse_profile
from coach.records.base import Record
from coach.records.goal import GoalType
from coach.safety.gate import decide

USAGE: Final = "expects one FILE of JSON lines, or - for standard input"


class LooseGoal(Record):
    """The rules read the profile alone; a goal must be there, and what stands in it must be one."""

    text: str | None = None
    type: GoalType | None = None
    sport: str | None = None
    event: str | None = None
    target: str | float | None = None
    race_date: dt.date | None = None


class ProfileLine(Line):
    goal: LooseGoal
    profile: dict[str, Any]


def run(arguments: list[str]) -> int:
    if len(arguments) != 1:
        raise InputError(USAGE)
    with lines_of(arguments[0]) as lines:
        return answer(lines, ProfileLine, judge, sys.stdout)


def judge(line: ProfileLine) -> dict[str, Any]:
    profile, declined = parse_profile(line.profile)
    return decide(profile, declined).model_dump(mode="json", exclude={"verdicts"})
