"""List fields: what was affirmed, or an empty list where the athlete denied what was asked or the whole of it."""

import re
from collections.abc import Iterator

from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.mentions import Mention, find_mentions
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.skeleton import Skeleton

_GENERAL = {
    "symptoms": re.compile(r"\bno (?:\w+ )?symptoms\b|\bno red flags\b|\bnothing (?:weird|odd|unusual|worrying)\b"),
    "known_conditions": re.compile(
        r"\bno (?:\w+ )?(?:medical |health |known |underlying |chronic |pre-?existing |other )*(?:conditions?|diagnos[ie]s|diseases?|illness(?:es)?|(?:health|medical) (?:issues|problems|stuff|history))\b|\bno (?:health|medical) \w+\b"
        r"|\bnever been diagnosed\b|\b(?:perfectly|completely|totally|otherwise) healthy\b"
    ),
    "medications": re.compile(
        r"\bno (?:\w+ )?(?:regular )?(?:meds|medicines?|medications?|tablets|pills|drugs|prescriptions?|inhalers)\b|\bnot (?:on|taking) (?:any(?:thing)?|meds|medication|no)\b"
        r"|\b(?:don'?t|do not|dont) take (?:any(?:thing)?|meds|medication|pills|tablets|medicines?)\b|\bmeds:? (?:no|none)\b|\b(?:meds|medication|medicines?|tablets)(?:: | - |, )(?:none|no|nothing)\b|\bon nothing\b|\bor (?:meds|medication|medicines?|tablets)\b"
    ),
    "pain_signs": re.compile(r"\bno (?:\w+ )?(?:pain|pains|niggles|injur(?:y|ies)|aches)\b(?! (?:in|when|on|at|from))|\bpain[- ]free\b(?! walk)|\bnothing hurts\b|\bno current injuries\b"),
}
_VOID = frozenset({"other", "question", "hypothetical"})
_CLEAR_DENIALS = 2


def read_lists(skeleton: Skeleton, claims: Assertions, asked: Asked) -> Iterator[Candidate]:
    """One candidate for each list field that the text settles."""
    names = frozenset(asked.fields)
    mentions = find_mentions(skeleton, claims, names)
    for field in dict.fromkeys([*(mention.field for mention in mentions), *_GENERAL]):
        own = [mention for mention in mentions if mention.field == field]
        yield from _one(field, own, skeleton, claims, asked=field in names)


def _one(
    field: str, mentions: list[Mention], skeleton: Skeleton, claims: Assertions, *, asked: bool
) -> Iterator[Candidate]:
    affirmed = [mention for mention in mentions if mention.affirmed]
    if affirmed:
        values = tuple(dict.fromkeys(mention.value for mention in affirmed))
        yield Candidate(field, values, skeleton.original(affirmed[0].start, max(item.end for item in affirmed)))
        return
    general = _GENERAL[field].search(skeleton.text) if field in _GENERAL else None
    if general and not claims.standings(*general.span()) & _VOID and (not general[0].startswith("or ") or asked):
        yield Candidate(field, (), skeleton.original(*general.span()))
        return
    denied = {mention.value for mention in mentions}
    if denied and (asked or len(denied) >= _CLEAR_DENIALS):
        yield Candidate(field, (), skeleton.original(mentions[0].start, mentions[-1].end), "inferred")
