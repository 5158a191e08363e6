"""An answer to a question for several things at once: what was not read of it is read as an answer to one of them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Final

from coach.profile.catalogue import catalogue
from coach.profile.stated import is_mere_no
from evals.offline.phrases import wordings
from evals.reading.reader import read
from evals.reading.records import ReadFact

AHEAD: Final = "your_week"
"""The catalogue's question on the weeks to come; asked alone, one about the past takes any number for its own."""
_PARTS: Final = re.compile(r"[^,;.!?\s][^,;!?\n]*")
_BARE: Final = 2
"""Words of a part that is an amount and its unit."""
Facts = Mapping[str, ReadFact]


def read_apart(text: str, asked: frozenset[str], facts: Facts, today: date | None) -> dict[str, ReadFact]:
    """The facts that `text` states beside `facts` of the fields that were `asked` for in one message."""
    known = catalogue()
    if len(asked & known.fields.keys()) < 2:  # noqa: PLR2004 (several)
        return {}
    left = {name: each for name, each in known.fields.items() if name in asked and name not in facts}
    numbers = [name for name, each in left.items() if each.type in ("int", "number") and each.question == AHEAD]
    lists = [name for name, each in left.items() if each.type == "list" and name in known.deniable]
    return {**_not_shared(dict(_numbers(text, numbers, today)), facts), **_denied(text, lists, facts)}


def read_parts(text: str, asked: frozenset[str], facts: Facts, today: date | None) -> dict[str, ReadFact]:
    """`facts`, with a part of `text` that is an amount and little else as the answer to the one field of those `asked`
    that it can answer, and to no other."""
    known = catalogue().fields
    left = [name for name in asked if name in known and known[name].type in ("int", "number") and name not in facts]
    found = dict(facts)
    for part in _PARTS.finditer(text) if len(asked) > 1 else ():
        start, end = part.span()
        shares = [name for name, one in facts.items() if one.span[0] < end and start < one.span[1]]
        if len(part[0].split()) > _BARE or asked.intersection(shares):
            continue
        answers = {name: one for name in left if (one := _answer(part[0], name, today))}
        if len(answers) == 1:
            ((name, one),) = answers.items()
            moved = replace(one, span=(one.span[0] + start, one.span[1] + start))
            found = {field: fact for field, fact in found.items() if field not in shares} | {name: moved}
    return found


def _answer(text: str, name: str, today: date | None) -> ReadFact | None:
    """What `text` answers to the first way to ask for the field that it answers."""
    found = (read(text, question, fields=(name,), today=today).get(name) for question in wordings(name))
    return next((one for one in found if one is not None), None)


def _numbers(text: str, names: list[str], today: date | None) -> Iterator[tuple[str, ReadFact]]:
    for name in names:
        fact = read(text, wordings(name)[0], fields=(name,), today=today).get(name)
        if fact is not None:
            yield name, fact


def _not_shared(found: Facts, facts: Facts) -> dict[str, ReadFact]:
    """Those whose number nothing else was read from: a bare 3 is not both days and kilometres."""
    everything = [(name, one) for name, one in (*facts.items(), *found.items()) if not isinstance(one.value, tuple)]
    return {
        name: one
        for name, one in found.items()
        if not any(other != name and _meet(one, another) for other, another in everything)
    }


def _meet(one: ReadFact, other: ReadFact) -> bool:
    return one.span[0] < other.span[1] and other.span[0] < one.span[1]


def _denied(text: str, names: list[str], facts: Facts) -> dict[str, ReadFact]:
    """The lists that a plain no is about, where all else in the text says no to what was asked beside them."""
    told = [one.span for one in facts.values() if one.value is False]
    if len(names) != 1 or not told or len(told) < len(facts):
        return {}
    rest = "".join(letter for at, letter in enumerate(text) if not any(start <= at < end for start, end in told))
    if not is_mere_no(rest):
        return {}
    question = catalogue().questions[catalogue().fields[names[0]].question].text
    return {name: fact for name, fact in read(rest, question, fields=names).items() if fact.value == ()}
