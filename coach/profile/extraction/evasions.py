"""What the athlete will not or cannot tell is no denial of it: "let's not discuss X" says nothing about X."""

import re
from collections.abc import Iterator, Mapping

from coach.profile.extraction import replies
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.records import Candidate, Span
from coach.profile.extraction.skeleton import Skeleton
from coach.profile.question_words import find
from coach.records.fact import Value

_NOES: tuple[Value, ...] = ((), None, False, "none")
"""0 among them: it equals False."""
_OWN = re.compile(r"\b(?:i|i'\w+|my|me)\b")
"""A denial with a subject of its own stands, whatever is refused behind it."""
_ABOUT = re.compile(
    r"\b(?:on|about|discuss(?:ing)?|share|sharing|answer(?:ing)?|g(?:et|o)(?:ing)? into)"
    r" (?!(?:that|it|this|those|these|them|any)\b)\w"
)
"""What is refused has a name of its own, though perhaps none that is known."""


def without_evaded(found: Mapping[str, Candidate], skeleton: Skeleton, claims: Assertions) -> dict[str, Candidate]:
    """`found` without the noes that were read where the speaker refuses, puts off or does not know."""
    places = [(item.start, item.end) for item in claims.stretches if item.standing == "evaded"]
    evaded = [skeleton.original(*place) for place in (*places, *_refused(skeleton.text, claims))]
    return {
        name: item
        for name, item in found.items()
        if item.value not in _NOES or not any(low < item.span[1] and item.span[0] < high for low, high in evaded)
    }


def _refused(text: str, claims: Assertions) -> Iterator[Span]:
    """What stands before a refusal that names nothing itself: "no date, I'm not telling" refuses the date."""
    place = replies.refusal(text)
    if place is None:
        return
    low, high = claims.sentence(place)
    names = any(not item.general for found in find(text[place:high]) for item in found.named)
    names = names or _ABOUT.search(text, place, high) is not None
    if not names and not _OWN.search(text[low:place].rpartition(",")[0]):
        yield low, high
