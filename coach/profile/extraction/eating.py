"""Eating disorders: never, past or current. What is not plainly placed in time stays unread."""

import re
from collections.abc import Iterator

from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import Skeleton

_NAMED = saying("eating", "named")
_PAST = saying("eating", "past")
_CURRENT = saying("eating", "current")
_OVER = saying("eating", "over")
_NEVER = saying("eating", "never")
_STILL = re.compile(r"\b(?:still|relapsed?|currently|right now)\b")
_DENIES = re.compile(r"\b(?:never|no|not|nor|none|nothing)\b")
"""What the next sentences deny is something else."""
_VOID = frozenset({"other", "question", "unreal", "hypothetical", "uncertain"})


def read_eating(skeleton: Skeleton, claims: Assertions) -> Iterator[Candidate]:
    """`eating_disorder_status` of what the athlete says of themselves."""
    text = skeleton.text
    denial = _NEVER.search(text)
    told = [
        match
        for match in _NAMED.finditer(text)
        if not claims.standings(*match.span()) & _VOID and "negated" not in claims.standings(*match.span())
    ]
    if not told:
        if denial and not claims.standings(*denial.span()) & _VOID:
            yield Candidate("eating_disorder_status", "none", skeleton.original(*denial.span()))
        return
    low, high = claims.sentence(told[0].start())
    around = text[low:high] + _DENIES.split(text[high : high + 60])[0]
    span = skeleton.original(*told[0].span())
    goes_on = _STILL.search(text, low, high + 60)
    if _OVER.search(around) and not goes_on:
        yield Candidate("eating_disorder_status", "past", span)
    elif goes_on or _CURRENT.search(around):
        yield Candidate("eating_disorder_status", "current", span)
    elif _PAST.search(around):
        yield Candidate("eating_disorder_status", "past", span)
