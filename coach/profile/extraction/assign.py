"""Numbers that no plain saying took: each goes to the field whose words, unit and question claim it, or to none.

A small scored assignment. Every number is weighed against every open field that its unit allows; the best field wins
only with enough evidence and a clear lead over the next, so that what two fields could own belongs to neither.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from coach.profile.catalogue import catalogue
from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.measures import in_unit
from coach.profile.extraction.patterns import BLOCKING, compile_pattern
from coach.profile.extraction.quantity import Quantity
from coach.profile.extraction.records import Candidate, Span
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import Skeleton

_PATH = Path(__file__).with_name("owners.yaml")
_CLAUSE: Final = re.compile(r"[,;:(]|\b(?:but|and|so|then) ")
_AGO: Final = re.compile(r" (?:or so )?(?:ago|back|since|post|after|out|in|old|now|today|on)\b|(?<= )(?:since|ago)")
_WAS: Final = re.compile(r"\b(?:was|were|from|used to be|had been|started at)(?: (?:an?|about|around|at|like))* $")
"""What stands before a number that is told as what it was."""
_UNIT, _PLAINLY, _LOOSELY, _IN_CLAUSE, _IN_SENTENCE, _BESIDE = 1, 2, 1, 3, 2, 1
_CLOSE: Final = 14
"""A claiming word that ends this near before the number stands beside it, in characters."""
LEAST: Final = 4
"""The evidence a number needs: words in its clause and a unit, or the question and words."""
LEAD: Final = 2
"""Of LEAST 3 to 5 and LEAD 1 to 2 this pair read the train and dev replies with the fewest inventions."""
_SURE: Final = frozenset({"sleep_hours_avg", "tendon_pain_nrs", "blood_ketones_mmol_l", "longest_run_last_30d_km"})
"""Words that mean nothing else: a bare number beside them needs no question."""
_KIND_OF: Final = {"kg": "mass", "km": "distance"}


@dataclass(frozen=True, slots=True)
class Owner:
    """What claims a number for one field; see owners.yaml."""

    field: str
    take: str
    near: re.Pattern[str]
    against: re.Pattern[str] | None
    never: re.Pattern[str] | None
    bare: tuple[float, float] | None
    free: frozenset[str]
    asked: frozenset[str]
    within: tuple[float, float] | None
    ago: bool
    inferred: bool


@dataclass(frozen=True, slots=True)
class _Place:
    """A number with the clause and the sentence that it stands in."""

    quantity: Quantity
    at: int
    clause: str
    sentence: str
    before: str
    after: str
    standings: frozenset[str]


@cache
def owners() -> tuple[Owner, ...]:
    rows = yaml.safe_load(_PATH.read_text(encoding="utf-8"))
    return tuple(_owner(field, row) for field, row in rows.items())


def _owner(field: str, row: dict[str, Any]) -> Owner:
    unknown = set(row) - {"take", "near", "not", "bare", "free", "asked", "ago", "inferred", "within", "never"}
    if unknown:
        raise KeyError(f"{field}: unknown keys {sorted(unknown)}")
    low, high = row.get("bare", (None, None))
    return Owner(
        field=field,
        take=row["take"],
        near=compile_pattern(rf"(?<!\w)(?:{row['near']})(?!\w)"),
        against=compile_pattern(rf"(?<!\w)(?:{row['not']})(?!\w)") if "not" in row else None,
        never=compile_pattern(rf"\b(?:{row['never']})(?!\w)") if "never" in row else None,
        bare=(low, high) if low is not None else None,
        free=frozenset(row.get("free", ())),
        asked=frozenset(told if isinstance(told := row.get("asked", ()), list) else {field} if told else ()),
        within=tuple(row["within"]) if "within" in row else None,
        ago=row.get("ago", False),
        inferred=row.get("inferred", False),
    )


def assign(
    skeleton: Skeleton, claims: Assertions, asked: Asked, taken: frozenset[Span], found: frozenset[str]
) -> Iterator[Candidate]:
    """One candidate for each open field that a free number plainly belongs to."""
    free = [
        _place(at, quantity, skeleton.text, claims)
        for at, quantity in zip(skeleton.marks, skeleton.quantities, strict=True)
        if not any(quantity.start < end and start < quantity.end for start, end in taken)
    ]
    units = {item.kind: item.unit for item in reversed(skeleton.quantities) if item.kind in _KIND_OF.values()}
    won: dict[str, list[tuple[int, Candidate]]] = {}
    for place in free:
        if (best := _best(place, asked, found, units)) is not None:
            score, candidate = best
            won.setdefault(candidate.field, []).append((score, candidate))
    for told in won.values():
        top = max(score for score, _ in told)
        first = [candidate for score, candidate in told if score == top]
        if len({candidate.value for candidate in first}) == 1:
            yield first[0]


def _place(at: int, quantity: Quantity, text: str, claims: Assertions) -> _Place:
    low, high = claims.sentence(at)
    cuts = [low, *(cut.end() for cut in _CLAUSE.finditer(text, low, high)), high]
    start = max(cut for cut in cuts if cut <= at)
    end = min((cut for cut in cuts if cut > at), default=high)
    return _Place(
        quantity=quantity,
        at=at,
        clause=text[start:end],
        sentence=text[low:high],
        before=text[max(low, at - 40) : at],
        after=text[at + 1 : at + 12],
        standings=claims.standings(at, at + 1),
    )


def _best(
    place: _Place, asked: Asked, found: frozenset[str], units: Mapping[str, float]
) -> tuple[int, Candidate] | None:
    scored = sorted(
        (
            (score, owner.field, candidate)
            for owner in owners()
            if (candidate := _candidate(owner, place, units)) is not None and (score := _score(owner, place, asked)) > 0
        ),
        key=lambda item: (-item[0], item[1]),
    )
    if not scored or scored[0][0] < LEAST or scored[0][1] in found:
        return None
    if len(scored) > 1 and scored[0][0] - scored[1][0] < LEAD:
        return None
    return scored[0][0], scored[0][2]


def _score(owner: Owner, place: _Place, asked: Asked) -> int:
    """The evidence that the number at `place` is this field's; 0 where something speaks against it."""
    plainly = owner.field in asked.fields and owner.field not in asked.loose
    words = _words(owner, place)
    if not words or _speaks_against(owner, place, asked) or (owner.ago and not plainly and not _AGO.match(place.after)):
        return 0
    bare = place.quantity.kind == "number"
    if bare and owner.field not in asked.fields and not (owner.field in _SURE and words > _IN_CLAUSE):
        return 0
    question = _PLAINLY if plainly else _LOOSELY if owner.field in asked.fields else 0
    return words + question + (0 if bare else _UNIT)


