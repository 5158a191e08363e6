"""Bone stress injuries: whether, where, how long ago. Two years is the window that counts injuries."""

import re
from collections.abc import Iterator

from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import MACROS, MARK, Skeleton

WINDOW_DAYS = 730.5
_INJURY = saying("bones", "injury")
_HIGH = (
    r"(?:sacrums?|sacral|femoral necks?|neck of (?:the |my )?(?:femur|thigh ?bone)|thigh ?bone, the neck|nof"
    r"|pelvis|pelvic|pubic|hips?)"
)
_LOW = (
    r"(?:tibias?|tibial|shins?|metatarsals?|met|foot|feet|fibulas?|calcane(?:us|al)|heels?|navicular|femurs?"
    r"|femoral shaft|toes?|ribs?|cuboid|cuneiform|talus)"
)
_BOOT = re.compile(
    r"(?<![\ue008-\ue00b] )\b(?:in|on|wearing) (?:a|an|the|my) (?:walking |air |moon )?(?:boot|crutches|cast)\b"
    r"|\bon crutches\b|\bboot (?:till|until|for another)\b"
)
_SITE = re.compile(rf"\b(?:(?P<high>{_HIGH})|(?P<low>{_LOW}))\b")
_SITES_SO_FAR = re.compile(rf"(?:(?:{_HIGH}|{_LOW})\b(?:,| or| and|/)* ?(?:the |my )?)+$")
"""Sites listed in front of one more ("hip, sacrum or pelvis")."""
_AGO = re.compile(rf"({MACROS['cal']})(?: or so)? (?:ago|back)\b")
_CURRENT = saying("bones", "current")
_RETURNING = saying("bones", "returning")
_UNHEALED = saying("bones", "unhealed")
_FRESH = saying("bones", "fresh")
_HEALED = saying("bones", "healed")
_MENDED = saying("bones", "mended")
_ON_SCAN = saying("bones", "on_scan")
_YEAR = re.compile(MARK["year_of"])
_LATELY = re.compile(
    r"\b(?:this|last) (?:year|spring|summer|autumn|fall|winter|season|month)\b|\bearlier this year\b"
    r"|\b(?:in|over|during|within) (?:the )?(?:past|last|previous) (?:year|two years|few months|[\ue009\ue00a])"
    r"|\blast (?:\w+ ){0,2}season\b|\bin [\ue009\ue00a]\b"
    r"|\b(?:in|this|last) (?:january|february|march|april|may|june|july|august|september|october|november|december)\b"
    r"(?! (?:of )?\ue015)"
)
_SAME_PLACE = re.compile(r"(?:, | \(|: | in )(?:the |my |in the |left |right |on the )*$")
_WITHIN = (
    {"hip", "femoral neck", "neck of the femur", "neck of femur", "nof", "pelvis", "femur"},
    {"pelvis", "pelvic", "sacrum", "sacral", "pubic"},
    {"heel", "calcaneus", "calcaneal", "foot"},
    {"foot", "metatarsal", "metatarsals", "met", "navicular", "cuboid", "cuneiform", "talus", "toe"},
    {"shin", "tibia", "tibial", "fibula"},
)
"""Names of one place: what only names it more closely is no second injury ("the hip, the neck of the femur")."""
_BOTH = re.compile(r"\bboth (?:(?:were|are|of|in|on|at|the|my) )*$")
_NONE_AT_ALL = re.compile(r"^\W*(?:none|zero|nil|nought)(?: at all| whatsoever)?(?= *(?:$|[,.;!]))")
_COUNTS = re.compile(r"\bhow many\b|\bnumber of\b")
_LOST = re.compile(
    r"\b(?:off|out|lost|missed|sidelined|no running|not running|without running|without a step|cost me|i stopped)"
    r"(?: (?!ago)[\w']+){0,3}? (?P<a>[\ue009\ue00a])(?! (?:ago|back|later))(?: (?:total|in total|altogether|in all))?"
    r"|(?P<b>[\ue009\ue00a])(?: (?:off(?! (?:the|my|it|if))|out(?! (?:of|from))|no running|not running|lost"
    r"|without (?:running|a step)|of running|on the (?:sofa|sidelines)"
    r"|(?:total|altogether|in total|in all|gone altogether))\b)+(?! of (?:it|the|a) (?:boot|cast))"
)
_NOT_BONE = re.compile(
    r"\b(?:says?|said|told|race|event|will|going to|pregnan\w+|periods?|acl|cruciate|surgery|hamstring|flu|covid)\b"
)
"""Where one of these stands in the sentence, the time is not lost, or not to a bone."""
_IN_ALL = re.compile(r"\b(?:total|altogether|in all)\b")
_LONG_AGO = re.compile(
    r"\ue00b (?:ago|back)\b|\b(?:two|three|four|five|several|many) (?:summers|winters|seasons) ago\b"
)
_NOT_LOST = frozenset({"other", "question", "unreal", "hypothetical", "planned", "wanted"})
_MONTH_DAYS = 30.4375
_STORY = 240
"""So far behind the sentence of an injury, in characters, its end may be told."""
_BONE_WORDS = re.compile(r"\b(?:stress|fractur\w*|bsis?|bones?|boot)\b")
_ENDS = re.compile(r" *(?:$|[,.;!])")
_DENIED_BEHIND = re.compile(r"[ :,-]{1,2}(?:none|no|never|nope|zero|nil)\b(?! (?:running|pain|bother|problem))")
_NONE_OF_THEM = re.compile(
    rf"(?:\b(?P<none>none|nil|no)|(?P<count>{MACROS['n']}))"
    r"(?: (?:of|in|on|at|were|was|those|these|them|it|the|my|to|ones?))* ?$"
)
"""In front of a site: how many of the injuries were there ("zero of those at the hip")."""
_ASKS = re.compile(r" ?\?")
_MORE = re.compile(r"\b(?:another|others?|also|elsewhere|as well|too|second|again)\b")
_SHORT = 6
_MANY = 6
_NEVER = saying("bones", "never")
_MODIFIERS = frozenset({"history of", "previous", "old"})
"""Behind a no these belong to what is denied: "no history of an eating disorder" heals no bone."""


