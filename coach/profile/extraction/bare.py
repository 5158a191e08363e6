"""Bare answers: numbers without a word of their own, read by what the question asked."""

import re
from collections.abc import Iterator

from coach.profile.catalogue import catalogue
from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.measures import in_unit
from coach.profile.extraction.patterns import BLOCKING
from coach.profile.extraction.quantity import Quantity
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.replies import corrections
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import Skeleton

TAKES = {
    "age_years": "years", "height_cm": "cm", "weight_kg": "kg", "current_weekly_volume_km": "km",
    "longest_run_last_30d_km": "km", "running_experience_years": "years", "training_days_per_week": "count",
    "target_weekly_volume_km": "km", "hard_sessions_requested_per_week": "count", "weekly_sport_hours": "hours",
    "weeks_available": "weeks", "sleep_hours_avg": "hours", "months_since_myocarditis": "months",
    "pre_session_glucose_mmol_l": "mmol", "blood_ketones_mmol_l": "mmol", "reliever_uses_per_week": "count",
    "weeks_postpartum": "weeks", "missed_cycles_consecutive": "count", "weight_loss_last_month_pct": "percent",
    "goal_weight_kg": "kg", "goal_weight_weeks": "weeks", "painfree_walking_days": "days",
    "bsi_high_risk_count_24m": "count", "bsi_low_risk_count_24m": "count", "months_absent_bsi_24m": "months",
    "tendon_pain_nrs": "score", "weeks_since_acl_reconstruction": "weeks", "acl_pain_nrs": "score",
    "quad_lsi_pct": "percent", "weeks_since_surgery": "weeks", "days_since_concussion": "days", "temp_c": "celsius",
    "hours_since_fever": "hours", "expected_wbgt_c": "celsius",
}  # fmt: skip
_OWN_UNIT = frozenset({"hours_since_fever", "months_since_myocarditis", "weeks_since_surgery",
                       "weeks_since_acl_reconstruction", "days_since_concussion", "weeks_postpartum"})  # fmt: skip
"""A bare number here may be days, weeks or months: only a number with its unit counts."""
_ALLOWED_NEXT = saying("bare", "allowed_next")
_WITHIN = re.compile(r"\b(?:in|past|last|previous)(?: the)? $")
_COMING = re.compile(r"\b(?:be|turn|turning|nearly|almost|pushing|approaching|over|past|side of|north of) $")
_VARIES = re.compile(r"\b(?:some (?:weeks|days|nights)\b.*\bsome|varies|depends|up and down|all over the place)\b")
_BEDTIME = re.compile(r"\b(?:bed (?:at|by|around)|get up|wake up|asleep (?:at|by)|up at|alarm)\b")
_MILES = re.compile(r"\bmiles?\b|\bmileage\b")
_POUNDS = re.compile(r"\b(?:pounds|lbs?)\b")
_MILES_ONLY = (13.1, 26.2)
"""The half and the whole marathon, as only miles count them."""
_NOT_TIME = re.compile(r" ?(?:pregnant|along|gone|old|to go)\b")
_EACH = re.compile(r"\b(?:each|every time|per run),? (?:about |around |roughly )?$")
_AT_MOST = re.compile(r" (?:on|in) an? (?:big|good|bad|hard|great|heavy|busy|peak|quiet)\b")
_AHEAD = frozenset({"longest_run_last_30d_km", "current_weekly_volume_km"})
"""What has been run already: a plan says nothing about it."""
_LIGHTEST_UNCLEAR_KG = 120.0


def read_bare(
    skeleton: Skeleton, claims: Assertions, asked: Asked, taken: frozenset[tuple[int, int]], found: frozenset[str]
) -> Iterator[Candidate]:
    """Numbers that no rule took, for asked fields that no rule filled; in the order of the question."""
    plainly = [name for name in asked.fields if name not in asked.loose] or asked.fields
    open_fields = [name for name in plainly if name in TAKES and name not in found]
    if not open_fields or _VARIES.search(skeleton.text):
        return
    told_kinds = {quantity.kind for quantity in skeleton.quantities}
    free = [
        (place, quantity)
        for place, quantity in zip(skeleton.marks, skeleton.quantities, strict=True)
        if quantity.kind == "number" and (quantity.start, quantity.end) not in taken and _free(place, skeleton, claims)
    ]
    if "age_years" in open_fields:
        free = [item for item in free if not _COMING.search(skeleton.text[max(0, item[0] - 12) : item[0]])]
    if "sleep_hours_avg" in open_fields and _BEDTIME.search(skeleton.text):
        free = []
    plain = [
        name for name in open_fields if name not in _OWN_UNIT and told_kinds.isdisjoint(_KINDS.get(TAKES[name], ()))
    ]
    if len(plain) == 1 and free:
        chosen = _chosen(free, skeleton.text)
        yield from _as(plain[0], chosen, asked.text, imperial=_imperial(skeleton))
    elif len(plain) > 1 and len(free) == len(plain):
        pairs = [
            list(_as(name, quantity, asked.text, imperial=_imperial(skeleton)))
            for name, (_, quantity) in zip(plain, free, strict=True)
        ]
        if all(pairs):
            yield from (candidate for pair in pairs for candidate in pair)
    yield from _with_unit(skeleton, claims, open_fields, taken)


