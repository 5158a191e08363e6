"""Announced topics ("as for my tendons, six"): what stands behind one answers a question about it, or leaves it open.

Knows where a topic begins and ends; what is said of it is read by whoever is handed it.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from coach.profile.catalogue import catalogue
from coach.profile.extraction.asked import Asked, read_question
from coach.profile.extraction.folding import fold
from coach.profile.extraction.quantities import find_quantities
from coach.profile.extraction.records import Extracted, Extraction, Span
from coach.profile.extraction.scales import MORE_IS_WORSE

_TOPIC = re.compile(
    r"\b(?:as for|as to|regarding|concerning|when it comes to) "
    r"(?P<topic>(?:my|the|our)?[\w' -]{3,40})[,:] ?"
    r"(?P<told>(?:[^.!?\n]|(?<=\d)\.(?=\d)){1,300})",
    re.IGNORECASE,
)

Reader = Callable[[str, str], Extraction]
"""(what is told, the question it answers) to what is read."""


class Topic(NamedTuple):
    """An announced topic: the fields it names, all that was read behind it, and what of it stays open."""

    named: frozenset[str]
    facts: dict[str, Extracted]
    unsure: dict[str, float | None]

    @property
    def is_read(self) -> bool:
        return bool(self.named & set(self.facts))

    @property
    def by_itself(self) -> bool:
        """Whether it is read apart from the rest: what harms is; a race time may need a distance told elsewhere."""
        table = catalogue()
        return self.is_read or any(name in table.screening or name in MORE_IS_WORSE for name in self.unsure)


def read_topics(text: str, asked: Asked, read: Reader) -> dict[Span, Topic]:
    """The topics behind which something of theirs was read, or should have been."""
    found = {match.span(): _topic(match, asked, read) for match in _TOPIC.finditer(text)}
    return {span: topic for span, topic in found.items() if topic.is_read or topic.unsure}


def but_announced(asked: Asked, text: str) -> Asked:
    """`asked` without a field of an announced topic among those that a no to all of it closes: it was spoken of."""
    told = {name for match in _TOPIC.finditer(text) for name in read_question(_question(match), None).fields}
    return replace(asked, closed=tuple(name for name in asked.closed if name not in told)) if told else asked


def without(text: str, spans: Iterable[Span]) -> str:
    """`text` with blanks in the place of `spans`."""
    for start, end in spans:
        text = f"{text[:start]}{'.':<{end - start}}{text[end:]}"
    return text


def _topic(match: re.Match[str], asked: Asked, read: Reader) -> Topic:
    named = frozenset(read_question(_question(match), None).fields)
    told = read(match["told"], _question(match)) if named else Extraction()
    start = match.start("told")
    moved = {n: replace(f, span=(f.span[0] + start, f.span[1] + start)) for n, f in told.facts.items()}
    unsure = dict(told.unsure)
    if not named & set(told.facts):
        unsure |= {name: None for name in _should_be_read(named, match["told"], asked) if name not in unsure}
    return Topic(named, moved, unsure)


def _question(match: re.Match[str]) -> str:
    return f"What about {match['topic']}?"


def _should_be_read(named: Iterable[str], told: str, asked: Asked) -> Iterator[str]:
    """Of the fields of a topic those that what is `told` of it bears on.

    Screening, and something of which more is worse, whatever is told; a number where one is said, unless something
    else was asked: that may be what the athlete has in mind.
    """
    table = catalogue()
    says_number = bool(find_quantities(fold(told)))
    for name in named:
        if table.fields[name].type in ("int", "number") and name not in MORE_IS_WORSE:
            bears = says_number and (name in asked.fields or not asked.fields)
        else:
            bears = name in table.screening or name in MORE_IS_WORSE
        if bears:
            yield name
