"""How one rule comes out on what is known: three-valued, with clearances, and what a refusal to answer makes of it.

An undecidable rule never counts as not fired. Knows one rule at a time, and nothing of the verdict on a profile.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import EllipsisType
from typing import Any, NamedTuple

from coach.errors import InputError
from coach.profile.catalogue import catalogue
from coach.profile.naming import by_catalogue
from coach.profile.profile import Profile
from coach.records.fact import Value
from coach.records.intake import SafetyFlag
from coach.records.safety import Action, VerdictWord
from coach.safety.conditions import check_condition
from coach.safety.derived import Unknown, derive
from coach.safety.rules import CompiledRule, SafetyRule


class _Context(dict[str, Any]):
    """The known base and derived values; `...` of every other name."""

    def __missing__(self, name: str) -> EllipsisType:
        return ...


@dataclass(frozen=True, slots=True)
class Facts:
    """`wanting`: the base fields that a derived value lacks."""

    context: _Context
    wanting: Mapping[str, frozenset[str]]
    declined: frozenset[str]

    def saw(self, names: Iterable[str]) -> dict[str, Value]:
        return {name: self.context[name] for name in names if name in self.context}

    def missing(self, still_open: frozenset[str]) -> frozenset[str]:
        """The absent base fields behind names that can still decide a condition."""
        return frozenset(base for name in still_open for base in self.wanting.get(name, {name}))


class Outcome(NamedTuple):
    """How one rule came out; `action` and `hint` are what is left of it after clearances, `rule` is None for a
    proposed one."""

    id: str
    verdict: VerdictWord
    action: Action
    hint: str
    reads: tuple[str, ...]
    missing: frozenset[str]
    rule: SafetyRule | None = None

    @property
    def fired(self) -> bool:
        return self.verdict == "fired"

    @property
    def referral(self) -> str | None:
        """Whom to see; nobody where a written clearance says that somebody has looked."""
        return self.rule.referral if self.rule and self.hint == self.rule.hint else None

    @property
    def presumed(self) -> bool:
        """Fired for want of an answer: the hint would speak of values that nobody knows."""
        return self.fired and bool(self.missing)

    @property
    def blocks(self) -> bool:
        """A rule of the session's scope withholds the day, never the plan."""
        only_today = self.rule is not None and self.rule.scope == "session"
        return self.fired and self.action == "block" and not only_today

    @property
    def withholds_today(self) -> bool:
        today = self.rule is not None and self.rule.scope != "intake"
        return self.fired and self.action == "block" and today

    def recorded(self, facts: Facts) -> dict[str, Any]:
        return {
            "rule": self.id,
            "verdict": self.verdict,
            "action": self.action,
            "saw": facts.saw(self.reads),
            "missing": tuple(sorted(self.missing)) if self.missing else (),
            "proposed": self.rule is None,
        }


def facts_of(profile: Profile, declined: frozenset[str]) -> Facts:
    """What the rules read of `profile`, derived values included."""
    asked = screening()
    # None is no answer to a screening question: such a field is as unknown as an absent one.
    known = _Context(
        (name, _steady(name, value)) for name, value in profile.items() if value is not None or name not in asked
    )
    wanting = {}
    for name, value in derive(known).items():
        if isinstance(value, Unknown):
            wanting[name] = frozenset(value)
        else:
            known[name] = value
    return Facts(known, wanting, declined - known.keys())


@cache
def screening() -> frozenset[str]:
    return frozenset(catalogue().screening)


def _steady(name: str, value: Value) -> Value:
    # 80 km told in miles must still be 80: the last bits of a conversion decide no rule.
    if isinstance(value, float):
        return round(value, 6)
    return by_catalogue(name, value) if isinstance(value, tuple) else value


def outcome_of(facts: Facts, compiled: CompiledRule) -> Outcome:
    """How a rule of the table comes out."""
    found = _alone(compiled, tuple(map(facts.context.__getitem__, compiled.reads_if_fired)))
    if found.verdict != "undecidable":
        return found
    rule, missing = compiled.rule, facts.missing(found.missing)
    if _presumed(missing, facts, closed=rule.action == "block" and rule.scope != "session"):
        return _fired(compiled, facts.context, missing)
    return found._replace(missing=missing)


def blocks(facts: Facts, compiled: CompiledRule) -> bool:
    """Whether a rule of the table whose action is `block` withholds the plan: not while it cannot be decided."""
    return _alone(compiled, tuple(map(facts.context.__getitem__, compiled.reads_if_fired))).blocks


@lru_cache(maxsize=1 << 15)
def _alone(compiled: CompiledRule, values: tuple[Value | EllipsisType, ...]) -> Outcome:
    """How the rule comes out on these values of `reads_if_fired`, nothing declined. `...` stands for an unknown value;
    `missing` of an undecidable rule holds the names, derived ones too, that would decide it."""
    rule = compiled.rule
    known = {name: value for name, value in zip(compiled.reads_if_fired, values, strict=True) if value is not ...}
    found = compiled.condition.value(known)
    if found:
        return _fired(compiled, known)
    still_open = compiled.condition.open_names(known)
    return Outcome(
        rule.id,
        "undecidable" if found is None else "not_fired",
        rule.action,
        rule.hint,
        compiled.reads,
        still_open,
        rule,
    )


def _fired(compiled: CompiledRule, known: Mapping[str, Any], missing: frozenset[str] = frozenset()) -> Outcome:
    rule = compiled.rule
    cleared = _is_cleared(known, compiled)
    word, action = _downgraded(rule) if cleared else ("fired", rule.action)
    if action == "warn" and compiled.review is not None and compiled.review.value(known) is True:
        action = "flag_for_review"
    hint = (rule.hint_when_cleared if cleared else None) or rule.hint
    return Outcome(rule.id, word, action, hint, compiled.reads_if_fired, missing, rule)


def proposed_outcome(facts: Facts, flag: SafetyFlag) -> Outcome:
    """How a rule that was proposed for this session comes out."""
    condition = check_condition(flag.condition)
    found: bool | None = None
    try:
        found = condition.value(facts.context)
        still_open = condition.open_names(facts.context)
    except InputError:  # these facts break the condition: a caution that cannot be judged stands
        still_open = condition.names - facts.context.keys()
    missing = facts.missing(still_open)
    word: VerdictWord = "fired" if found else "not_fired"
    if found is None:
        word = "fired" if _presumed(missing, facts, closed=flag.action == "block") else "undecidable"
    return Outcome(flag.id, word, flag.action, flag.hint, tuple(sorted(condition.names)), missing)


def _presumed(missing: frozenset[str], facts: Facts, *, closed: bool) -> bool:
    """Whether an undecidable rule counts as fired: all that would decide it was declined, and it is not `closed`."""
    return missing <= facts.declined and not closed


def _is_cleared(known: Mapping[str, Any], compiled: CompiledRule) -> bool:
    held = known.get("clearances")
    if not isinstance(held, tuple) or compiled.rule.cleared_by not in held:
        return False
    return compiled.clearance is None or compiled.clearance.value(known) is True


def _downgraded(rule: SafetyRule) -> tuple[VerdictWord, Action]:
    if rule.when_cleared is None or rule.when_cleared == "none":
        return "cleared", rule.action
    return "fired", rule.when_cleared
