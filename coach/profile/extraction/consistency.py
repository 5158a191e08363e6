"""What facts of one reply make of each other: an amount goes to what was asked, and nothing contradicts the rest."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.skeleton import Skeleton

_AIMED = {"weight_kg": "goal_weight_kg", "current_weekly_volume_km": "target_weekly_volume_km"}
_HEADS = {"goal_weight_weeks": ("goal_weight_kg", "weeks_available")}
"""Of a number that belongs to another field: that field, and whose the number is where there is no such thing."""
_OF_CONDITIONS = frozenset({"q1", "q4"})
"""The standard questions (PAR-Q+ 2024, page 1) that ask for a diagnosed condition."""
_NOW = re.compile(
    r"\b(?:i weigh|current is|i run|i'm running|i do|currently|right now"
    r"|at the moment|at present|now|these days|lately)\b"
)


def consistent(
    found: Mapping[str, Candidate], skeleton: Skeleton, claims: Assertions, asked: frozenset[str]
) -> dict[str, Candidate]:
    """The candidates of one reply without contradictions, each with the field it was told of."""
    as_asked = dict(_as_asked(found, skeleton, claims, asked))
    return _without_contradiction(dict(_with_heads(_without_borrowed(as_asked, asked), asked)))


def _as_asked(
    found: Mapping[str, Candidate], skeleton: Skeleton, claims: Assertions, asked: frozenset[str]
) -> Iterator[tuple[str, Candidate]]:
    """A bare amount answers what was asked: the weight or the week aimed for, not the present one."""
    for name, candidate in found.items():
        aimed = _AIMED.get(name)
        if aimed is None or aimed not in asked or name in asked or _speaks_of_now(candidate, skeleton, claims):
            yield name, candidate
        elif aimed not in found:
            yield aimed, replace(candidate, field=aimed)


def on_days_that_work(found: dict[str, Candidate]) -> dict[str, Candidate]:
    """One length for every session holds on the days that the same reply says will work."""
    days, minutes = found.get("available_days"), found.get("available_minutes")
    if days is None or minutes is None or not isinstance(days.value, tuple) or not isinstance(minutes.value, dict):
        return found
    kept = {day: length for day, length in minutes.value.items() if day in days.value}
    return found | {"available_minutes": replace(minutes, value=kept)} if kept else found


def _without_contradiction(found: dict[str, Candidate]) -> dict[str, Candidate]:
    """Who says yes to a question about conditions has not said that there are none."""
    told = found.get("parq_yes")
    yes = told is not None and isinstance(told.value, tuple) and not _OF_CONDITIONS.isdisjoint(told.value)
    none = "known_conditions" in found and found["known_conditions"].value == ()
    return {name: item for name, item in found.items() if name != "known_conditions"} if yes and none else found


def _without_borrowed(found: Mapping[str, Candidate], asked: frozenset[str]) -> dict[str, Candidate]:
    """A number that answers what was asked is not also told of what nobody asked."""
    answers = {found[name].span for name in asked & found.keys() if _is_number(found[name])}
    return {
        name: item for name, item in found.items() if name in asked or not _is_number(item) or item.span not in answers
    }


def _is_number(item: Candidate) -> bool:
    return isinstance(item.value, int | float) and not isinstance(item.value, bool)


def _with_heads(found: Mapping[str, Candidate], asked: frozenset[str]) -> Iterator[tuple[str, Candidate]]:
    """What is told of a thing that the same reply says there is none of was told of another."""
    for name, candidate in found.items():
        head, other = _HEADS.get(name, (name, name))
        if candidate.value is None or head not in found or found[head].value is not None:
            yield name, candidate
        elif other in asked and other not in found:
            yield other, replace(candidate, field=other)


def _speaks_of_now(candidate: Candidate, skeleton: Skeleton, claims: Assertions) -> bool:
    place = next(
        (m for m, q in zip(skeleton.marks, skeleton.quantities, strict=True) if q.start == candidate.span[0]), 0
    )
    return _NOW.search(skeleton.text, *claims.sentence(place)) is not None
