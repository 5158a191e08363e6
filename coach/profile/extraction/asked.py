"""What a question asked for, and which fields a plain no to it closes."""

import re
from dataclasses import dataclass
from functools import cache

from coach.profile import questions
from coach.profile.catalogue import catalogue

NEVER_CLOSED = frozenset({"available_days", "available_minutes"})
_CLOSES = {"bool", "list"}
_TOPIC = 2
"""A vague question that stands for more fields than this named none of them."""


@dataclass(frozen=True, slots=True)
class Asked:
    """`fields` in the order they were asked; a plain no closes `closed`, of which `narrow` were asked by one value."""

    fields: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    narrow: frozenset[str] = frozenset()
    text: str = ""


def read_question(question: str | None, fields: tuple[str, ...] | None) -> Asked:
    """Exact catalogue questions first, else any wording; without a question, `fields` were asked."""
    if not question or not question.strip():
        names = tuple(name for name in fields or () if name in catalogue().fields)
        return Asked(names, _closable(names))
    exact = _exact().get(_squeeze(question))
    if exact is not None:
        return exact
    found = questions.fields_asked(question)
    vague = [item.field for item in found if not item.specific]
    named = tuple(item.field for item in found if item.specific or len(vague) <= _TOPIC)
    table = catalogue().fields
    narrow = frozenset(item.field for item in found if len(item.values) == 1 and table[item.field].type == "list")
    return Asked(tuple(item.field for item in found), _closable(named), narrow, question.lower())


def _closable(names: tuple[str, ...]) -> tuple[str, ...]:
    """Numbers are not closed by a no to a question of unknown wording: nobody said that they do not apply."""
    table = catalogue().fields
    return tuple(
        name
        for name in names
        if name not in NEVER_CLOSED and (table[name].type in _CLOSES or "none" in table[name].values)
    )


def _squeeze(text: str) -> str:
    return re.sub(r"\W+", " ", text.lower()).strip()


@cache
def _exact() -> dict[str, Asked]:
    known = catalogue()
    table: dict[str, Asked] = {}
    for key, question in known.questions.items():
        named = tuple(name for name, field in known.fields.items() if field.question == key)
        table[_squeeze(question.text)] = Asked(named, question.names, frozenset(), question.text.lower())
    return table
