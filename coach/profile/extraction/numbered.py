"""Answers by number or by name to a question of several items: "yes to 4 and 5", "one, yes", "yes to the heart one".

Only for the seven standard questions, whose values carry the numbers.
"""

import re
from collections.abc import Iterator

from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import MARK, Skeleton

_FIELD = "parq_yes"
_ITEM = re.compile(r"(?<!\w)(?:q ?)?([1-7]) ?[:.)]")
_LEAST_ITEMS = 3
_VOID = frozenset({"negated", "other", "hypothetical", "question", "unreal"})
_SENTENCE = re.compile(r"[^.;!?]+")
_NUMBER = re.compile(MARK["number"])
_LAST = 7
_ABOUT = r"(?:with|about|on|for)(?: the| my)?"
_ITEM_WORD = "(?:one|question|item|bit|part|box)"


def read_numbered(skeleton: Skeleton, claims: Assertions, asked: Asked) -> Iterator[Candidate]:
    """The items that were answered with yes: by name, or by number where every other is denied."""
    if _FIELD in asked.fields and _FIELD not in asked.loose:
        named = tuple(_named(skeleton, claims))
        if named:
            yield Candidate(_FIELD, named, skeleton.original(0, len(skeleton.text)))
            return
    yield from _by_number(skeleton, asked)


def _named(skeleton: Skeleton, claims: Assertions) -> Iterator[str]:
    for number in range(1, _LAST + 1):
        about = saying("numbered", f"q{number}").pattern
        item = re.compile(
            rf"\byes(?:,? (?:it's|that's))? (?:to|for|on|with) (?:the |a |my )?{about}\b"
            rf"|\bthe (?:\w+ (?:and|or) )?{about}(?: (?:and|or) \w+)*(?: condition| problems?)? {_ITEM_WORD}\b"
            rf"|\b{_ITEM_WORD} {_ABOUT} (?:\w+ (?:and|or) )?{about}\b"
        )
        if any(not claims.standings(*match.span()) & _VOID for match in item.finditer(skeleton.text)):
            yield f"q{number}"


def _by_number(skeleton: Skeleton, asked: Asked) -> Iterator[Candidate]:
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