def read_bones(
    skeleton: Skeleton, claims: Assertions, asked: frozenset[str], question: str = ""
) -> Iterator[Candidate]:
    """`bsi_status`, the counts of the last two years and the time lost."""
    text = skeleton.text
    found = [match for match in _INJURY.finditer(text) if not _void(match, claims)]
    told = [
        match
        for match in found
        if "negated" not in claims.standings(*match.span()) and not _DENIED_BEHIND.match(text, match.end())
    ]
    if not told and any(_DENIED_BEHIND.match(text, match.end()) for match in found):
        yield Candidate("bsi_status", "none", skeleton.original(*found[0].span()))
        return
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
    if told or (status_asked and (_site_told(text, claims) or _in_boot(text, claims))):
        yield from _status(told, skeleton, claims)
    lost_asked = "months_absent_bsi_24m" in asked
    bones_told = told or _BONE_WORDS.search(text) or (status_asked and _SITE.search(text))
    if (bones_told or lost_asked) and (lost_asked or not _YEAR.search(text)):
        yield from _months_lost(skeleton, claims)
    if told or "bsi_high_risk_count_24m" in asked or "bsi_low_risk_count_24m" in asked:
        counted = asked if _COUNTS.search(question) else frozenset()
        yield from _counts(skeleton, claims, asked, counted)


def _void(match: re.Match[str], claims: Assertions) -> bool:
    """Whether it is said of somebody else, or only asked, feared or supposed."""
    if _ASKS.match(match.string, match.end()):
        return True
    return bool(claims.standings(*match.span()) & {"other", "question", "unreal", "hypothetical", "uncertain"})


def _is_none_of_mine(site: re.Match[str], skeleton: Skeleton, claims: Assertions) -> bool:
    """Whether nothing is told of the athlete's `site`, or that nothing was there ("hip none")."""
    void = {"other", "question", "unreal", "hypothetical", "uncertain", "negated"}
    if claims.standings(*site.span()) & void or _DENIED_BEHIND.match(site.string, site.end()):
        return True
    low, _ = claims.sentence(site.start())
    before = _SITES_SO_FAR.sub("", site.string[low : site.start()])
    found = _NONE_OF_THEM.search(before)
    if found is None or found["none"]:
        return found is not None
    count = skeleton.quantity_at(low + found.start("count"))
    return count is not None and count.hi == 0


def _site_told(text: str, claims: Assertions) -> bool:
    return any(
        not claims.standings(*match.span()) & {"other", "question", "unreal", "hypothetical", "uncertain", "negated"}
        and (
            _AGO.search(text)
            or _dated(text)
            or _CURRENT.search(text)
            or _RETURNING.search(text)
            or _MENDED.search(text)
            or re.match(r"\W*ye(?:s|ah|p)\b", text)
        )
        for match in _SITE.finditer(text)
    )


def _in_boot(text: str, claims: Assertions) -> bool:
    return any("other" not in claims.standings(*match.span()) for match in _BOOT.finditer(text))


def _dated(text: str) -> bool:
    """A short answer that gives the bone and the year: "tibia, 2018"."""
    return len(text.split()) <= _SHORT and _YEAR.search(text) is not None


def _status(told: list[re.Match[str]], skeleton: Skeleton, claims: Assertions) -> Iterator[Candidate]:
    text = skeleton.text
    anchor = told[0] if told else _SITE.search(text) or _BOOT.search(text)
    if anchor is None:
        return
    low, high = claims.sentence(anchor.start())
    around = text[low : min(len(text), high + _STORY)]
    span = skeleton.original(anchor.start(), anchor.end())
    for status, pattern in (
        ("current", _UNHEALED),
        ("current", _BOOT),
        ("current", _FRESH),
        ("returning", _RETURNING),
        ("healed", _MENDED),
        ("healed", _HEALED),
        ("current", _CURRENT),
        ("current", _ON_SCAN),
    ):
        near = text[low:high] if pattern is _HEALED else around  # "had a", "old": of what this sentence speaks of
        found = ((match[0], match.start() + low) for match in pattern.finditer(near))
        if any(
            not (pattern is _CURRENT or said in _MODIFIERS) or "negated" not in claims.standings(at, at + 1)
            for said, at in found
        ):
            yield Candidate("bsi_status", status, span)
            return


