"""Bare answers: numbers without a word of their own, read by what the question asked."""

import re
from collections.abc import Iterator
from functools import cache

from coach.profile.catalogue import catalogue
from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.assign import owners
from coach.profile.extraction.lending import lend
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
WISHES = frozenset({
    "training_days_per_week", "hard_sessions_requested_per_week", "target_weekly_volume_km", "goal_weight_kg",
    "goal_weight_weeks", "weeks_available", "expected_wbgt_c",
})  # fmt: skip
"""What may be told as a wish; a wished number is no fact of any other field."""
_ONLY_NAMED = frozenset({*(name for name, unit in TAKES.items() if unit == "score"), "hours_since_fever"})
"""Asked as part of a topic, these need a word of their own."""
_OWN_UNIT = frozenset({"hours_since_fever", "months_since_myocarditis", "weeks_since_surgery",
                       "weeks_since_acl_reconstruction", "days_since_concussion", "weeks_postpartum"})  # fmt: skip
"""A bare number here may be days, weeks or months: only a number with its unit counts."""
_ALLOWED_NEXT = saying("bare", "allowed_next")
_WITHIN = re.compile(r"\b(?:in|past|last|previous|every|each)(?: the)? $")
_COMING = re.compile(
    r"\b(?:be|turn|turning|nearly|almost|pushing|approaching|over|past|side of|north of|minus|plus|less) $"
)
_WAS = re.compile(r"\b(?:was|were|from|used to be|had been|started at)(?: (?:an?|about|around|at|like))* $")
_VARIES = re.compile(r"\b(?:some (?:weeks|days|nights)\b.*\bsome|varies|depends|up and down|all over the place)\b")
_BEDTIME = re.compile(r"\b(?:bed (?:at|by|around)|get up|wake up|asleep (?:at|by)|up at|alarm)\b")
_MILES = re.compile(r"\bmiles?\b|\bmileage\b")
_POUNDS = re.compile(r"\b(?:pounds|lbs?)\b")
_MILES_ONLY = (13.1, 26.2)
"""The half and the whole marathon, as only miles count them."""
_AGO = re.compile(r" ago\b")
_UNITS = re.compile(r"\b(hours|days|weeks|months|years)\b")
_NOT_TIME = re.compile(r" ?(?:pregnant|along|gone|old|to go)\b")
_EACH = re.compile(r"\b(?:each|every time|per run),? (?:about |around |roughly )?$")
_AT_MOST = re.compile(r" (?:on|in) an? (?:big|good|bad|hard|great|heavy|busy|peak|quiet)\b")
_AHEAD = frozenset({"longest_run_last_30d_km", "current_weekly_volume_km"})
"""What has been run already: a plan says nothing about it."""
_MOST_TOLD = 2
_FEW_WORDS = 12
"""So short an answer is about what was asked."""
_LIKE_STATED = (0.7, 1.4)
"""What corrects a number that the question put forward is of its size."""
_LIGHTEST_UNCLEAR_KG = 120.0
_COUNTED_BONES = frozenset({"bsi_high_risk_count_24m", "bsi_low_risk_count_24m"})
"""A number that goes with one of these belongs to the bones that were named."""
_MOST_CYCLES = 12
"""A larger number is an age or a day of the month."""


