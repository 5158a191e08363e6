"""Which days of the week work. Knows the names of days and how people leave some of them out."""

import re
from collections.abc import Iterator

from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import Skeleton

ORDER = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_SHORT = "(?:mo|tu|we|th|fr|sa|su)"
"""Two letters name a day only in a list of such."""
_NAME = (
    rf"(?:{_SHORT}(?=[,/+&-] ?{_SHORT}\b)|(?<={_SHORT}[,/+&-]){_SHORT}|(?<={_SHORT}[,/+&-] ){_SHORT}"
    r"|mon(?:day)?s?|tue(?:s(?:day)?)?s?|wed(?:s|nesday|nsday)?s?|thu(?:r(?:s(?:day)?)?)?s?|fri(?:day)?s?"
    r"|sat(?:urday)?s?|sun(?:day)?s?|weekdays?|weeknights?|weekends?)"
)
DAY = re.compile(rf"\b{_NAME}\b")
DAY_RUN = re.compile(
    rf"\b{_NAME}\b(?:(?: ?(?:,|/|&|\+|-|and|or|to|through|thru)+ ?| ){{1,3}}(?:and )?(?!weekend)\b{_NAME}\b)*"
)
IN_WEEK = re.compile(
    r"\b(?:(?:in|during|through) the (?:working )?week|on weeknights|weeknights|school nights|work ?days)\b"
)
_SPAN = re.compile(rf"^({_NAME}) ?(?:-|to|through|thru) ?({_NAME})$")
_EITHER = re.compile(r"\b(?:either|one of|or)\b")
_EXCLUSIVE = re.compile(r"\b(?:only|nothing|no other|rest|other days|free)\b")
_CANNOT = re.compile(
    r"\b(?:can'?t|cannot|can no longer|won'?t be able to) (?:do|make|manage|train|run)(?: on)?"
    r" (?:mon|tue|wed|thu|fri|sat|sun|week)"
)
_BUT = saying("weekdays", "but")
_ELSE = saying("weekdays", "elsewhere")
_OUT = saying("weekdays", "out")
_OUT_AFTER = saying("weekdays", "out_after")
_ALL = saying("weekdays", "all")
_USE = saying("weekdays", "use")
_IN = saying("weekdays", "in")


def read_days(skeleton: Skeleton, claims: Assertions, asked: frozenset[str], question: str = "") -> Iterator[Candidate]:
    """`available_days`, and `training_days_per_week` where the days were named one by one."""
    text = skeleton.text
    about_days = bool(asked & {"available_days", "training_days_per_week", "available_minutes"})
    only_lengths = "available_minutes" in asked and not asked & {"available_days", "training_days_per_week"}
    runs = [match for match in DAY_RUN.finditer(text) if _counts(match, text, claims, about_days=about_days)]
    if "regular_exercise_3m" in asked:
        runs = [match for match in runs if is_out(match, text) or not _ELSE.search(text[: match.start()])]
    if not runs:
        if "available_days" in asked and (found := _ALL.search(text)):
            yield Candidate("available_days", ORDER, skeleton.original(*found.span()))
        return
    kept: set[str] = set()
    dropped: set[str] = set()
    alone = "training_days_per_week" not in asked
    out_asked = alone and saying("weekdays", "out_asked").search(question) is not None
    for match in runs:
        out = is_out(match, text) or (out_asked and not _IN.search(text, *claims.sentence(match.start())))
        (dropped if out else kept).update(days_of(match[0]))
    if dropped and saying("weekdays", "rest_free").search(text):
        kept.update(set(ORDER) - dropped)
    if not kept and (not dropped or not (about_days or _CANNOT.search(text))):
        return
    days = tuple(day for day in ORDER if (day in kept if kept else day not in dropped) and day not in dropped)
    span = skeleton.original(runs[0].start(), runs[-1].end())
    if days and not (only_lengths and not _EXCLUSIVE.search(text)):
        yield Candidate("available_days", days, span)
    all_but = not kept and any(_BUT.search(text[max(0, match.start() - 45) : match.start()]) for match in runs)
    named = bool(kept) and (not dropped or "only" in text)
    if (named or all_but) and not _EITHER.search(text) and len(days) > 1 and "training_days_per_week" in asked:
        yield Candidate("training_days_per_week", len(days), span, "inferred")


def _counts(match: re.Match[str], text: str, claims: Assertions, *, about_days: bool) -> bool:
    if claims.standings(*match.span()) & {"other", "hypothetical", "question", "unreal", "past"}:
        return False
    several = len(DAY.findall(match[0])) > 1 or match[0].startswith("week")
    low, high = claims.sentence(match.start())
    before = text[max(low, match.start() - 12) : match.start()]
    if (
        re.search(r"\b(?:last|on|this|next|since|from|until|every|the|past) $", before)
        and not several
        and not about_days
    ):
        return False
    if re.search(r"\b(?:last|this|next|since) $", before):
        return False
    return about_days or bool(_CANNOT.search(text, low, high)) or (several and bool(_USE.search(text[low:high])))


def is_out(match: re.Match[str], text: str) -> bool:
    before = text[max(0, match.start() - 45) : match.start()]
    return bool(_BUT.search(before) or _OUT.search(before) or _OUT_AFTER.match(text[match.end() : match.end() + 25]))


def days_of(words: str) -> set[str]:
    """The days that `words` (a match of `DAY_RUN`) name."""
    if span := _SPAN.match(words):
        first, last = _key(span[1]), _key(span[2])
        if first in ORDER and last in ORDER:
            low, high = ORDER.index(first), ORDER.index(last)
            return set(ORDER[low : high + 1]) if low <= high else set(ORDER[low:] + ORDER[: high + 1])
    if IN_WEEK.fullmatch(words):
        return set(ORDER[:5])
    days: set[str] = set()
    for name in DAY.findall(words):
        days |= (
            set(ORDER[:5])
            if name.startswith(("weekday", "weeknight"))
            else set(ORDER[5:])
            if name.startswith("weekend")
            else {_key(name)}
        )
    return days


def _key(name: str) -> str:
    return next(day for day in ORDER if day[:2] == name[:2])
