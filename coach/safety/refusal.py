"""What an athlete hears of a block: the reasons and whom to see, and nothing of what would only shape a plan. Pure."""

from typing import NamedTuple

from coach.records.safety import SafetyResult
from coach.safety.rules import referrals, rules

__all__ = ["Refusal", "refusal_of"]


class Refusal(NamedTuple):
    reasons: tuple[str, ...] = ()
    referrals: tuple[str, ...] = ()


def refusal_of(result: SafetyResult) -> Refusal:
    """Of a blocked `result`; empty for any other. A block that is in no table keeps its words, and every referral."""
    if result.status != "blocked":
        return Refusal()
    blocking = {each.rule for each in result.verdicts if each.verdict == "fired" and each.action == "block"}
    table = {compiled.rule.id: compiled.rule for compiled in rules()}
    ours = [rule for rule in table.values() if rule.id in blocking and rule.scope != "session"]
    hints = {hint for rule in table.values() for hint in (rule.hint, rule.hint_when_cleared)}
    unheard = hints - {rule.hint for rule in ours}
    whom = {referrals()[rule.referral] for rule in ours if rule.referral} if ours else set(referrals().values())
    return Refusal(
        tuple(each for each in result.warnings if each not in unheard),
        tuple(each for each in result.recommendations if each in whom),
    )
