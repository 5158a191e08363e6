"""The safety gate: every rule against what is known, three-valued and failing closed. Pure; no model, no clock.

An undecidable rule never counts as not fired: the only way to `approved` is a profile in which every rule is
decided and none fires.
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
from coach.records.safety import Action, SafetyResult, Status, Unresolved, VerdictWord
from coach.safety.conditions import check_condition
from coach.safety.derived import Unknown, derive
from coach.safety.rules import (
    CAP,
    CompiledRule,
    Rule,
    cap_weekly_volume_km,
    contraindications,
    referrals,
    rules,
)
from coach.safety.unknown import careful_of

__all__ = ["SCREENING", "decide", "evaluate"]

SCREENING = "screening"
"""The `unresolved` entry for the screening fields that are missing."""


class _Context(dict[str, Any]):
    """The known base and derived values; `...` of every other name."""

    def __missing__(self, name: str) -> EllipsisType:
        return ...


@dataclass(frozen=True, slots=True)
class _Facts:
    """`wanting`: the base fields that a derived value lacks."""

    context: _Context
    wanting: Mapping[str, frozenset[str]]
    declined: frozenset[str]

    def saw(self, names: Iterable[str]) -> dict[str, Value]:
        return {name: self.context[name] for name in names if name in self.context}

    def missing(self, still_open: frozenset[str]) -> frozenset[str]:
        """The absent base fields behind names that can still decide a condition."""
        return frozenset(base for name in still_open for base in self.wanting.get(name, {name}))


class _Judged(NamedTuple):
    """How one rule came out; `action` is what is left of it after clearances, `rule` is None for a proposed one."""

    id: str
    word: VerdictWord
    action: Action
    hint: str
    reads: tuple[str, ...]
    missing: frozenset[str]
    rule: Rule | None = None

    @property
    def fired(self) -> bool:
        return self.word == "fired"

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

    def verdict(self, facts: _Facts) -> dict[str, Any]:
        return {
            "rule": self.id,
            "verdict": self.word,
            "action": self.action,
            "saw": facts.saw(self.reads),
            "missing": tuple(sorted(self.missing)) if self.missing else (),
            "proposed": self.rule is None,
        }


def evaluate(
    profile: Profile, declined: frozenset[str] = frozenset(), *, proposed: tuple[SafetyFlag, ...] = ()
) -> SafetyResult:
    """Judge `profile`. `declined` names fields that the athlete will not or cannot answer. `proposed` are rules of
    this session: they add to the table's verdict and never take from it (`InputError` if one cannot be judged)."""
    facts = _facts(profile, declined)
    judged = _judged(facts, proposed)
    verdicts = tuple(each.verdict(facts) for each in sorted(judged, key=_order))
    return SafetyResult.model_validate({**_result(facts, judged), "verdicts": verdicts})


def decide(
    profile: Profile, declined: frozenset[str] = frozenset(), *, proposed: tuple[SafetyFlag, ...] = ()
) -> SafetyResult:
    """The same answer without the verdict on each rule, in half the time: those are for the record of a session."""
    facts = _facts(profile, declined)
    return SafetyResult.model_validate(_result(facts, _judged(facts, proposed)))


def _judged(facts: _Facts, proposed: tuple[SafetyFlag, ...]) -> list[_Judged]:
    return [_judge(facts, each) for each in rules()] + [_judge_proposed(facts, flag) for flag in proposed]


def _facts(profile: Profile, declined: frozenset[str]) -> _Facts:
    screening = _screening()
    # None is no answer to a screening question: such a field is as unknown as an absent one.
    known = _Context(
        (name, _steady(name, value)) for name, value in profile.items() if value is not None or name not in screening
    )
    wanting = {}
    for name, value in derive(known).items():
        if isinstance(value, Unknown):
            wanting[name] = frozenset(value)
        else:
            known[name] = value
    return _Facts(known, wanting, declined - known.keys())


@cache
def _screening() -> frozenset[str]:
    return frozenset(catalogue().screening)


def _steady(name: str, value: Value) -> Value:
    # 80 km told in miles must still be 80: the last bits of a conversion decide no rule.
    if isinstance(value, float):
        return round(value, 6)
    return by_catalogue(name, value) if isinstance(value, tuple) else value


def _judge(facts: _Facts, compiled: CompiledRule) -> _Judged:
    judged = _alone(compiled, tuple(map(facts.context.__getitem__, compiled.reads_if_fired)))
    if judged.word != "undecidable":
        return judged
    rule, missing = compiled.rule, facts.missing(judged.missing)
    if _presumed(missing, facts, closed=rule.action == "block" and rule.scope != "session"):
        return _fired(compiled, facts.context, missing)
    return judged._replace(missing=missing)


