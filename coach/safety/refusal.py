"""What an athlete hears of a block, and of a caution for want of an answer: reasons, and whom to see. Pure."""

from functools import lru_cache
from typing import NamedTuple

from coach.profile.catalogue import catalogue
from coach.profile.profile import Profile
from coach.profile.wording import label
from coach.records.safety import SafetyResult
from coach.safety.rules import CompiledRule, referrals, rules

_RACE_WEEKS = "race_block_weeks"

_HELP_FIRST = frozenset({"emergency", "emergency_or_doctor", "crisis_line"})
"""Referrals to help that somebody needs today, whatever a letter says."""


class Refusal(NamedTuple):
    reasons: tuple[str, ...] = ()
    referrals: tuple[str, ...] = ()


def refusal_of(result: SafetyResult) -> Refusal:
    """Of a blocked `result`; empty for any other. A block that is in no table keeps its words, and every referral."""
    if result.status != "blocked":
        return Refusal()
    ours = [compiled.rule for compiled in _blocking(result)]
    hints = {hint for compiled in rules() for hint in (compiled.rule.hint, compiled.rule.hint_when_cleared)}
    presumed = {name for each in result.verdicts if each.verdict == "fired" for name in each.missing}
    unheard = {*hints, *([careful_of(frozenset(presumed))] if ours else ())} - {rule.hint for rule in ours}
    whom = {referrals()[rule.referral] for rule in ours if rule.referral} if ours else set(referrals().values())
    return Refusal(
        tuple(each for each in result.warnings if each not in unheard),
        tuple(each for each in result.recommendations if each in whom),
    )


def weeks_for_the_race(result: SafetyResult) -> float | None:
    """From how many weeks on a `result` that blocks for the date of the race would not; None where it is not that."""
    blocking = {compiled.rule.id for compiled in _blocking(result)}
    needed = (each.saw.get(_RACE_WEEKS) for each in result.verdicts if each.rule in blocking)
    return next((float(weeks) for weeks in needed if isinstance(weeks, int | float)), None)


def letter_would_lift(result: SafetyResult, known: Profile) -> bool:
    """Whether written clearances would leave no block of a blocked `result` on the facts `known`."""
    ours = _blocking(result)
    proposed = any(each.action == "block" and each.verdict == "fired" and each.proposed for each in result.verdicts)
    return bool(ours) and not proposed and all(_is_lifted(compiled, known) for compiled in ours)


def _is_lifted(compiled: CompiledRule, known: Profile) -> bool:
    rule = compiled.rule
    if rule.cleared_by is None or rule.referral in _HELP_FIRST:
        return False
    return compiled.clearance is None or compiled.clearance.value(known) is True


def _blocking(result: SafetyResult) -> tuple[CompiledRule, ...]:
    fired = {each.rule for each in result.verdicts if each.verdict == "fired" and each.action == "block"}
    return tuple(each for each in rules() if each.rule.id in fired and each.rule.scope != "session")


_UNNAMED = frozenset({"age_years"})
"""Never named as the reason for anything."""


@lru_cache(maxsize=1024)
def careful_of(missing: frozenset[str]) -> str:
    """One sentence about the `missing` base fields, in the catalogue's order; it claims nothing of their values."""
    wanted = missing - _UNNAMED
    names = ", ".join(dict.fromkeys(label(name) for name in catalogue().fields if name in wanted))
    told = f"a few things I don't know yet ({names})" if names else "a few things I don't know yet"
    return (
        f"There are {told}, and that's all right. Until I do, I'll stay on the careful side there; whenever you can "
        "tell me more, we look at it again."
    )
