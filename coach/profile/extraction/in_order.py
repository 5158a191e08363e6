"""Several things asked in one breath and answered in the same order: "34, male, 180, 75"; "no / monthly / 2019".

Knows how an answer is cut into parts; what a part says is read by whoever is handed it.
"""

import re
from collections.abc import Callable, Iterator

from coach.profile.extraction.asked import Asked
from coach.profile.extraction.day_names import DAYS
from coach.profile.extraction.folding import fold
from coach.profile.extraction.quantities import find_quantities
from coach.profile.extraction.records import Candidate, Extracted

_CUT = re.compile(r" ?[/;] ?|, (?:and )?|\. ?(?=[^\d ])| & ")
_DENIED_NOUN = re.compile(
    r"\W*(?:no|not|never|without|zero|any)\b(?! (?:no|yes|not|none)\b)[^,.;/&]*[.!]*\s*$", re.IGNORECASE
)
"""One denial of one thing is one answer: its words are not answers of their own."""
_LONGEST_PART = 4
"""Words; a longer part is a sentence that names its own subject."""
_LEAST = 2

Reader = Callable[[str, str], Extracted | None]
"""(part of the answer, field) to what the part says of it."""


def read_in_order(text: str, asked: Asked, read: Reader) -> Iterator[Candidate]:
    """One candidate for each part, where the parts are as many as the things asked and nearly all of them fit."""
    names = [name for name in asked.fields if name not in asked.loose]
    parts = list(_parts(text)) if _CUT.search(text.strip(" .")) else list(_words(text))
    if _DENIED_NOUN.match(text):
        return
    if len(names) < _LEAST or len(parts) != len(names):
        return
    if any(len(words.split()) > _LONGEST_PART for _, words in parts):
        return
    if sum(DAYS.search(fold(words)) is not None for _, words in parts) > 1:
        return  # a list of days is one answer
    told = [(name, place, read(words, name)) for name, (place, words) in zip(names, parts, strict=True)]
    if sum(fact is not None for _, _, fact in told) < len(names) - 1:
        return
    for name, place, fact in told:
        if fact is not None:
            span = (fact.span[0] + place, fact.span[1] + place)
            yield Candidate(name, fact.value, span, fact.confidence)


def _words(text: str) -> Iterator[tuple[int, str]]:
    """ "29 f 165 55": every word an answer; none where a number takes several words ("one twelve")."""
    if any(" " in text[number.start : number.end].strip() for number in find_quantities(fold(text))):
        return
    yield from ((match.start(), match[0].strip(".,")) for match in re.finditer(r"\S+", text))


def _parts(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for cut in (*_CUT.finditer(text), None):
        end = cut.start() if cut else len(text)
        if words := text[start:end].strip(" ."):
            yield start + len(text[start:end]) - len(text[start:end].lstrip()), words
        start = cut.end() if cut else end