def _words(owner: Owner, place: _Place) -> int:
    """How near the words of the field stand; 0 where there are none in the sentence."""
    if owner.near.search(place.clause):
        words = _IN_CLAUSE
    elif owner.near.search(place.sentence):
        words = _IN_SENTENCE
    else:
        return 0
    beside = any(match.end() >= len(place.before) - _CLOSE for match in owner.near.finditer(place.before))
    return words + (_BESIDE if beside else 0)


def _speaks_against(owner: Owner, place: _Place, asked: Asked) -> bool:
    """Words of something else, a standing that voids the field, or a thing that the number counts."""
    return bool(
        (owner.asked and owner.asked.isdisjoint(asked.fields))
        or (owner.against and owner.against.search(place.clause))
        or (owner.never and owner.never.search(place.sentence))
        or place.standings & (BLOCKING - owner.free)
        or (owner.take == "score" and _WAS.search(place.before))
        or (place.quantity.kind == "number" and not _stands_alone(owner, place.after))
    )


def _stands_alone(owner: Owner, after: str) -> bool:
    """Whether a bare number counts nothing that is named behind it, or what the field counts: "three mornings"."""
    return saying("bare", "allowed_next").match(after) is not None or owner.near.match(after, 1) is not None


def _lent(quantity: Quantity, owner: Owner, units: Mapping[str, float]) -> Quantity:
    """A bare number counts in the unit that the speaker uses for such things: pounds, stone, miles."""
    kind = _KIND_OF.get(owner.take)
    if quantity.kind != "number" or kind is None or kind not in units:
        return quantity
    return replace(quantity, kind=kind, lo=quantity.lo * units[kind], hi=quantity.hi * units[kind])


def _candidate(owner: Owner, place: _Place, units: Mapping[str, float]) -> Candidate | None:
    quantity = place.quantity
    told = _lent(quantity, owner, units)
    if quantity.kind == "number" and not (owner.bare and owner.bare[0] <= told.mid <= owner.bare[1]):
        return None
    if told.kind in ("date", "other", "year_of", "event") or (quantity.kind == "days" and owner.take == "hours"):
        return None
    value = in_unit(_lent(quantity, owner, units), owner.take)
    if value is None:
        return None
    low, high = owner.within or catalogue().fields[owner.field].range or (float("-inf"), float("inf"))
    if not low <= value <= high:
        return None
    inferred = quantity.is_range or owner.inferred
    return Candidate(owner.field, value, (quantity.start, quantity.end), "inferred" if inferred else "explicit")
