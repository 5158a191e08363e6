"""Is a plan valid? Runs the table of rules and knows nothing of what any of them means."""

import datetime as dt
from hashlib import blake2b
from typing import NamedTuple

from coach.plan.validation import growth, load, pace, safety, session, structure, taper
from coach.plan.validation.context import Context, DatedGoal, Run
from coach.plan.validation.rule import Flaw, Rule
from coach.profile.profile import Profile
from coach.records.block import Finding, TrainingBlock
from coach.records.goal import Goal
from coach.records.safety import SafetyResult
from coach.remembered import by_identity

__all__ = ["RULES", "DatedGoal", "Judged", "Rule", "Run", "validate_plan"]

RULES: tuple[Rule, ...] = (
    *structure.RULES, *growth.RULES, *load.RULES, *taper.RULES, *pace.RULES, *session.RULES, *safety.RULES,
)  # fmt: skip


class Judged(NamedTuple):
    """Findings in the order of the block, and the rules that nothing could be said about."""

    findings: tuple[Finding, ...]
    not_judged: tuple[str, ...]

    @property
    def valid(self) -> bool:
        return not any(finding.severity == "error" for finding in self.findings)


def validate_plan(  # noqa: PLR0913 (the contract of the plan rules: all they may read)
    plan: TrainingBlock,
    profile: Profile,
    goal: Goal,
    safety: SafetyResult,
    *,
    as_of: dt.date | None = None,
    history: tuple[Run, ...] = (),
) -> Judged:
    """Judge `plan` by every rule. `as_of` is the day of judgement, else the block's first day.

    The last few judgements are remembered by the content of all that was given.
    """
    context = Context(plan, profile, goal, safety, as_of or plan.start_date, history)
    found = _REMEMBERED.get(key := _content(context))
    if found is None:
        if len(_REMEMBERED) >= _MOST_REMEMBERED:
            _REMEMBERED.clear()
        found = _REMEMBERED[key] = _judged(context)
    return found


_MOST_REMEMBERED = 512
_REMEMBERED: dict[bytes, Judged] = {}


def _content(context: Context) -> bytes:
    """A digest of everything that a rule may read."""
    safety = context.safety.model_copy(update={"verdicts": ()})
    written = (
        _written(context.plan),
        repr(sorted(context.profile.items())).encode(),
        type(context.goal).__name__.encode(),
        context.goal.model_dump_json().encode(),
        safety.model_dump_json().encode(),
        repr((context.as_of, context.history)).encode(),
    )
    return blake2b(b"\0".join(written), digest_size=32).digest()


@by_identity
def _written(plan: TrainingBlock) -> bytes:
    return blake2b(plan.model_dump_json().encode(), digest_size=32).digest()


def _judged(context: Context) -> Judged:
    ready = {rule.id: rule for rule in RULES if rule.ready(context)}
    findings = [_finding(rule, flaw, context.safety) for rule in ready.values() for flaw in rule.check(context)]
    findings.sort(key=lambda found: (found.week or 0, found.date or dt.date.min))
    return Judged(tuple(findings), tuple(sorted(rule.id for rule in RULES if rule.id not in ready)))


def _finding(rule: Rule, flaw: Flaw, safety: SafetyResult) -> Finding:
    escalated = bool(rule.escalated_by & set(safety.contraindications))
    severity = "error" if escalated else flaw.severity or rule.severity
    return Finding(rule=rule.id, severity=severity, week=flaw.week, date=flaw.date, message=flaw.message)