def _counts(
    skeleton: Skeleton, claims: Assertions, asked: frozenset[str], counted: frozenset[str]
) -> Iterator[Candidate]:
    """Each site with its own "ago"; a site whose time nobody said makes the count unknown."""
    counts, counts_of = {"high": 0, "low": 0}, ("bsi_high_risk_count_24m", "bsi_low_risk_count_24m")
    spans: list[tuple[int, int]] = []
    last: re.Match[str] | None = None
    if {*counts_of} <= asked and _none_at_all(skeleton):
        yield from (Candidate(name, 0, skeleton.original(0, 1)) for name in counts_of)
        return
    for match in _SITE.finditer(skeleton.text):
        if _is_none_of_mine(match, skeleton, claims):
            continue
        ago = _ago_of(skeleton.text, match.end()) or _before(skeleton.text, match.start())
        quantity = skeleton.quantity_at(ago.start(1)) if ago else None
        if last is not None and _names_again(skeleton.text, last, match):
            last = match
            continue
        last = match
        windowed = "bsi_low_risk_count_24m" in asked  # the question itself looks back two years
        current = windowed or any(
            pattern.search(skeleton.text, *claims.sentence(match.start()))
            for pattern in (_CURRENT, _LATELY, _BOOT, _ON_SCAN)
        )
        if quantity is None and (not current or _YEAR.search(skeleton.text, match.end(), match.end() + 20)):
            return
        spans.append(skeleton.original(*match.span()))
        if quantity is None or quantity.mid <= WINDOW_DAYS:
            counts["high" if match["high"] else "low"] += _how_many(skeleton, match.start())
    if spans:
        span = (spans[0][0], spans[-1][1])
        for risk, name in zip(("high", "low"), counts_of, strict=True):
            if counts[risk] or (name in counted and not _counts_more(skeleton, sum(counts.values()))):
                yield Candidate(name, counts[risk], span, "inferred")


def _counts_more(skeleton: Skeleton, told: int) -> bool:
    """Whether the reply counts more than the injuries whose site was understood: then no other count is nought."""
    numbers = [each.hi for each in skeleton.quantities if each.kind == "number" and 1 <= each.lo <= _MANY]
    return sum(numbers) > told or _MORE.search(skeleton.text) is not None


def _none_at_all(skeleton: Skeleton) -> bool:
    first = next(iter(skeleton.quantities), None)
    if first is None or first.hi > 0 or first.kind != "number" or skeleton.marks[0] > 0:
        return _NONE_AT_ALL.search(skeleton.text) is not None
    return _ENDS.match(skeleton.text, 1) is not None


def _months_lost(skeleton: Skeleton, claims: Assertions) -> Iterator[Candidate]:
    """The time off running of injuries that were told: what was told as the whole of it, else the sum of the parts."""
    text = skeleton.text
    found = [
        (match, quantity)
        for match in _LOST.finditer(text)
        if not claims.standings(*match.span()) & _NOT_LOST
        and not _NOT_BONE.search(text, *claims.sentence(match.start()))
        and (quantity := skeleton.quantity_at(match.start("a" if match["a"] else "b"))) is not None
    ]
    if not found or (_LONG_AGO.search(text) and len(found) == 1):
        return
    whole = [quantity for match, quantity in found if _IN_ALL.search(match[0])]
    counted = whole[:1] or [quantity for _, quantity in found]
    days = sum(quantity.mid for quantity in counted)
    span = skeleton.original(found[0][0].start(), found[-1][0].end())
    yield Candidate("months_absent_bsi_24m", round(days / _MONTH_DAYS, 2), span, "inferred")


def _names_again(text: str, last: re.Match[str], site: re.Match[str]) -> bool:
    """Whether `site` only names the place of `last` more closely."""
    between = text[last.end() : site.start()]
    same = any({last[0], site[0]} <= names for names in _WITHIN)
    return same and (_SAME_PLACE.fullmatch(between) is not None or between in (" ", "/"))


def _ago_of(text: str, place: int) -> re.Match[str] | None:
    """The "ago" of a site that ends at `place`: no year and nothing else with a name of its own stands between."""
    found = _AGO.search(text, place, place + 40)
    return None if found is None or _YEAR.search(text, place, found.start()) else found


def _how_many(skeleton: Skeleton, place: int) -> int:
    """ "Two metatarsals" and "both shins" are two; a site without a number is one."""
    if _BOTH.search(skeleton.text, max(0, place - 20), place):
        return 2
    told = skeleton.quantity_at(place - 2)
    return int(told.lo) if told is not None and told.kind == "number" and 1 <= told.lo <= _MANY else 1


def _before(text: str, place: int) -> re.Match[str] | None:
    found = list(_AGO.finditer(text, max(0, place - 30), place))
    return found[-1] if found else None
