"""Is a plan valid? Runs the table of rules and knows nothing of what any of them means."""

import datetime as dt
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from coach.plan.validation.context import DatedGoal, PastRun, PlanContext
from coach.plan.validation.rule import Flaw, PlanRule
from coach.plan.validation.table import RULES
from coach.profile.profile import Profile
from coach.records.block import PlanFinding, TrainingBlock
from coach.records.goal import Goal
from coach.records.safety import SafetyResult

__all__ = ["RULES", "DatedGoal", "PastRun", "PlanJudgement", "PlanRule", "validate_plan"]


class PlanJudgement(NamedTuple):
    """Findings in the order of the block, and the ids of the rules that might find more if all were known.

    A rule judges what is known; one that finds an error in it is judged, whatever is unknown beside. `undecided`: those
    of `not_judged` that might find an error. How well paces and goal times fit can be told only of who has raced, so
    that their rules leave a plan decided unless a contraindication makes an error of them.
    """

    findings: tuple[PlanFinding, ...]
    not_judged: tuple[str, ...]
    undecided: tuple[str, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether no error was found in what is known."""
        return not any(finding.severity == "error" for finding in self.findings)

    @property
    def verdict(self) -> bool | None:
        """Whether the plan is valid; None where no error was found and a rule that might find one was not judged."""
        return False if not self.valid else None if self.undecided else True


def validate_plan(  # noqa: PLR0913 (the contract of the plan rules: all they may read)
    plan: TrainingBlock,
    profile: Profile,
    goal: Goal,
    safety: SafetyResult,
    *,
    as_of: dt.date | None = None,
    history: tuple[PastRun, ...] = (),
) -> PlanJudgement:
    """Judge `plan` by every rule. `as_of` is the day of judgement, else the block's first day.

    The last few judgements are remembered: the same content is judged once.
    """
    context = PlanContext(plan, profile, goal, safety, as_of or plan.start_date, history)
    key = _key(context)
    remembered = _REMEMBERED.get(key)
    if remembered is None or not remembered.is_of(plan):
        if len(_REMEMBERED) >= _MOST_REMEMBERED:
            _REMEMBERED.clear()
        remembered = _REMEMBERED[key] = _Remembered(plan, _judged(context))
    return remembered.judged


@dataclass(frozen=True)
class _Remembered:
    """Without slots, so that the plan is written out once, and only where another looks like it."""

    plan: TrainingBlock
    judged: PlanJudgement

    def is_of(self, plan: TrainingBlock) -> bool:
        return self.plan is plan or self._written == plan.model_dump_json()

    @cached_property
    def _written(self) -> str:
        return self.plan.model_dump_json()


_MOST_REMEMBERED = 64
_REMEMBERED: dict[str, _Remembered] = {}


def _key(context: PlanContext) -> str:
    """Everything but the plan that a rule may read, and enough of the plan to tell most plans apart."""
    plan, goal, safety = context.plan, context.goal, context.safety
    return repr(
        (
            [(week.phase, week.km, week.minutes) for week in plan.weeks],
            plan.notes,
            sorted(context.profile.items()),
            type(goal).__name__,
            goal.model_dump_json(),
            (safety.status, safety.fired, safety.contraindications),
            context.as_of,
            [(run.date, run.km) for run in context.history],
        )
    )


def _judged(context: PlanContext) -> PlanJudgement:
    contraindications = frozenset(context.safety.contraindications)
    findings = [
        _finding(rule, flaw, escalated=not rule.escalated_by.isdisjoint(contraindications))
        for rule in RULES
        for flaw in rule.check(context)
    ]
    findings.sort(key=lambda found: (found.week or 0, found.date or dt.date.min))
    broken = {found.rule for found in findings if found.severity == "error"}
    open_rules = [rule for rule in RULES if rule.id not in broken and not rule.ready(context)]
    undecided = (rule.id for rule in open_rules if rule.may_be_error(contraindications))
    return PlanJudgement(tuple(findings), tuple(sorted(rule.id for rule in open_rules)), tuple(sorted(undecided)))


def _finding(rule: PlanRule, flaw: Flaw, *, escalated: bool) -> PlanFinding:
    severity = "error" if escalated else flaw.severity or rule.severity
    return PlanFinding(rule=rule.id, severity=severity, week=flaw.week, date=flaw.date, message=flaw.message)