def read_bare(
    skeleton: Skeleton, claims: Assertions, asked: Asked, taken: frozenset[tuple[int, int]], found: frozenset[str]
) -> Iterator[Candidate]:
    """Numbers that no rule took, for asked fields that no rule filled; in the order of the question."""
    plainly = [name for name in asked.fields if name not in asked.loose]
    about = plainly or asked.fields
    open_fields = [
        name
        for name in about
        if name in TAKES
        and name not in found
        and (
            name not in asked.loose or name not in _ONLY_NAMED or _told_of(name, skeleton.text, (0, len(skeleton.text)))
        )
    ]
    if not open_fields or _VARIES.search(skeleton.text):
        return
    blocked = BLOCKING - {"wanted", "hypothetical"} if WISHES.intersection(open_fields) else BLOCKING - {"hypothetical"}
    if "weekly_sport_hours" in open_fields and len(skeleton.quantities) > 1:
        open_fields.remove("weekly_sport_hours")
    told_kinds = {quantity.kind for quantity in skeleton.quantities}
    free = [
        (place, quantity)
        for place, quantity in zip(skeleton.marks, skeleton.quantities, strict=True)
        if quantity.kind == "number"
        and (quantity.start, quantity.end) not in taken
        and stands_free(place, skeleton, claims, blocked)
    ]
    if "age_years" in open_fields:
        free = [item for item in free if not _COMING.search(skeleton.text[max(0, item[0] - 12) : item[0]])]
    if "sleep_hours_avg" in open_fields and _BEDTIME.search(skeleton.text):
        free = []
    plain = [
        name
        for name in open_fields
        if name in plainly
        and (name not in _OWN_UNIT or _unit_is_asked(name, asked))
        and not (name in _COUNTED_BONES and _COUNTED_BONES & found)
        and told_kinds.isdisjoint(_KINDS.get(TAKES[name], ()))
    ]
    if len(plain) == 1 and _too_many(free, skeleton.text):
        return
    if len(plain) == 1 and free:
        chosen = _chosen(free, skeleton.text)
        yield from _as(plain[0], chosen, asked, skeleton=skeleton)
    elif len(plain) > 1 and len(free) == len(plain) and asked.loose.isdisjoint(plain):
        pairs = [
            list(_as(name, quantity, asked, skeleton=skeleton)) for name, (_, quantity) in zip(plain, free, strict=True)
        ]
        if all(pairs):
            yield from (candidate for pair in pairs for candidate in pair)
    yield from _with_unit(
        skeleton,
        claims,
        open_fields,
        taken,
        crowded="known_conditions" in asked.fields or len(_OWN_UNIT.intersection(about)) > 1,
    )


def _unit_is_asked(name: str, asked: Asked) -> bool:
    """Whether the question itself counts a time since in the field's unit: "how many weeks postpartum?"."""
    units = set(_UNITS.findall(asked.text))
    return units == {TAKES[name]} and len(_OWN_UNIT.intersection(asked.fields)) == 1


def stands_free(place: int, skeleton: Skeleton, claims: Assertions, blocked: frozenset[str]) -> bool:
    """Whether the number at `place` counts nothing that is named beside it, and has no standing of `blocked`."""
    before = skeleton.text[max(0, place - 14) : place]
    if claims.standings(place, place + 1) & blocked or re.search(
        r"\b(?:no|this|that|the|question|number|feels?|feel like|says|said|me at"
        r"|(?:mother|father|mum|mom|dad|parent) of|(?:down|up|back) from(?: an?| the)?|used to be) $|#$|q$",
        before,
    ):
        return False
    after = skeleton.text[place + 1 : place + 24]
    return bool(_ALLOWED_NEXT.match(after)) and not _AT_MOST.match(after)


def _too_many(free: list[tuple[int, Quantity]], text: str) -> bool:
    """Whether so many numbers were said that none of them is the answer: three marks out of ten, a list of weeks."""
    return len({quantity.mid for _, quantity in free}) > _MOST_TOLD and not corrections(text)


def _chosen(free: list[tuple[int, Quantity]], text: str) -> Quantity:
    """The first number that is not told as what it was, or the first one after the speaker took something back."""
    cues = corrections(text)
    present = [item for item in free if not _WAS.search(text[max(0, item[0] - 16) : item[0]])]
    free = present or free
    later = [quantity for place, quantity in free if cues and place > cues[-1]]
    return later[0] if later else free[0][1]


def _as(name: str, quantity: Quantity, asked: Asked, *, skeleton: Skeleton) -> Iterator[Candidate]:
    told = lend(quantity, TAKES[name], skeleton)
    value = in_unit(told, TAKES[name])
    likely = _likely().get(name)
    if value is None or (likely and quantity.kind == "number" and not likely[0] <= value <= likely[1]):
        return
    scaled = _by_question(name, value, asked.text) if told is quantity else value
    low, high = catalogue().fields[name].range or (float("-inf"), float("inf"))
    if scaled is None or not low <= scaled <= high:
        return
    if (stated := asked.stated.get(name)) and not stated * _LIKE_STATED[0] <= scaled <= stated * _LIKE_STATED[1]:
        return
    yield Candidate(
        name, round(scaled, 4), (quantity.start, quantity.end), "inferred" if quantity.is_range else "explicit"
    )