@lru_cache(maxsize=1 << 15)
def _alone(compiled: CompiledRule, values: tuple[Value | EllipsisType, ...]) -> _Judged:
    """How the rule comes out on these values of `reads_if_fired`, nothing declined. `...` stands for an unknown value;
    `missing` of an undecidable rule holds the names, derived ones too, that would decide it."""
    rule = compiled.rule
    known = {name: value for name, value in zip(compiled.reads_if_fired, values, strict=True) if value is not ...}
    found = compiled.condition.value(known)
    if found:
        return _fired(compiled, known)
    still_open = compiled.condition.open_names(known)
    return _Judged(
        rule.id,
        "undecidable" if found is None else "not_fired",
        rule.action,
        rule.hint,
        compiled.reads,
        still_open,
        rule,
    )


def _fired(compiled: CompiledRule, known: Mapping[str, Any], missing: frozenset[str] = frozenset()) -> _Judged:
    rule = compiled.rule
    word, action = _downgraded(rule) if _is_cleared(known, compiled) else ("fired", rule.action)
    return _Judged(rule.id, word, action, rule.hint, compiled.reads_if_fired, missing, rule)


def _judge_proposed(facts: _Facts, flag: SafetyFlag) -> _Judged:
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
    return _Judged(flag.id, word, flag.action, flag.hint, tuple(sorted(condition.names)), missing)


def _presumed(missing: frozenset[str], facts: _Facts, *, closed: bool) -> bool:
    """Whether an undecidable rule counts as fired: all that would decide it was declined, and it is not `closed`."""
    return missing <= facts.declined and not closed


def _is_cleared(known: Mapping[str, Any], compiled: CompiledRule) -> bool:
    held = known.get("clearances")
    if not isinstance(held, tuple) or compiled.rule.cleared_by not in held:
        return False
    return compiled.clearance is None or compiled.clearance.value(known) is True


def _downgraded(rule: Rule) -> tuple[VerdictWord, Action]:
    if rule.when_cleared is None or rule.when_cleared == "none":
        return "cleared", rule.action
    return "fired", rule.when_cleared


def _result(facts: _Facts, judged: list[_Judged]) -> dict[str, Any]:
    fired = [each for each in judged if each.fired]
    unresolved = _unresolved(facts, judged)
    asked = {name for each in fired if each.rule for name in each.rule.contraindications}
    return {
        "status": _status(fired, unresolved),
        "requires_human_review": any(each.action == "flag_for_review" for each in fired),
        "withheld_today": any(each.withholds_today for each in fired),
        "fired": tuple(sorted({each.id for each in fired})),
        "unresolved": unresolved,
        "warnings": _warnings(fired),
        "contraindications": tuple(sorted(asked)),
        "recommendations": _recommendations(fired, asked),
    }


def _warnings(fired: list[_Judged]) -> tuple[str, ...]:
    """The hints of what is known, and one sentence for all that is only presumed."""
    hints = {each.hint for each in fired if not each.presumed}
    unknown = {name for each in fired if each.presumed for name in each.missing}
    return tuple(sorted({*hints, careful_of(unknown)} if unknown else hints))


def _order(judged: _Judged) -> tuple[str, bool]:
    return judged.id, judged.rule is None


def _status(fired: list[_Judged], unresolved: tuple[Unresolved, ...]) -> Status:
    if any(each.blocks for each in fired):
        return "blocked"
    if unresolved:
        return "unresolved"
    return "approved_with_warnings" if fired else "approved"


def _unresolved(facts: _Facts, judged: list[_Judged]) -> tuple[Unresolved, ...]:
    # A declined screening field is answered for by the rules it leaves open; where there is none, by this entry.
    answered = {name for each in judged for name in each.missing if name in facts.declined}
    screening = {name for name in _screening() if name not in facts.context and name not in answered}
    missing = {SCREENING: frozenset(screening)} if screening else {}
    for each in judged:
        if each.word == "undecidable":
            missing[each.id] = missing.get(each.id, frozenset()) | each.missing
    return tuple(Unresolved(rule=rule, missing=tuple(sorted(missing[rule]))) for rule in sorted(missing))


def _recommendations(fired: list[_Judged], asked: set[str]) -> tuple[str, ...]:
    cap = cap_weekly_volume_km(each.id for each in fired if each.rule)
    sentences = {contraindications()[name].say for name in asked}
    sentences |= {referrals()[each.rule.referral] for each in fired if each.rule and each.rule.referral}
    return tuple(sorted(sentence.replace(f"{{{CAP}}}", f"{cap:g}" if cap else "") for sentence in sentences))
