"""`coach check-plan FILE`: judge training plans by the plan rules, one JSON object a line in and out."""

import datetime as dt
import sys
from typing import Any

import click
from pydantic import Field, model_validator

from coach.batch import BatchLine, answer, lines_of
from coach.command_line import command as described
from coach.plan.validation import DatedGoal, PastRun, validate_plan
from coach.profile.validation import parse_profile
from coach.records.block import TrainingBlock
from coach.records.safety import SafetyResult
from coach.safety.rules import rules


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
    profile, _ = parse_profile(line.profile)
    judged = validate_plan(
        line.plan, profile, line.goal, line.safety, as_of=line.as_of_date, history=line.history or ()
    )
    findings = [found.model_dump(mode="json") for found in judged.findings]
    return {"valid": judged.valid, "findings": findings, "not_judged": list(judged.not_judged)}


@described("check-plan", example="coach check-plan plans.jsonl")
@click.argument("file")
def command(file: str) -> int:
    """Judge the training plans in FILE (- for standard input) by the plan rules.

    A line in: {"id", "plan", "profile", "goal", "safety"}, where `safety` is what `coach check-safety` printed. A line
    out: {"id", "valid", "findings", "not_judged"}. A bad line is answered with its error, and the rest is judged.
    """
    with lines_of(file) as lines:
        return answer(lines, PlanLine, judge, sys.stdout)
