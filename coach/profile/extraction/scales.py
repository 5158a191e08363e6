"""Where more is worse: the worst of a range, and several ratings of one thing in one breath.

Knows which fields these are. Chooses no value: whether the worst is taken or the athlete asked is for the caller.
"""

from collections.abc import Mapping
from dataclasses import replace

from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.assign import owners
from coach.profile.extraction.bare import TAKES, stands_free
from coach.profile.extraction.measures import in_unit
from coach.profile.extraction.patterns import BLOCKING
from coach.profile.extraction.quantity import Quantity
from coach.profile.extraction.records import Candidate, Extracted
from coach.profile.extraction.replies import corrections
from coach.profile.extraction.skeleton import Skeleton

MORE_IS_WORSE = frozenset({
    "tendon_pain_nrs", "acl_pain_nrs", "temp_c", "expected_wbgt_c", "reliever_uses_per_week", "blood_ketones_mmol_l",
    "weight_loss_last_month_pct", "missed_cycles_consecutive", "months_absent_bsi_24m", "bsi_high_risk_count_24m",
    "bsi_low_risk_count_24m",
})  # fmt: skip
RATINGS = {"tendon_pain_nrs": frozenset({"acl_pain_nrs"}), "acl_pain_nrs": frozenset({"tendon_pain_nrs"})}
"""The fields that are rated from 0 to 10, each with the others whose words take a rating away from it."""
_MEASURED = frozenset({
    "temp_c", "expected_wbgt_c", "reliever_uses_per_week", "missed_cycles_consecutive", "blood_ketones_mmol_l",
})  # fmt: skip
"""The fields that are measured: a second number of the same kind beside the one that was read may be of them too."""
_MOST = 10.0


def worst_of_range(candidate: Candidate, skeleton: Skeleton) -> float | None:
    """The upper end of the range that the candidate was read from, in the field's unit; None where there is none."""
    if candidate.field not in MORE_IS_WORSE or candidate.field not in TAKES:
        return None
    told = next((each for each in skeleton.quantities if (each.start, each.end) == candidate.span), None)
    if told is None or not told.is_range:
        return None
    worst = in_unit(replace(told, lo=told.hi), TAKES[candidate.field])
    return None if worst is None else _plain(float(worst))


def several_told(
    skeleton: Skeleton, claims: Assertions, asked: Asked, facts: Mapping[str, Extracted]
) -> dict[str, float | None]:
    """The fields of which two values were told that differ, none of them taken back, with the worst."""
    rated = {name: _worst_rating(name, skeleton, claims, asked) for name in RATINGS}
    measured = {name: _worst_beside(name, skeleton, claims, facts) for name in _MEASURED.intersection(facts)}
    told = {name: worst for name, worst in (rated | measured).items() if worst is not None}
    return {name: _plain(worst) for name, worst in told.items() if _is_beyond(worst, facts.get(name))}


def _plain(value: float) -> float:
    return int(value) if value.is_integer() else value


def _worst_beside(field: str, skeleton: Skeleton, claims: Assertions, facts: Mapping[str, Extracted]) -> float | None:
    """The worst of the measures of the same kind in the sentence that the value was read from."""
    taken = {fact.span for fact in facts.values()}
    places = {(quantity.start, quantity.end): place for place, quantity in _placed(skeleton)}
    at = places.get(facts[field].span)
    own = skeleton.quantity_at(at) if at is not None else None
    if at is None or own is None:
        return None
    low, high = claims.sentence(at)
    rivals = [
        (place, quantity)
        for place, quantity in _placed(skeleton)
        if low <= place < high and quantity.kind == own.kind and (quantity.start, quantity.end) not in taken
        if stands_free(place, skeleton, claims, BLOCKING - {"negated"})
    ]
    worst = max((quantity.hi for _, quantity in rivals), default=0.0)
    if worst <= own.hi or _taken_back([at, *(place for place, _ in rivals)], skeleton):
        return None
    return in_unit(replace(own, lo=worst, hi=worst), TAKES[field])


def _taken_back(places: list[int], skeleton: Skeleton) -> bool:
    """Whether one of the values is taken back for another."""
    return any(min(places) < cue < max(places) for cue in corrections(skeleton.text))


def _is_beyond(worst: float, read: Extracted | None) -> bool:
    """Whether `worst` is more than what was read, and not only the end of its range."""
    return read is None or (isinstance(read.value, int | float) and worst > read.value and worst != read.worst)


def _worst_rating(field: str, skeleton: Skeleton, claims: Assertions, asked: Asked) -> float | None:
    told = [each for each in _ratings(skeleton, claims) if _is_of(field, each[0], skeleton, claims, asked)]
    values = {quantity.hi for _, quantity in told}
    return max(values) if len(values) > 1 and not _taken_back([place for place, _ in told], skeleton) else None


def _placed(skeleton: Skeleton) -> list[tuple[int, Quantity]]:
    return list(zip(skeleton.marks, skeleton.quantities, strict=True))


def _ratings(skeleton: Skeleton, claims: Assertions) -> list[tuple[int, Quantity]]:
    blocked = BLOCKING - {"negated"}
    return [
        (place, quantity)
        for place, quantity in _placed(skeleton)
        if quantity.kind in ("number", "ratio")
        and 0 <= quantity.lo <= quantity.hi <= _MOST
        and stands_free(place, skeleton, claims, blocked)
    ]


def _is_of(field: str, place: int, skeleton: Skeleton, claims: Assertions, asked: Asked) -> bool:
    """Whether the sentence of the rating speaks of the field, or of nothing else that is rated where it was asked."""
    sentence = claims.sentence(place)
    near = {owner.field: owner.near for owner in owners() if owner.field in RATINGS}
    if any(near[other].search(skeleton.text, *sentence) for other in RATINGS[field]):
        return False
    plainly = tuple(name for name in asked.fields if name not in asked.loose)
    return near[field].search(skeleton.text, *sentence) is not None or plainly == (field,)
