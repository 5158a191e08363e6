"""The safety gate: every rule against what is known, three-valued and failing closed. Pure; no model, no clock.

An undecidable rule never counts as not fired: the only way to `approved` is a profile in which every rule is
decided and none fires.
"""

from functools import cache, lru_cache
from typing import Any

from coach.profile.profile import Profile
from coach.records.intake import SafetyFlag
from coach.records.safety import SafetyResult, Status, Unresolved
from coach.safety.derived import inputs_of
from coach.safety.outcome import Facts, Outcome, blocks, facts_of, outcome_of, proposed_outcome, screening
from coach.safety.refusal import careful_of
from coach.safety.rules import CAP, CompiledRule, cap_weekly_volume_km, contraindications, referrals, rules

SCREENING = "screening"
"""The `unresolved` entry for the screening fields that are missing."""


def evaluate(
    profile: Profile,
    declined: frozenset[str] = frozenset(),
    *,
    proposed: tuple[SafetyFlag, ...] = (),
    only_fired: bool = False,
) -> SafetyResult:
    """Judge `profile`. `declined` names fields that the athlete will not or cannot answer. `proposed` are rules of
    this session: they add to the table's verdict and never take from it (`InputError` if one cannot be judged).
    `only_fired`: with the verdicts of the rules that fired and no others."""
    facts = facts_of(profile, declined)
    judged = _judged(facts, proposed)
    kept = [each for each in judged if each.fired or not only_fired]
    verdicts = tuple(each.recorded(facts) for each in sorted(kept, key=_order))
    return SafetyResult.model_validate({**_result(facts, judged), "verdicts": verdicts})


def decide(
    profile: Profile, declined: frozenset[str] = frozenset(), *, proposed: tuple[SafetyFlag, ...] = ()
) -> SafetyResult:
    """The same answer without the verdict on each rule: those are for the record of a session."""
    facts = facts_of(profile, declined)
    return SafetyResult.model_validate(_result(facts, _judged(facts, proposed)))


def blocked_by(profile: Profile, declined: frozenset[str], *, proposed: tuple[SafetyFlag, ...]) -> tuple[str, ...]:
    """The rules that fire, sorted, where `decide` says `blocked`; else none."""
    facts = facts_of(profile, declined)
    flags = (proposed_outcome(facts, flag).blocks for flag in proposed)
    if any(blocks(facts, each) for each in _blocking()) or any(flags):
        return decide(profile, declined, proposed=proposed).fired
    return ()


def fired_besides(profile: Profile, planned: Profile, *, or_open: bool = False) -> tuple[Outcome, ...]:
    """How those rules come out that do not fire on `profile` and would if it held the values of `planned` as well.

    `or_open`: also those that could not be decided then, for want of what nobody had to ask before.
    """
    counted = {"fired", "undecidable"} if or_open else {"fired"}
    after = facts_of({**profile, **planned}, frozenset())
    found = [
        (each, now) for each in _reading(frozenset(planned)) if (now := outcome_of(after, each)).verdict in counted
    ]
    if not found:
        return ()
    before = facts_of(profile, frozenset())
    return tuple(now for each, now in found if outcome_of(before, each).verdict not in counted)


@cache
def _reading(fields: frozenset[str]) -> tuple[CompiledRule, ...]:
    """The rules that read one of the base fields, by itself or through a derived value."""
    return tuple(each for each in rules() if any(fields & inputs_of(name) for name in each.reads))


@cache
def _blocking() -> tuple[CompiledRule, ...]:
    """The rules that may block: no clearance turns another action into that."""
    return tuple(each for each in rules() if each.rule.action == "block")


def _judged(facts: Facts, proposed: tuple[SafetyFlag, ...]) -> list[Outcome]:
    return [*(outcome_of(facts, each) for each in rules()), *(proposed_outcome(facts, flag) for flag in proposed)]


def _result(facts: Facts, judged: list[Outcome]) -> dict[str, Any]:
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


def _warnings(fired: list[Outcome]) -> tuple[str, ...]:
    """The hints of what is known, and one sentence for all that is only presumed."""
    hints = {each.hint for each in fired if not each.presumed}
    unknown = {name for each in fired if each.presumed for name in each.missing}
    return tuple(sorted({*hints, careful_of(frozenset(unknown))} if unknown else hints))


def _order(judged: Outcome) -> tuple[str, bool]:
    return judged.id, judged.rule is None


def _status(fired: list[Outcome], unresolved: tuple[Unresolved, ...]) -> Status:
    if any(each.blocks for each in fired):
        return "blocked"
    if unresolved:
        return "unresolved"
    return "approved_with_warnings" if fired else "approved"


def _unresolved(facts: Facts, judged: list[Outcome]) -> tuple[Unresolved, ...]:
    # A declined screening field is answered for by the rules it leaves open; where there is none, by this entry.
    answered = {name for each in judged for name in each.missing} & facts.declined if facts.declined else set()
    unasked = {name for name in screening() if name not in facts.context and name not in answered}
    missing = {SCREENING: frozenset(unasked)} if unasked else {}
    for each in judged:
        if each.verdict == "undecidable":
            missing[each.id] = missing.get(each.id, frozenset()) | each.missing
    return tuple(_entry(rule, missing[rule]) for rule in sorted(missing))


@lru_cache(maxsize=4096)
def _entry(rule: str, missing: frozenset[str]) -> Unresolved:
    return Unresolved(rule=rule, missing=tuple(sorted(missing)))


def _recommendations(fired: list[Outcome], asked: set[str]) -> tuple[str, ...]:
    cap = cap_weekly_volume_km(each.id for each in fired if each.rule)
    sentences = {contraindications()[name].say for name in asked}
    sentences |= {referrals()[each.referral] for each in fired if each.referral}
    return tuple(sorted(sentence.replace(f"{{{CAP}}}", f"{cap:g}" if cap else "") for sentence in sentences))
