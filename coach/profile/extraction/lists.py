"""List fields: what was affirmed, or an empty list where the athlete denied what was asked or the whole of it."""

import re
from collections.abc import Iterator

from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.mentions import Mention, find_mentions
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import Skeleton

_GENERAL = {name: saying("lists", name) for name in ("symptoms", "known_conditions", "medications", "pain_signs")}
_VOID = frozenset({"other", "question", "unreal", "hypothetical"})
_CLEAR_DENIALS = 2
_SEVERAL = 3
_EXCEPT = re.compile(
    r"(?<!no to )(?<!none of )(?<!not )(?<!no, )(?<!no )"
    r"\b(?:all|all of (?:them|those|it|the above)|everything|yes to all|every one(?: of them)?|the lot),?"
    r" (?:except|but|bar|apart from|other than|minus|besides)\b"
)
_ALL_PAIN = re.compile(r"nothing hurts|no (?:current )?injur|no niggles")
_ANYWHERE = re.compile(r"\bno (?:\w+ )?(?:pains?|aches?) (?:at all )?anywhere\b|\bnothing hurts\b")
_OF_A_PART = frozenset({
    "acl_pain_nrs", "knee_effusion", "weeks_since_acl_reconstruction", "weeks_since_surgery", "weeks_postpartum",
    "pelvic_symptoms", "painfree_walking_days", "tendon_pain_nrs", "bsi_status", "days_since_concussion", "symptoms",
    "pregnancy_contraindications", "pregnant",
})  # fmt: skip
_ONE_PAIN = re.compile(
    r"\b(?:walk\w*|knee|acl|graft|operat\w+|surgery|op|scar|pelvi\w+|baby|birth|section|leak\w*|bleed\w*|chest|achilles"
    r"|tendons?|heart|head|concuss\w+|shoulder|back|hip|stitches)\b"
)
"""What a denial of pain may be meant of alone."""
_TERSE = 8
"""Words: a denial of one thing is the whole of so short an answer."""
_OF_IT = re.compile(
    r" (?:of|from|after|with|since) (?:it|that|the|my|a|any)(?! (?:kind|sort|type|nature))"
    r" ?(?:concuss\w+|head|asthma|knee|tendon|knock)?"
)
_LOOSE = re.compile(
    r"^or |fit as a fiddle|^(?:none|nothing|not one|not any) of|illness|inhaler|aches|pain[- ]free"
    r"|^nothing |told|found|mentioned|never had a diagnosis"
)
"""What a denial may say of something smaller than the whole list, and so counts only where the list was asked for."""
_LIKE = re.compile(r"\b(?:nothing|none of that|not anything) (?:like|such as)\b[^.;!?]*$")
"""Before several of the things that were asked for: they stand for all of them."""
_SWEEPING = re.compile(r"(?:none|nothing|not one|not any) of")
_ONE_THING = re.compile(r"\b(?:chest|concuss\w+|head|asthma|allerg\w+|baby|pregnan\w+|knee|tendon|achilles)\b")


def _of_one_thing(field: str, skeleton: Skeleton, claims: Assertions, denial: re.Match[str]) -> bool:
    """ "no symptoms now" after a concussion denies the symptoms of that."""
    if "bone" in denial[0]:
        return False
    low, _ = claims.sentence(denial.start())
    told = _ONE_THING.search(skeleton.text, low, denial.start()) or _OF_IT.match(skeleton.text, denial.end())
    return field in ("symptoms", "pain_signs") and told is not None


def _of_all_pain(denial: str, skeleton: Skeleton, sentence: tuple[int, int], question: Asked) -> bool:
    """Whether "no pain" is meant of the whole body: the whole was asked, or nothing smaller is spoken of."""
    if "bone" in denial or _ALL_PAIN.match(denial) or _ANYWHERE.search(skeleton.text, *sentence):
        return True
    plainly = "pain_signs" in question.fields and "pain_signs" not in question.loose
    return (plainly or _OF_A_PART.isdisjoint(question.fields)) and not _ONE_PAIN.search(skeleton.text, *sentence)


def _all_but(field: str, mentions: list[Mention], text: str, asked: Asked) -> tuple[str, ...] | None:
    """ "All except the ankles": what the question named without what the answer names."""
    named = asked.values.get(field, ())
    left = {mention.value for mention in mentions}
    if len(named) < _SEVERAL or not left or not _EXCEPT.search(text):
        return None
    return tuple(value for value in named if value not in left)


def read_lists(skeleton: Skeleton, claims: Assertions, asked: Asked) -> Iterator[Candidate]:
    """One candidate for each list field that the text settles."""
    mentions = find_mentions(skeleton, claims, asked)
    for field in dict.fromkeys([*(mention.field for mention in mentions), *_GENERAL]):
        own = [mention for mention in mentions if mention.field == field]
        yield from _one(field, own, skeleton, claims, question=asked)


def _one(
    field: str, mentions: list[Mention], skeleton: Skeleton, claims: Assertions, *, question: Asked
) -> Iterator[Candidate]:
    asked = field in question.fields
    plainly = asked and field not in question.loose
    if (rest := _all_but(field, mentions, skeleton.text, question)) is not None:
        yield Candidate(field, rest, skeleton.original(0, len(skeleton.text)))
        return
    affirmed = [mention for mention in mentions if mention.affirmed]
    if affirmed:
        values = tuple(dict.fromkeys(mention.value for mention in affirmed))
        yield Candidate(field, values, skeleton.original(affirmed[0].start, max(item.end for item in affirmed)))
        return
    general = _GENERAL[field].search(skeleton.text) if field in _GENERAL else None
    if (
        general
        and not _VOID & claims.standings(*general.span())
        and not _of_one_thing(field, skeleton, claims, general)
        and (field != "pain_signs" or _of_all_pain(general[0], skeleton, claims.sentence(general.start()), question))
        and (asked or not _LOOSE.search(general[0]))
        and (plainly or not _SWEEPING.match(general[0]))
    ):
        yield Candidate(field, (), skeleton.original(*general.span()))
        return
    named = set(question.values.get(field, ()))
    denied = {mention.value for mention in mentions}
    enough = len(denied) >= _CLEAR_DENIALS
    if asked:
        examples = plainly and enough and _LIKE.search(skeleton.text[: mentions[0].start]) is not None
        enough = examples or (named <= denied if named else enough or len(skeleton.text.split()) <= _TERSE)
    if denied and enough:
        yield Candidate(field, (), skeleton.original(mentions[0].start, mentions[-1].end), "inferred")
