"""Bone stress injuries: whether, where, how long ago. Two years is the window that counts injuries."""

import re
from collections.abc import Iterator

from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import MACROS, MARK, Skeleton

WINDOW_DAYS = 730.5
_INJURY = saying("bones", "injury")
_HIGH = r"(?:sacrum|sacral|femoral neck|neck of (?:the |my )?femur|nof|pelvis|pelvic|pubic|hip)"
_LOW = r"(?:tibia|tibial|shin|metatarsals?|foot|fibula|calcaneus|heel|navicular|femur|femoral shaft|toe)"
_BOOT = re.compile(
    r"\b(?:in|on|wearing) (?:a|an|the|my) (?:walking |air |moon )?(?:boot|crutches|cast)\b|\bon crutches\b"
)
_SITE = re.compile(rf"\b(?:(?P<high>{_HIGH})|(?P<low>{_LOW}))\b")
_AGO = re.compile(rf"({MACROS['cal']})(?: or so)? (?:ago|back)\b")
_CURRENT = saying("bones", "current")
_RETURNING = saying("bones", "returning")
_FRESH = saying("bones", "fresh")
_HEALED = saying("bones", "healed")
_YEAR = re.compile(MARK["year_of"])
_LATELY = re.compile(r"\b(?:this|last) (?:year|spring|summer|autumn|fall|winter|season|month)\b|\bearlier this year\b")
_SAME_PLACE = re.compile(r"\b(?:hip|pelvis|sacrum|foot|shin|leg), (?:the |my |in the )?$")
"""What only names the place more closely is no second injury: "the hip, the neck of the femur"."""
_SHORT = 6
_MANY = 6
_NEVER = saying("bones", "never")


def read_bones(skeleton: Skeleton, claims: Assertions, asked: frozenset[str]) -> Iterator[Candidate]:
    """`bsi_status` and the counts of the last two years."""
    text = skeleton.text
    found = [match for match in _INJURY.finditer(text) if not _void(match, claims)]
    told = [match for match in found if "negated" not in claims.standings(*match.span())]
    if not told:
        denial = _NEVER.search(text)
        limited = denial and saying("bones", "limited").search(text, *claims.sentence(denial.start()))
        if (
            denial
            and not limited
            and not claims.standings(*denial.span()) & {"other", "question", "unreal", "hypothetical"}
        ):
            yield Candidate("bsi_status", "none", skeleton.original(*denial.span()))
            return
    status_asked = "bsi_status" in asked
    if told or (status_asked and (_site_told(text, claims) or _BOOT.search(text))):
        yield from _status(told, skeleton, claims)
    if told or "bsi_high_risk_count_24m" in asked or "bsi_low_risk_count_24m" in asked:
        yield from _counts(skeleton, claims, asked)


def _void(match: re.Match[str], claims: Assertions) -> bool:
    return bool(claims.standings(*match.span()) & {"other", "question", "unreal", "hypothetical", "uncertain"})


def _site_told(text: str, claims: Assertions) -> bool:
    return any(
        not claims.standings(*match.span()) & {"other", "question", "unreal", "hypothetical", "uncertain", "negated"}
        and (
            _AGO.search(text)
            or _dated(text)
            or _CURRENT.search(text)
            or _RETURNING.search(text)
            or re.match(r"\W*ye(?:s|ah|p)\b", text)
        )
        for match in _SITE.finditer(text)
    )


def _dated(text: str) -> bool:
    """A short answer that gives the bone and the year: "tibia, 2018"."""
    return len(text.split()) <= _SHORT and _YEAR.search(text) is not None


def _status(told: list[re.Match[str]], skeleton: Skeleton, claims: Assertions) -> Iterator[Candidate]:
    text = skeleton.text
    anchor = told[0] if told else _SITE.search(text) or _BOOT.search(text)
    if anchor is None:
        return
    low, high = claims.sentence(anchor.start())
    around = text[low : min(len(text), high + 160)]
    span = skeleton.original(anchor.start(), anchor.end())
    for status, pattern in (
        ("current", _BOOT),
        ("current", _FRESH),
        ("returning", _RETURNING),
        ("healed", _HEALED),
        ("current", _CURRENT),
    ):
        places = (match.start() + low for match in pattern.finditer(around))
        if any(pattern is not _CURRENT or "negated" not in claims.standings(at, at + 1) for at in places):
            yield Candidate("bsi_status", status, span)
            return


def _counts(skeleton: Skeleton, claims: Assertions, asked: frozenset[str]) -> Iterator[Candidate]:
    """Each site with its own "ago"; a site whose time nobody said makes the count unknown."""
    counts = {"high": 0, "low": 0}
    spans: list[tuple[int, int]] = []
    for match in _SITE.finditer(skeleton.text):
        if claims.standings(*match.span()) & {"other", "question", "unreal", "hypothetical", "uncertain", "negated"}:
            continue
        ago = _AGO.search(skeleton.text, match.end(), match.end() + 40) or _before(skeleton.text, match.start())
        quantity = skeleton.quantity_at(ago.start(1)) if ago else None
        if spans and _SAME_PLACE.search(skeleton.text[: match.start()]):
            continue
        windowed = "bsi_low_risk_count_24m" in asked  # the question itself looks back two years
        current = windowed or any(
            pattern.search(skeleton.text, *claims.sentence(match.start())) for pattern in (_CURRENT, _LATELY)
        )
        if quantity is None and not current:
            return
        spans.append(skeleton.original(*match.span()))
        if quantity is None or quantity.mid <= WINDOW_DAYS:
            counts["high" if match["high"] else "low"] += _how_many(skeleton, match.start())
    if spans:
        span = (spans[0][0], spans[-1][1])
        for risk, name in (("high", "bsi_high_risk_count_24m"), ("low", "bsi_low_risk_count_24m")):
            if counts[risk] or name in asked:
                yield Candidate(name, counts[risk], span, "inferred")


def _how_many(skeleton: Skeleton, place: int) -> int:
    """ "Two metatarsals" are two; a site without a number is one."""
    told = skeleton.quantity_at(place - 2)
    return int(told.lo) if told is not None and told.kind == "number" and 1 <= told.lo <= _MANY else 1


def _before(text: str, place: int) -> re.Match[str] | None:
    found = list(_AGO.finditer(text, max(0, place - 30), place))
    return found[-1] if found else None
