"""What a question asked for, and which fields a plain no to it closes."""

import re
from dataclasses import dataclass
from functools import cache

from coach.profile.catalogue import catalogue

NEVER_CLOSED = frozenset({"available_days", "available_minutes"})
_CLOSES = {"bool", "list"}


@dataclass(frozen=True, slots=True)
class Asked:
    """`fields` in the order they were asked; a plain no closes `closed`; `nulls`: those it may close with null."""

    fields: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    nulls: tuple[str, ...] = ()
    text: str = ""


def read_question(question: str | None, fields: tuple[str, ...] | None) -> Asked:
    """Exact catalogue questions first, else the words of fields; without a question, `fields` were asked."""
    if not question or not question.strip():
        names = tuple(name for name in fields or () if name in catalogue().fields)
        return Asked(names, _closed(names))
    exact = _exact().get(_squeeze(question))
    if exact is not None:
        return exact
    names = _named_in(question.lower().replace("\u2019", "'"))
    return Asked(names, _closed(names), (), question.lower())


def _closed(names: tuple[str, ...]) -> tuple[str, ...]:
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
        closed = tuple(name for name in question.names if known.fields[name].type != "text")
        table[_squeeze(question.text)] = Asked(named, closed, closed, question.text.lower())
    return table


@cache
def _words() -> tuple[tuple[str, re.Pattern[str]], ...]:
    rows = []
    for name, field in catalogue().fields.items():
        words = [*field.words, *(word for choice in field.values.values() for word in choice.words if len(word) > 4)]  # noqa: PLR2004
        choices = "|".join(
            re.escape(word.lower()).replace(r"\ _\ ", r" (?:\S+ ){0,3}").replace("_", r"\S*") for word in words
        )
        rows.append((name, re.compile(rf"(?<!\w)(?:{choices})(?!\w)")))
    return tuple(rows)


def _named_in(question: str) -> tuple[str, ...]:
    places = [(match.start(), name) for name, pattern in _words() if (match := pattern.search(question))]
    return tuple(name for _, name in sorted(places))
