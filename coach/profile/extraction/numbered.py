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
_ITEM = re.compile(r"(?<![\w.,])(?:q ?)?([1-7])(?: ?[:.)]| (?=[a-z]))")
_LEAST_ITEMS = 3
_VOID = frozenset({"negated", "other", "hypothetical", "question", "unreal"})
_SENTENCE = re.compile(r"[^.;!?]+")
_NUMBER = re.compile(MARK["number"])
_LAST = 7
_ASIDE = re.compile(r"\([^)]*\)")
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
    text = skeleton.text
    if _FIELD not in asked.fields or not (
        len(set(_ITEM.findall(asked.text))) >= _LEAST_ITEMS or saying("numbered", "sheet").search(asked.text)
    ):
        return
    if _all_no(skeleton):
        yield Candidate(_FIELD, (), skeleton.original(0, len(text)))
        return
    yes = _in_turn(text) or _numbers(skeleton)
    if yes:
        yield Candidate(_FIELD, yes, skeleton.original(0, len(text)))


def _all_no(skeleton: Skeleton) -> bool:
    """ "No to all seven", "seven noes", "7 x no": nothing else is said."""
    text = skeleton.text
    for pattern in ("all_no", "no_to_many"):
        found = saying("numbered", pattern).search(text)
        quantity = skeleton.quantity_at(found.start("n")) if found and pattern == "no_to_many" else None
        if found and (pattern == "all_no" or (quantity is not None and quantity.hi == _LAST)):
            return True
    return False


def _in_turn(text: str) -> tuple[str, ...]:
    """ "No, no, no, yes (epilepsy), yes, no, no": one answer for each item, in order."""
    bare = _ASIDE.sub("", text).strip(" .!")
    parts = [part.strip() for part in bare.split(",")]
    told = len(parts) == _LAST  # between commas a yes may be told in any words
    parts = parts if told else bare.split()
    noes = [saying("numbered", "one_no").match(part) is not None for part in parts]
    plain = all(no or saying("numbered", "one_yes").match(part) for no, part in zip(noes, parts, strict=True))
    if len(parts) != _LAST or not any(noes) or not (told or plain):
        return ()
    return tuple(f"q{at}" for at, no in enumerate(noes, 1) if not no)


def _numbers(skeleton: Skeleton) -> tuple[str, ...]:
    """The numbers that are said with a yes, or before anything else; none where one is left over."""
    text = skeleton.text
    found: list[str] = []
    for match in _NUMBER.finditer(text):
        quantity = skeleton.quantity_at(match.start())
        if quantity is None or not quantity.lo.is_integer() or not 1 <= quantity.lo <= _LAST:
            continue
        sentence = next(each for each in _SENTENCE.finditer(text) if match.start() < each.end())
        opens = not text[: sentence.start()].strip() and saying("numbered", "opens").match(sentence[0]) is not None
        after = saying("numbered", "answer_after").match(text, match.end())
        if after["no"] if after else saying("numbered", "no_before").search(text, sentence.start(), match.start()):
            continue
        if not (after or opens or saying("numbered", "yes").search(sentence[0])):
            return ()
        found.append(f"q{int(quantity.lo)}")
    return tuple(dict.fromkeys(found))
