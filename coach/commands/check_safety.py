"""`coach check-safety FILE`: judge profiles, each with its goal, by the safety rules. What is absent is unknown."""

import datetime as dt
import sys
from typing import Any

import click

from coach.batch import BatchLine, answer, lines_of
from coach.command_line import command as described
from coach.profile.validation import parse_profile
from coach.records.base import Record
from coach.records.goal import Goal, GoalType
from coach.safety.gate import decide
from coach.safety.stated_goal import with_goal


class LooseGoal(Record):
    """A goal must be there, and what stands in it must be one; it may say nothing."""

    text: str | None = None
    type: GoalType | None = None
    sport: str | None = None
    event: str | None = None
    target: str | float | None = None
    race_date: dt.date | None = None

    def whole(self) -> Goal:
        """The goal as the coach has it; a target that is no text says no time, and a goal without a type no weight."""
        target = self.target if isinstance(self.target, str) else None
        return Goal(text=self.text or "", type=self.type or "performance", event=self.event, target=target)


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
    {"id", "status", "fired", "unresolved", ...}. The goal counts too: where the profile has no distance, it is that of
    the goal's event or of the only race that its text asks for; and no minor whose goal is to lose weight is approved.
    A bad line is answered with its error, and the rest is judged.

    Exit code: 0 when every line was judged, whatever the answer; 2 when a line was bad or there was none.
    """
    with lines_of(file) as lines:
        return answer(lines, ProfileLine, judge, sys.stdout)


def judge(line: ProfileLine) -> dict[str, Any]:
    profile, declined = parse_profile(line.profile)
    return decide(with_goal(profile, declined, line.goal.whole()), declined).model_dump(
        mode="json", exclude={"verdicts"}
    )
