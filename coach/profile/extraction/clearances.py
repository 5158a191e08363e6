"""Who cleared the athlete for training. A clearance older than twelve months is none."""

import re
from collections.abc import Iterator

from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import MACROS, Skeleton

_WHO = (
    (
        "concussion",
        r"concussion (?:clinic|specialist|doc(?:tor)?|team|clearance)|neurologist|after (?:the|my|a) concussion",
    ),
    ("eating_disorder_team", r"(?:eating disorder|ed) (?:team|clinic|specialist|service|doctor)"),
    (
        "pelvic_health",
        r"pelvic (?:floor |health )?(?:physio(?:therapist)?|pt|therapist)|women'?s health physio|pelvic health",
    ),
    ("diabetes_team", r"diabetes (?:team|nurse|clinic|doctor)|endocrinologist|endo|diabetologist"),
    ("obstetric", r"midwife|obstetrician|ob-?gyn|ob/gyn|my ob|gyna?ecologist|gyno"),
    ("cardiac", r"cardiologist|cardiology|heart (?:doctor|doc|specialist|clinic)|cardiac (?:team|clinic)"),
    ("sports_medicine", r"sports? (?:medicine|med|physician|doctor|doc)(?: doctor| doc| physician)?"),
    ("surgeon", r"surgeon"),
    ("medical", r"gp|(?:my |the |family )?(?:doctor|doc|physician|dr)|general practitioner|pcp|primary care"),
)
_BY = re.compile("|".join(rf"(?P<{name}>\b(?:{words})\b)" for name, words in _WHO))
_YES = saying("clearances", "says_yes")
_AGO = re.compile(rf"({MACROS['cal']}) ago")
_UNWRITTEN = re.compile(
    r"\b(?:nothing|not|never|\w+n't|without|no)\b[^.;!?]{0,20}\b(?:writing|written)\b|\bverbal\w*|\bon paper yet\b"
    r"|\bno (?:\w+ )?(?:letter|sign-?off|note|clearance|paperwork)\b"
    r"|\b(?:nobody|no one|none of them|not)(?:'s| has| have)? (?:\w+ )?(?:cleared|signed)\b"
)
_NO_LETTER = re.compile(r"no (?:\w+ )?(?:letter|clearance|sign-?off)")
_YES_AND = re.compile(r"(?:^| )*(?:yes|yep|yeah|yup)\b,? ?(?:(?:from|by|my|the|a|an) ){0,3}(?=[a-z /-]{1,30}$)")
_TOLD = re.compile(
    r" (?:did |has |have |once |also )?"
    r"(?:tell|told|say|said|says|mention\w*|diagnos\w*|found|think\w*|warn\w*|prescri\w*)\b"
)
_WHO_ASKED = re.compile(r"\bwho (?:has |have |'s )?(?:cleared|signed|said yes|gave)\b")
_NOT_THEY = re.compile(
    r"[^,.;!?]{0,20}?\b(?:(?:has|did|would|wo|is)n't|(?:has|did|will|would|is) not|never|refus\w+|not yet)\b"
)
"""Who has not cleared is not among those who have."""
_YEAR_DAYS = 366
_VOID = frozenset({"other", "question", "unreal", "hypothetical", "negated", "wanted", "uncertain"})


def read_clearances(
    skeleton: Skeleton, claims: Assertions, asked: frozenset[str], question: str = ""
) -> Iterator[Candidate]:
    """`clearances`: everybody named in a sentence that says yes to training."""
    given: dict[str, tuple[int, int]] = {}
    if unwritten := _UNWRITTEN.search(skeleton.text):
        if "clearances" in asked or _NO_LETTER.match(unwritten[0]):
            yield Candidate("clearances", (), skeleton.original(*unwritten.span()))
        return
    for match in _BY.finditer(skeleton.text):
        name = match.lastgroup or ""
        low, high = claims.sentence(match.start())
        if _NOT_THEY.match(skeleton.text, match.end()):
            continue
        verb = _YES.search(skeleton.text, low, high)
        if verb is None and "clearances" in asked and not given:
            verb = match if _WHO_ASKED.search(question) else _bare_yes(skeleton.text, low, match)
        if verb is None or _standings(claims, verb, match) & _VOID or _too_old(skeleton, low, high):
            continue
        given.setdefault(name, (min(match.start(), verb.start()), max(match.end(), verb.end())))
    if len(given) > 1 and "medical" in given and given["medical"] in [s for n, s in given.items() if n != "medical"]:
        del given["medical"]
    if given:
        start, end = min(span[0] for span in given.values()), max(span[1] for span in given.values())
        yield Candidate("clearances", tuple(sorted(given)), skeleton.original(start, end))


def _standings(claims: Assertions, verb: re.Match[str], who: re.Match[str]) -> frozenset[str]:
    """What holds at the verb; "my diabetes team" speaks of somebody else, but it is they who clear."""
    low, high = verb.span()
    own = range(who.start() - len("my "), who.end() + 1)
    told = (item for item in claims.stretches if item.start < high and low < item.end)
    return frozenset(item.standing for item in told if item.standing != "other" or item.start not in own)


def _bare_yes(text: str, low: int, who: re.Match[str]) -> re.Match[str] | None:
    """ "yes, my GP" to the question itself."""
    return None if _TOLD.match(text, who.end()) else _YES_AND.match(text, low, who.end())


def _too_old(skeleton: Skeleton, low: int, high: int) -> bool:
    if re.search(r"\b(?:years ago|used to|last year)\b", skeleton.text[low:high]):
        return True
    ago = _AGO.search(skeleton.text, low, high)
    quantity = skeleton.quantity_at(ago.start(1)) if ago else None
    return quantity is not None and quantity.mid > _YEAR_DAYS
