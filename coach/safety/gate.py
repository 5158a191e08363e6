"""The safety gate: every rule against what is known, three-valued and failing closed. Pure; no model, no clock.

An undecidable rule never counts as not fired: the only way to `approved` is a profile in which every rule is
decided and none fires.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from coach.profile.catalogue import catalogue
from coach.profile.profile import Profile
from coach.records.fact import Value
from coach.records.intake import SafetyFlag
from coach.records.safety import Action, RuleVerdict, SafetyResult, Status, Unresolved, VerdictWord
from coach.safety.conditions import check_condition
from coach.safety.derived import Unknown, derive
from coach.safety.frame import frame
from coach.safety.rules import (
    CAP,
    CompiledRule,
    Rule,
    cap_weekly_volume_km,
    contraindications,
    referrals,
    rules,
)
from coach.three_valued import Condition

__all__ = ["SCREENING", "evaluate"]

SCREENING = "screening"
"""The `unresolved` entry for the screening fields that are missing."""


@dataclass(frozen=True, slots=True)
class _Facts:
    """What one evaluation rests on. `context`: known base and derived values; `wanting`: what a derived value lacks."""

    context: Mapping[str, Value]
    wanting: Mapping[str, frozenset[str]]
    declined: frozenset[str]

    def saw(self, names: Iterable[str]) -> dict[str, Value]:
        return {name: self.context[name] for name in sorted(names) if name in self.context}

    def missing(self, condition: Condition) -> frozenset[str]:
        """The absent base fields that can still decide `condition`."""
        still_open = frame(condition.text).open_names(self.context)
        return frozenset(base for name in still_open for base in self.wanting.get(name, {name}))


@dataclass(frozen=True, slots=True)
class _Judged:
    """A verdict with what it means for the result; `rule` is None for a proposed one."""

    verdict: RuleVerdict
    hint: str
    rule: Rule | None = None

    @property
    def fired(self) -> bool:
        return self.verdict.verdict == "fired"

    @property
    def blocks(self) -> bool:
        """A rule of the session's scope withholds the day, never the plan."""
        only_today = self.rule is not None and self.rule.scope == "session"
        return self.fired and self.verdict.action == "block" and not only_today

    @property
    def withholds_today(self) -> bool:
        today = self.rule is not None and self.rule.scope != "intake"
        return self.fired and self.verdict.action == "block" and today


def evaluate(
    profile: Profile, declined: frozenset[str] = frozenset(), *, proposed: tuple[SafetyFlag, ...] = ()
) -> SafetyResult:
    """Judge `profile`. `declined` names fields that the athlete will not or cannot answer. `proposed` are rules of
    this session: they add to the table's verdict and never take from it (`InputError` if one cannot be judged)."""
    facts = _facts(profile, declined)
    judged = [_judge(facts, compiled) for compiled in rules()]
    judged += [_judge_proposed(facts, flag) for flag in proposed]
    return _result(facts, judged)


def _facts(profile: Profile, declined: frozenset[str]) -> _Facts:
    screening = catalogue().screening
    # None is no answer to a screening question: such a field is as unknown as an absent one.
    known = {name: value for name, value in profile.items() if value is not None or name not in screening}
    derived = derive(known)
    wanting = {name: frozenset(value) for name, value in derived.items() if isinstance(value, Unknown)}
    found = {name: value for name, value in derived.items() if not isinstance(value, Unknown)}
    return _Facts({**known, **found}, wanting, declined - known.keys())


def _judge(facts: _Facts, compiled: CompiledRule) -> _Judged:
    rule, names = compiled.rule, compiled.condition.names
    only_today = rule.scope == "session"
    word, missing = _decide(facts, compiled.condition, closed=rule.action == "block" and not only_today)
    action: Action = rule.action
    if word == "fired" and rule.cleared_by is not None:
        names |= _names_of_clearance(compiled)
        if _is_cleared(facts, compiled):
            word, action = _downgraded(rule)
    return _Judged(_verdict(rule.id, (word, action), facts.saw(names), missing), rule.hint, rule)


def _judge_proposed(facts: _Facts, flag: SafetyFlag) -> _Judged:
    condition = check_condition(flag.condition)
    word, missing = _decide(facts, condition, closed=flag.action == "block")
    verdict = _verdict(flag.id, (word, flag.action), facts.saw(condition.names), missing)
    return _Judged(verdict.model_copy(update={"proposed": True}), flag.hint)


