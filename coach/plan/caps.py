"""What a plan keeps beyond contraindications: a rule's number, what its hint promises, what the athlete wants."""

import re
from collections.abc import Sequence

from coach.plan.profile_values import number
from coach.profile.profile import Profile
from coach.records.goal import Goal
from coach.safety.derived import known_disease
from coach.safety.gate import fired_besides
from coach.safety.rules import cap_weekly_volume_km, rules

RACE_KM_BY_AGE = ((15.0, 5.5), (18.0, 21.5))
"""Below this age no race longer than this."""

ALL_EASY, EVERY_OTHER_DAY = "all_easy", "every_other_day"
MAINTAIN, NO_HARD, EASY_UNTIL_CLEARED = "maintain", "no_hard", "easy_until_cleared"
FINISH_WELL, EASY_AFTER_ILLNESS, EASY_UNREVIEWED = "finish_well", "easy_after_illness", "easy_unreviewed"
"""Nothing grows, nothing is hard (acog_804: keep what the body is used to); no hard session, as the athlete wants; none
before a written clearance (`moderate_at_most`); the race is run to finish it, and for no time; a day of rest and easy
days after an illness; no hard session that nobody asked for, where a safety rule would have a person look at it."""
NO_RUNNING = "no_running_wished"
"""The goal's own words leave running out."""
_NO_RUNNING = re.compile(
    r"\b(?:no|without(?: any)?|instead of) running\b|(?:\bnot|n't) (?:want|wish|like|going) to run\b|"
    r"\brather not run\b",
    re.IGNORECASE,
)
_HARD = "hard_sessions_requested_per_week"
CLEARED_BY = "medical"
"""As in the safety rule `acsm_active_known_disease_vigorous`."""
PROMISED = {
    "tendon_pain_3_to_5": frozenset({ALL_EASY, EVERY_OTHER_DAY}),
    "return_to_run_phase": frozenset({EVERY_OTHER_DAY}),
    "pregnancy_uncomplicated": frozenset({MAINTAIN}),
    "race_too_soon_warn": frozenset({FINISH_WELL}),
    "fever_or_systemic_illness": frozenset({EASY_AFTER_ILLNESS}),
}
"""Fired rule: what its hint tells the athlete about the plan where no contraindication stands for it."""


def promised(fired: Sequence[str]) -> frozenset[str]:
    """What the hints of the fired rules promise, to be kept by the plan."""
    return frozenset(promise for rule in fired for promise in PROMISED.get(rule, ()))


def wants_no_running(goal: Goal) -> bool:
    """Whether the words of a goal without a race leave running out."""
    return goal.event is None and _NO_RUNNING.search(goal.text) is not None


def hard_sessions_wished(profile: Profile) -> int | None:
    """The most hard sessions a week that the athlete wants; none for light effort; None where there is no wish."""
    stated = number(profile, _HARD)
    if stated is None:
        return 0 if profile.get("desired_intensity") == "light" else None
    return int(stated)


def moderate_at_most(profile: Profile) -> bool:
    """Whether the athlete wants no more than moderate effort and may not train harder: with a known heart, vessel,
    metabolic or kidney condition, vigorous effort needs a doctor's clearance (acsm_2015). A wish for that is the gate's
    to judge."""
    clearances = profile.get("clearances")
    cleared = isinstance(clearances, tuple) and CLEARED_BY in clearances
    return profile.get("desired_intensity") in {"light", "moderate"} and not cleared and known_disease(profile) is True


def hard_needs_review(profile: Profile) -> bool:
    """Whether a person would have to look at this inactive athlete if they asked for a hard session a week, or might:
    what decides it (a trainer, risks of the heart) is asked of nobody who asks for none."""
    if profile.get("regular_exercise_3m") is not False:
        return False
    none: Profile = {**profile, _HARD: 0}
    asked = fired_besides(none, {_HARD: 1}, or_open=True)
    return any(each.action != "warn" for each in asked)


def unreviewed_km(profile: Profile, km: float) -> float:
    """`km` a week, or less where a safety rule that caps the week would fire on it, though nobody asked for so much;
    no less than is asked for or run already."""
    now = max(number(profile, f"{when}_weekly_volume_km") or 0.0 for when in ("current", "target"))
    if km <= now:
        return km
    cap = cap_weekly_volume_km(each.id for each in fired_besides(profile, {"target_weekly_volume_km": km}))
    return km if cap is None else min(km, max(float(cap), now))


def weekly_km_cap(fired: Sequence[str]) -> float:
    """The smallest cap that a fired rule names; the smallest of all where no fired rule names one."""
    named = cap_weekly_volume_km(fired)
    if named is None:
        named = cap_weekly_volume_km([compiled.rule.id for compiled in rules()])
    return float(named) if named is not None else 0.0


def race_km_cap(age: float | None) -> float | None:
    """The longest race for this age; None is no limit. An unknown age has the tightest limit."""
    if age is None:
        return RACE_KM_BY_AGE[0][1]
    return next((km for below, km in RACE_KM_BY_AGE if age < below), None)


def is_cleared(profile: Profile, status: str) -> bool:
    """Has a written clearance let the plan through, although a contraindication says none before one?"""
    return status == "approved_with_warnings" and bool(profile.get("clearances"))
