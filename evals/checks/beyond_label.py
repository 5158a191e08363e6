"""What a plan may not hold although no labelled contraindication says so, written without any code of `coach.plan`.

Meanings are those of the reference data: the `say` of a fired rule, and acsm_2015 on a known disease.
"""

from collections.abc import Iterator

from evals.checks import plan_reading as read
from evals.checks.contraindicated import FORBIDS, Row, Subject, is_high, raced

_CLEARED_BY = "medical"
_KNOWN_DISEASE = frozenset(
    {
        "aortic_disease", "arrhythmia", "cardiomyopathy", "chronic_kidney_disease", "congenital_heart_disease",
        "coronary_artery_disease", "heart_failure", "pacemaker_icd", "peripheral_artery_disease", "stroke_tia",
        "type1_diabetes", "type2_diabetes", "valve_disease",
    }
)  # fmt: skip
"""Cardiovascular, metabolic and renal conditions (acsm_2015; hypertension is none)."""
_AFTER_ILLNESS_DAYS = 3
"""Today, a full day without fever, and an easy day for the one sick day that there was at least."""


def beyond_label(it: Subject) -> dict[str, Row]:
    """Name to what breaks it in a plan, for what holds of `it` whatever contraindications are labelled."""
    found: dict[str, Row] = {}
    if _has_uncleared_disease(it):
        found["no_high_intensity"] = FORBIDS["no_high_intensity"]
    if "race_too_soon_warn" in it.rules and (it.plan.race_date is not None or any(raced(it))):
        found["easy_race"] = raced
    if "fever_or_systemic_illness" in it.rules:
        found["easy_after_illness"] = _hard_after_illness
    return found


def _has_uncleared_disease(it: Subject) -> bool:
    """Vigorous effort needs a clearance; a wish for moderate effort, which the gate approves, is none for more."""
    known, clearances = (read.listed(it.truth.get(name)) for name in ("known_conditions", "clearances"))
    return not _KNOWN_DISEASE.isdisjoint(known) and _CLEARED_BY not in clearances


def _hard_after_illness(it: Subject) -> Iterator[str]:
    for at in read.places(it.plan):
        days = (at.day.date - it.today).days
        hard = is_high(at.session) if at.session.type == "race" else read.is_hard(at.session)
        if hard and 0 <= days < _AFTER_ILLNESS_DAYS:
            yield f"{at.name} is hard, {days} days after the illness was told"
