"""Answers by number to a question that numbers its items: "yes to 4 and 5", "only number six", "one, yes".

Only for the seven standard questions, whose values carry the numbers.
"""

import re
from collections.abc import Iterator

from coach.profile.extraction.asked import Asked
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import MARK, Skeleton

_FIELD = "parq_yes"
_ITEM = re.compile(r"(?<!\w)(?:q ?)?([1-7]) ?[:.)]")
_LEAST_ITEMS = 3
_SENTENCE = re.compile(r"[^.;!?]+")
_NUMBER = re.compile(MARK["number"])
_LAST = 7


def read_numbered(skeleton: Skeleton, asked: Asked) -> Iterator[Candidate]:
    """The items that were answered with yes; every other must be denied."""
    if _FIELD not in asked.fields or len(set(_ITEM.findall(asked.text))) < _LEAST_ITEMS:
        return
    text = skeleton.text
    yes: list[str] = []
    for sentence in _SENTENCE.finditer(text):
        if not saying("numbered", "yes").search(sentence[0]) or saying("numbered", "no").match(sentence[0]):
            continue
        for match in _NUMBER.finditer(text, *sentence.span()):
            quantity = skeleton.quantity_at(match.start())
            if quantity is not None and quantity.lo.is_integer() and 1 <= quantity.lo <= _LAST:
                yes.append(f"q{int(quantity.lo)}")
    if yes and saying("numbered", "rest").search(text):
        yield Candidate(_FIELD, tuple(dict.fromkeys(yes)), skeleton.original(0, len(text)))