def _decide(facts: _Facts, condition: Condition, *, closed: bool) -> tuple[VerdictWord, frozenset[str]]:
    """How the rule comes out and what would decide it. Where all of that was declined, the rule counts as fired,
    unless it is `closed`: then it stays undecidable, and nothing is approved."""
    value = condition.value(facts.context)
    if value is not None:
        return ("fired" if value else "not_fired"), frozenset()
    missing = facts.missing(condition)
    return ("fired" if missing <= facts.declined and not closed else "undecidable"), missing


def _names_of_clearance(compiled: CompiledRule) -> frozenset[str]:
    return frozenset({"clearances"}) | (compiled.clearance.names if compiled.clearance else frozenset())


def _is_cleared(facts: _Facts, compiled: CompiledRule) -> bool:
    held = facts.context.get("clearances")
    if not isinstance(held, tuple) or compiled.rule.cleared_by not in held:
        return False
    return compiled.clearance is None or compiled.clearance.value(facts.context) is True


def _downgraded(rule: Rule) -> tuple[VerdictWord, Action]:
    if rule.when_cleared is None or rule.when_cleared == "none":
        return "cleared", rule.action
    return "fired", rule.when_cleared


def _verdict(
    rule: str, outcome: tuple[VerdictWord, Action], saw: dict[str, Value], missing: frozenset[str]
) -> RuleVerdict:
    # Not validated again: all of it comes from validated records, and this runs for every rule of every profile.
    return RuleVerdict.model_construct(
        rule=rule, verdict=outcome[0], action=outcome[1], saw=saw, missing=tuple(sorted(missing)), proposed=False
    )


def _result(facts: _Facts, judged: list[_Judged]) -> SafetyResult:
    fired = [each for each in judged if each.fired]
    unresolved = _unresolved(facts, judged)
    ids = {each.verdict.rule for each in fired}
    asked = {name for each in fired if each.rule for name in each.rule.contraindications}
    return SafetyResult(
        status=_status(fired, unresolved),
        requires_human_review=any(each.verdict.action == "flag_for_review" for each in fired),
        withheld_today=any(each.withholds_today for each in fired),
        fired=tuple(sorted(ids)),
        unresolved=unresolved,
        warnings=tuple(sorted({each.hint for each in fired})),
        contraindications=tuple(sorted(asked)),
        recommendations=_recommendations(fired, asked),
        verdicts=tuple(sorted((each.verdict for each in judged), key=_order)),
    )


def _order(verdict: RuleVerdict) -> tuple[str, bool]:
    return verdict.rule, verdict.proposed


def _status(fired: list[_Judged], unresolved: tuple[Unresolved, ...]) -> Status:
    if any(each.blocks for each in fired):
        return "blocked"
    if unresolved:
        return "unresolved"
    return "approved_with_warnings" if fired else "approved"


def _unresolved(facts: _Facts, judged: list[_Judged]) -> tuple[Unresolved, ...]:
    verdicts = [each.verdict for each in judged if each.verdict.missing]
    # A declined screening field is answered for by the rules it leaves open; where there is none, by this entry.
    answered = {name for verdict in verdicts for name in verdict.missing if name in facts.declined}
    screening = {name for name in catalogue().screening if name not in facts.context and name not in answered}
    found = [
        Unresolved(rule=verdict.rule, missing=verdict.missing)
        for verdict in verdicts
        if verdict.verdict == "undecidable"
    ]
    if screening:
        found.append(Unresolved(rule=SCREENING, missing=tuple(sorted(screening))))
    return tuple(sorted(found, key=lambda each: each.rule))


def _recommendations(fired: list[_Judged], asked: set[str]) -> tuple[str, ...]:
    cap = cap_weekly_volume_km(each.verdict.rule for each in fired if each.rule)
    sentences = {contraindications()[name].say for name in asked}
    sentences |= {referrals()[each.rule.referral] for each in fired if each.rule and each.rule.referral}
    return tuple(sorted(sentence.replace(f"{{{CAP}}}", f"{cap:g}" if cap else "") for sentence in sentences))
