"""Eating disorders: never, past or current. What is not plainly placed in time stays unread."""

import re
from collections.abc import Iterator

from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.skeleton import Skeleton

_NAMED = re.compile(
    r"\b(?:anorexi[ac]|bulimi[ac]|eating disorders?|disordered eating|binge[- ]eating(?: disorder)?|orthorexia|arfid|ednos|osfed)\b"
)
_PAST = re.compile(
    r"\b(?:recovered|in recovery for|years? ago|ago|used to|in my (?:teens|twenties|past|early|late)|as a (?:teen\w*|kid|student)|when i was|at \ue000|back (?:in|then)|had|was|history of|past|in (?:college|uni|school|high ?school)|fine now|behind me|long over|over it|since then|better now)\b"
)
_CURRENT = re.compile(
    r"\b(?:currently|right now|at the moment|still|i have|i've got|i'm|im|i am|struggl\w+|in treatment|relapsed?|battling|dealing with|seeing (?:a|someone)|active)\b"
)
_OVER = re.compile(r"\b(?:recovered|years? ago|used to|in recovery for|fine now|when i was|as a teen\w*|past|long ago|at \ue000|\ue00b ago|had)\b")
_NEVER = re.compile(r"\b(?:no|never(?: had)?(?: an?y?)?|not|haven'?t had|nor|without|zero)\b(?: \w+){0,3} (?:eating disorder|disordered eating|eating issues|food issues|issues with (?:food|eating)|trouble with (?:food|eating)|problems? with (?:food|eating))")
_VOID = frozenset({"other", "question", "hypothetical", "uncertain"})


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
    around = text[low : min(len(text), high + 60)]
    span = skeleton.original(*told[0].span())
    if _OVER.search(around) and not re.search(r"\b(?:still|relapsed?|currently|right now)\b", around):
        yield Candidate("eating_disorder_status", "past", span)
    elif _CURRENT.search(around):
        yield Candidate("eating_disorder_status", "current", span)
    elif _PAST.search(around):
        yield Candidate("eating_disorder_status", "past", span)