def _by_question(name: str, value: float, question: str) -> float | None:
    """A number without a unit in the field's own, by the unit that the question named; None where that is not clear."""
    metric = any(unit in question for unit in ("km", "kilom", "kg", "kilo"))
    if TAKES[name] == "km":
        miles = value in _MILES_ONLY or (_MILES.search(question) and not metric)
        return value * 1.609344 if miles else value
    if TAKES[name] == "kg":
        if _POUNDS.search(question):
            return value * 0.45359237
        return value if value <= _LIGHTEST_UNCLEAR_KG or metric else None
    if TAKES[name] == "weeks" and "months" in question and "week" not in question:
        return value * 30.4375 / 7
    return value * 100 if name == "height_cm" and 1.2 <= value <= 2.3 else value  # noqa: PLR2004 (metres)


def _kinds(name: str) -> set[str]:
    """What can measure the field; how long ago something was may come in any span of the calendar."""
    return _CALENDAR if name in _OWN_UNIT - {"hours_since_fever"} else _KINDS.get(TAKES[name], set())


def _told_of(field: str, text: str, sentence: tuple[int, int]) -> bool:
    return any(owner.near.search(text, *sentence) for owner in owners() if owner.field == field)


@cache
def _likely() -> dict[str, tuple[float, float]]:
    """What a number without a unit can be, where a body or a week sets narrow bounds."""
    narrow = {"quad_lsi_pct", "training_days_per_week", "sleep_hours_avg"}
    told = {owner.field: owner.bare for owner in owners() if owner.bare and owner.field in narrow}
    return told | {"missed_cycles_consecutive": (0, _MOST_CYCLES)}


_CALENDAR = {"days", "weeks", "months", "years"}
_KINDS = {
    "km": {"distance"}, "kg": {"mass"}, "years": {"years"}, "cm": {"length"}, "weeks": {"weeks", "months"},
    "days": {"days", "weeks", "months"},
    "months": {"weeks", "months", "years"}, "percent": {"percent"}, "celsius": {"temperature", "fahrenheit"},
    "score": {"ratio"}, "mmol": {"glucose"}, "hours": {"duration", "days"},
}  # fmt: skip


def _with_unit(
    skeleton: Skeleton, claims: Assertions, open_fields: list[str], taken: frozenset[tuple[int, int]], *, crowded: bool
) -> Iterator[Candidate]:
    """A quantity whose unit only one open field can have; several such quantities settle nothing."""
    fitting: dict[str, list[Quantity]] = {}
    for place, quantity in zip(skeleton.marks, skeleton.quantities, strict=True):
        if (quantity.start, quantity.end) in taken or quantity.kind == "number":
            continue
        fits = [name for name in open_fields if quantity.kind in _kinds(name)]
        if len(fits) == 1 and _may_be(fits[0], place, skeleton, claims, crowded=crowded):
            fitting.setdefault(fits[0], []).append(quantity)
    for name, told in fitting.items():
        value = in_unit(told[0], TAKES[name])
        low, high = _within(name)
        if value is None or not low <= value <= high:
            continue
        if len({item.mid for item in told}) == 1 or corrections(skeleton.text):
            yield Candidate(name, value, (told[0].start, told[0].end), "inferred" if told[0].is_range else "explicit")


@cache
def _within(name: str) -> tuple[float, float]:
    """What a number of the field can be: five minutes are no night's sleep and no week of sport."""
    bounds = next((owner.within for owner in owners() if owner.field == name and owner.within), None)
    return bounds or catalogue().fields[name].range or (float("-inf"), float("inf"))


def _may_be(name: str, place: int, skeleton: Skeleton, claims: Assertions, *, crowded: bool) -> bool:
    """Whether what stands around the quantity lets it be this field's; a time since must stand with its event."""
    text, event = skeleton.text, name in _OWN_UNIT
    before = text[max(0, place - 14) : place]
    blocked = BLOCKING - {"wanted", "hypothetical"} - ({"past"} if event else set())
    if claims.standings(place, place + 1) & blocked or (_AGO.match(text, place + 1) and not event):
        return False
    if _WITHIN.search(before) and name not in ("weeks_available", "goal_weight_weeks"):
        return False
    if event:
        told = not (crowded or len(text.split()) > _FEW_WORDS) or _told_of(name, text, claims.sentence(place))
        return told and not _NOT_TIME.match(text, place + 1)
    return name not in _AHEAD or not ("planned" in claims.standings(place, place + 1) or _EACH.search(before))
