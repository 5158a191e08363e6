"""`coach check-plan FILE`: judge training plans by the plan rules, one JSON object a line in and out."""

import datetime as dt
import sys
from collections.abc import Collection
from typing import Any

import click
from pydantic import Field, model_validator

from coach.batch import BatchLine, answer, lines_of
from coach.command_line import command as described
from coach.decisions import APPROVALS
from coach.errors import InputError
from coach.plan.validation import DatedGoal, PastRun, validate_plan
from coach.profile.validation import parse_profile
from coach.records.block import TrainingBlock
from coach.records.safety import SafetyResult
from coach.safety.gate import blocked_by
from coach.safety.rules import rules
from coach.safety.stated_goal import with_goal


class GateAnswer(SafetyResult):
    """What `coach check-safety` printed, its `id` included."""

    id: str | int | None = None

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> "GateAnswer":
        """Refuses what the gate never says: nobody can tell which half of a contradiction holds."""
        approved = self.status in {"approved", "approved_with_warnings"}
        proposed = {verdict.rule for verdict in self.verdicts if verdict.proposed}
        unknown = sorted(set(self.fired) - proposed - {compiled.rule.id for compiled in rules()})
        if unknown:
            raise ValueError(f"fired holds {unknown[0]!r}, which is no safety rule")
        if self.status == "approved" and self.fired:
            raise ValueError(f"the status is approved, although {self.fired[0]} fired")
        if approved and self.unresolved:
            raise ValueError(f"the status is {self.status}, although {self.unresolved[0].rule} is unresolved")
        told = "withheld_today" in self.model_fields_set
        if told and self.withheld_today != ("no_session_today" in self.contraindications):
            raise ValueError("withheld_today and the contraindication no_session_today go together")
        return self


class PlanLine(BatchLine):
    """One plan with what it is judged against."""

    plan: TrainingBlock
    profile: dict[str, Any]
    goal: DatedGoal
    safety: GateAnswer
    as_of_date: dt.date | None = None
    history: tuple[PastRun, ...] | None = Field(default=None)


def judge(line: PlanLine) -> dict[str, Any]:
    """The reply of one line without its id."""
    profile, declined = parse_profile(line.profile)
    if line.safety.status in APPROVALS:
        _refuse_blocked(line, blocked_by(with_goal(profile, declined, line.goal), declined, proposed=()))
    judged = validate_plan(
        line.plan, profile, line.goal, line.safety, as_of=line.as_of_date, history=line.history or ()
    )
    findings = [found.model_dump(mode="json") for found in judged.findings]
    return {"valid": judged.verdict, "findings": findings, "not_judged": list(judged.not_judged)}


def _refuse_blocked(line: PlanLine, fired: Collection[str]) -> None:
    """`InputError` where the gate blocks what `safety` approves. `fired`: its rules, none where it does not block."""
    if fired:
        blocking = ", ".join(each.rule.id for each in rules() if each.rule.id in fired and each.rule.action == "block")
        raise InputError(
            f"safety.status is {line.safety.status}, although the gate blocks this profile ({blocking}): "
            "hand over what `coach check-safety` says of it"
        )


@described("check-plan", example="coach check-plan plans.jsonl")
@click.argument("file")
def command(file: str) -> int:
    """Judge the training plans in FILE (- for standard input) by the plan rules.

    A line in: {"id", "plan", "profile", "goal", "safety"}, where `safety` is what `coach check-safety` printed. A line
    out: {"id", "valid", "findings", "not_judged"}; `valid` is null where no error was found, but the profile lacks what
    a rule in `not_judged` needs to find one. A bad line is answered with its error, and the rest is judged.

    Exit code: 0 when every plan was judged, valid or not; 2 when one could not be judged, a line was bad, or there was
    none.
    """
    with lines_of(file) as lines:
        return answer(lines, PlanLine, judge, sys.stdout, lambda reply: reply.get("valid") is not None)