def _free(place: int, skeleton: Skeleton, claims: Assertions) -> bool:
    blocked = BLOCKING - {"wanted", "hypothetical"}
    before = skeleton.text[max(0, place - 14) : place]
    if claims.standings(place, place + 1) & blocked or re.search(
        r"\b(?:no|this|that|the|question|number|feels?|feel like|(?:mother|father|mum|mom|dad|parent) of"
        r"|(?:down|up|back) from(?: an?| the)?|used to be) $|#$|q$",
        before,
    ):
        return False
    after = skeleton.text[place + 1 : place + 24]
    return bool(_ALLOWED_NEXT.match(after)) and not _AT_MOST.match(after)


def _chosen(free: list[tuple[int, Quantity]], text: str) -> Quantity:
    """The first number, or the first one after the speaker took something back."""
    cues = corrections(text)
    later = [quantity for place, quantity in free if cues and place > cues[-1]]
    return later[0] if later else free[0][1]


def _imperial(skeleton: Skeleton) -> bool:
    """A height in feet: this speaker weighs in pounds."""
    return any(quantity.kind == "length" and quantity.in_feet for quantity in skeleton.quantities)


def _as(name: str, quantity: Quantity, question: str, *, imperial: bool) -> Iterator[Candidate]:
    value = in_unit(quantity, TAKES[name])
    if value is None:
        return
    if name in ("current_weekly_volume_km", "longest_run_last_30d_km", "target_weekly_volume_km") and _MILES.search(
        question
    ):
        value = value * 1.609344 if "km" not in question and "kilom" not in question else value
    if name in ("weight_kg", "goal_weight_kg"):
        if _POUNDS.search(question) or (imperial and value >= 90):  # noqa: PLR2004 (in pounds)
            value *= 0.45359237
        elif value > _LIGHTEST_UNCLEAR_KG and "kg" not in question and "kilo" not in question:
            return
    if TAKES[name] == "km" and value in _MILES_ONLY:
        value *= 1.609344
    if name == "height_cm" and 1.2 <= value <= 2.3:  # noqa: PLR2004 (metres)
        value *= 100
    low, high = catalogue().fields[name].range or (float("-inf"), float("inf"))
    if low <= value <= high:
        yield Candidate(
            name, round(value, 4), (quantity.start, quantity.end), "inferred" if quantity.is_range else "explicit"
        )


_KINDS = {
    "km": {"distance"}, "kg": {"mass"}, "cm": {"length"}, "weeks": {"weeks", "months"},
    "days": {"days", "weeks", "months"},
    "months": {"weeks", "months", "years"}, "percent": {"percent"}, "celsius": {"temperature", "fahrenheit"},
    "score": {"ratio"}, "mmol": {"glucose"}, "hours": {"duration", "days"},
}  # fmt: skip


def _with_unit(
    skeleton: Skeleton, claims: Assertions, open_fields: list[str], taken: frozenset[tuple[int, int]]
) -> Iterator[Candidate]:
    """A quantity whose unit only one open field can have."""
    for place, quantity in zip(skeleton.marks, skeleton.quantities, strict=True):
        if (quantity.start, quantity.end) in taken or quantity.kind == "number":
            continue
        fits = [name for name in open_fields if quantity.kind in _KINDS.get(TAKES[name], set())]
        past_is_fine = len(fits) == 1 and fits[0] in _OWN_UNIT
        blocked = BLOCKING - {"wanted", "hypothetical"} - ({"past"} if past_is_fine else set())
        span_of_time = _WITHIN.search(skeleton.text[max(0, place - 14) : place])
        if span_of_time and fits and fits[0] not in ("weeks_available", "goal_weight_weeks"):
            continue
        if fits and fits[0] in _OWN_UNIT and _NOT_TIME.match(skeleton.text, place + 1):
            continue
        if fits and fits[0] in _AHEAD and "planned" in claims.standings(place, place + 1):
            continue
        if fits and fits[0] in _AHEAD and _EACH.search(skeleton.text[max(0, place - 14) : place]):
            continue
        ago = re.match(r" ago\b", skeleton.text[place + 1 : place + 5])
        if len(fits) != 1 or claims.standings(place, place + 1) & blocked or (ago and not past_is_fine):
            continue
        value = in_unit(quantity, TAKES[fits[0]])
        if value is not None:
            yield Candidate(
                fits[0], value, (quantity.start, quantity.end), "inferred" if quantity.is_range else "explicit"
            )
