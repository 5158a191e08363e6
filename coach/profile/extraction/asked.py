"""What a question asked for, and which fields a plain no to it closes."""

from collections import Counter
from dataclasses import dataclass
from dataclasses import field as value_of
from functools import lru_cache

from coach.profile import questions
from coach.profile.catalogue import catalogue
from coach.profile.extraction.yielding import yielded
from coach.profile.questions import Asked as Heard

NEVER_CLOSED = frozenset({"available_days", "available_minutes"})
MEASURED = frozenset({
    "longest_run_last_30d_km", "running_experience_years", "weekly_sport_hours", "resting_sbp_mmhg",
    "resting_dbp_mmhg", "pre_session_glucose_mmol_l", "blood_ketones_mmol_l", "painfree_walking_days",
})  # fmt: skip
"""Everybody who is asked for one of these has one: a no tells nothing about it."""
_CLOSES = {"bool", "list"}
_TOPIC = 2
"""A vague word that stands for more fields than this named none of them."""


@dataclass(frozen=True, slots=True)
class Asked:
    """`fields` in the order they were asked; a plain no closes `closed`, of which `narrow` were asked by one value.

    `loose`: asked only as part of a topic. `values`: the values of a field that the question named.
    `stated`: the numbers that it put forward to be confirmed. `by_heart`: asked in the catalogue's own words.
    """

    fields: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    narrow: frozenset[str] = frozenset()
    text: str = ""
    loose: frozenset[str] = frozenset()
    values: dict[str, tuple[str, ...]] = value_of(default_factory=dict)
    stated: dict[str, float] = value_of(default_factory=dict)
    by_heart: frozenset[str] = frozenset()


@lru_cache(maxsize=256)
def read_question(question: str | None, fields: tuple[str, ...] | None) -> Asked:
    """The catalogue's own questions with the fields they name, else any wording; without a question, `fields`."""
    known = catalogue()
    if not question or not question.strip():
        names = tuple(name for name in fields or () if name in known.fields)
        return Asked(names, tuple(name for name in names if _is_list_or_flag(name)))
    own, rest = questions.own_questions(question)
    found = questions.fields_asked(rest)
    if not found and not own and "?" not in rest:
        found = questions.fields_asked(f"{rest}?")  # "height and weight": what stands where a question stands
    places = {name: place for place, key in own for name, field in known.fields.items() if field.question == key}
    by_heart = frozenset(places)
    places |= {item.field: item.start for item in found if item.field not in places}
    named = {name for _, key in own for name in known.questions[key].names}
    only_sounds = yielded(rest.lower(), tuple(name for name in places if name not in by_heart))
    places = {name: place for name, place in places.items() if name not in only_sounds.dropped}
    loose = frozenset(item.field for item in found if not item.specific) | only_sounds.loosened
    named |= {name for name in _named(found) if _closable(name) and (name not in loose or _is_list_or_flag(name))}
    narrow = {item.field for item in found if len(item.values) == 1 and known.fields[item.field].type == "list"}
    ordered = tuple(sorted(places, key=lambda name: places[name]))
    closed = tuple(name for name in ordered if name in named and name not in only_sounds.loosened)
    values = {item.field: item.values for item in found if item.values and item.field in places}
    return Asked(ordered, closed, frozenset(narrow), question.lower(), loose, values, by_heart=by_heart)


def _named(found: tuple[Heard, ...]) -> list[str]:
    """What was asked for in particular: by its own name, or by a vague word that has few other meanings."""
    meanings = Counter((item.start, item.end) for item in found if not item.specific)
    return [item.field for item in found if item.specific or meanings[item.start, item.end] <= _TOPIC]


def _closable(name: str) -> bool:
    """Whether a no can mean that there is none: a number only where the field need not apply to everybody."""
    return name not in NEVER_CLOSED | MEASURED and (_is_list_or_flag(name) or _may_not_apply(name))


def _is_list_or_flag(name: str) -> bool:
    field = catalogue().fields[name]
    return name not in NEVER_CLOSED and (field.type in _CLOSES or "none" in field.values)


def _may_not_apply(name: str) -> bool:
    field = catalogue().fields[name]
    return not field.screening and field.type in ("int", "number")
