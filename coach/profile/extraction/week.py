"""Which days of a week somebody says will work, will not, or are left open. Its words are in sayings/week.yaml."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final, Literal

from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.day_names import (
    EVERY,
    LOOSE,
    ORDER,
    UNIT,
    Group,
    all_days,
    days_named,
    groups_in,
    is_general,
)
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import MACROS, Skeleton

_STOP: Final = re.compile(r"[.;!?\n]| [-/] ")
_CUT: Final = re.compile(r",|:|\b(?:and|but|so|then|because|cos|though|while|whereas|plus)\b")
_PART: Final = re.compile(
    r"^(?:,? ?(?:in |on )?(?:the )?(?:am|pm|(?:early |late )?(?:mornings?|evenings?|afternoons?|nights?)"
    r"|lunch ?(?:times?|breaks?)?|midday))+\b"
)
_OWN: Final = re.compile(r"\b(?:i|i'\w+|me|my|we|we'\w+)\b(?! (?:partner|wife|husband|mum|mom|dad|kids?|physio))")
_DATED: Final = re.compile(r"\b(?:last|this|next|since|past|ago|coming) $")
_A_WEEKEND: Final = re.compile(r"(?<!\bon )(?<!\bat )\b(?:an?|one|that) (?!day |run |long )(?:[a-z-]+ ){0,2}$")
_OF_ITS_OWN: Final = re.compile(r"^ ?(?:away|off|in|with|trip|break|of)\b")
"""One weekend that something happens on, not every one: "a golf weekend", "a weekend away"."""
_BUT: Final = re.compile(r" ?(?:but|but not|bar|except)(?: on| for)? ?")
_FROM: Final = re.compile(r"\b(?:from|until|till?|by) $")
_NEITHER: Final = re.compile(r"\b(?:neither|so|nor) (?:is|are|do|does) ?$")
_OR: Final = re.compile(r"[^,.;]*\b(?:or|nor) ?$")
_ONE_IS: Final = re.compile(r"^ ?(?:is|'s)\b")
_VOID: Final = frozenset({"hypothetical", "question", "unreal", "past"})
_TOLD: Final = re.compile(MACROS["dur"])
_LENGTH: Final = re.compile(
    r"^s?,? (?:(?:which|when|where|it|that|i|i've|i'd|there|is|can|could|be|have|got|do|just|only|about|up to"
    r"|then|it's) )*"
    r"[\ue000-\uf8ff]"
)


Stance = Literal["in", "out", "open", "void"]
"""`open`: perhaps; `void`: told of somebody else, or of another time."""


@dataclass(frozen=True, slots=True)
class Named:
    """Days named together at `start:end`, with what is said of them; `plain`: nothing is.

    `general`: a part of the week, of which a day may differ. `soft`: they are out for what fills them, which nobody
    said in so many words. `sole`: the only ones.
    """

    start: int
    end: int
    days: frozenset[str]
    stance: Stance
    plain: bool = False
    general: bool = False
    soft: bool = False
    sole: bool = False


def named_days(skeleton: Skeleton, claims: Assertions, *, loose: bool = False) -> list[Named]:
    """The days that the text speaks of, in order; with `loose` "in the week" is a name for its first five too."""
    text = skeleton.text
    groups = list(groups_in(text, LOOSE if loose else UNIT))
    if len(verdicts := list(_verdicts(groups, text))) > 1:
        return verdicts
    found: list[Named] = []
    for at, group in enumerate(groups):
        low, _ = _sentence(text, group.start)
        _, high = _sentence(text, group.end)
        if at and groups[at - 1].end > low:
            low = _cut(text, groups[at - 1].end, group.start)
        before = text[low : group.start]
        if at and _BUT.fullmatch(text, groups[at - 1].end, group.start) and is_general(groups[at - 1]):
            before = "except "  # "weekdays but Monday"
        if at + 1 < len(groups) and groups[at + 1].start < high:
            high = _cut(text, group.end, groups[at + 1].start)
        if found and found[-1].stance == "out" and _OR.fullmatch(text, found[-1].end, group.start):
            found.append(Named(group.start, group.end, all_days(group), "out"))
        elif found and _NEITHER.search(text, found[-1].end, group.start):
            found.append(Named(group.start, group.end, all_days(group), found[-1].stance))
        elif not _is_told_apart(group, groups[at + 1 :], text):
            found.extend(_told(group, before, text[group.end : high], skeleton, claims))
    return found


def _verdicts(groups: list[Group], text: str) -> Iterator[Named]:
    """Days with a yes or no of their own: "Monday no Tuesday yes"."""
    for group, after in zip_longest(groups, groups[1:]):
        words = f"{text[group.end : after.start]}§" if after else text[group.end :]
        if said := saying("week", "verdict").match(words):
            yield Named(group.start, group.end, all_days(group), "in" if said["yes"] else "out")


def _is_told_apart(group: Group, later: list[Group], text: str) -> bool:
    """Whether "at the weekend" only leads up to what its sentence says of Saturday and of Sunday."""
    (unit, *more) = group.units
    if more or unit["one"] or unit["short"] or unit["first"]:
        return False
    _, high = _sentence(text, group.end)
    mine = [
        each
        for each in later
        if each.start < high and each.units[0]["one"] and days_named(each.units[0]) < days_named(unit)
    ]
    return any(saying("week", "apart").search(text[group.end : each.start]) is None for each in mine)


def rest_of_week(text: str) -> Stance | None:
    """What is said of the days that are not named."""
    if saying("week", "rest_no").search(text):
        return "out"
    return "in" if saying("week", "rest_yes").search(text) else None


def which(named: list[Named], text: str, *, out_asked: bool) -> tuple[str, ...] | None:
    """The days that work, in order of the week; None where the words do not say."""
    named = [one for one in named if one.stance != "void"]
    if not named or saying("week", "revoked").search(text):
        return None
    if soles := [one.start for one in named if one.sole and one.stance == "in"]:
        named = [one for one in named if one.stance != "in" or one.start >= soles[0] or one.sole]
    stances = [replace(one, stance="out") if one.plain and out_asked else one for one in named]
    works, not_these, opened = (_of(stances, stance) for stance in ("in", "out", "open"))
    surely = [one for one in stances if one.stance == "in" and not one.general]
    softly_out = _of([one for one in stances if one.soft], "out")
    not_these -= softly_out & _of(surely, "in") - _of([one for one in stances if not one.soft], "out")
    not_these -= _of([one for one in stances if not (one.general or one.plain)], "in") - _of(
        [one for one in stances if not one.general], "out"
    )
    rest = rest_of_week(text)
    works_plainly = any(one.stance == "in" and not one.plain for one in stances)
    if rest is None and not_these and not works_plainly and saying("week", "all").search(text):
        works, not_these = frozenset(), not_these | works  # "any day bar Wednesday, that's choir, and Sunday"
    every = saying("week", "every_one").search(text)
    if rest is None and (saying("week", "all_work").search(text) or (every and every.end() <= stances[0].start)):
        rest = "in"
    if rest is None and saying("week", "all").search(text) and (not works or not_these):
        rest = "in" if not works or not (works - not_these) else None
    softly = all(one.soft for one in stances if one.stance == "out")
    if rest is None and not works and softly and not out_asked:
        return None
    if rest == "in":
        works |= EVERY - not_these - opened
    elif rest == "out" and not works:
        works = not_these  # "Monday and Tuesday I'm off; the rest is work"
        not_these = frozenset()
    elif not works and not_these:
        works = EVERY - opened
    kept = works - not_these or (EVERY - opened if not_these else frozenset()) - not_these
    return tuple(day for day in ORDER if day in kept) or None


def _of(named: list[Named], stance: Stance) -> frozenset[str]:
    return frozenset[str]().union(*(one.days for one in named if one.stance == stance))


def _told(group: Group, before: str, after: str, skeleton: Skeleton, claims: Assertions) -> Iterator[Named]:
    part = _PART.match(after)
    at = group.end + (part.end() if part else 0)
    after = after[part.end() :] if part else after
    days = all_days(group)
    standings = claims.standings(group.start, group.end)
    lone = len(group.units) == 1 and not group.units[0]["first"]
    last_clause = _CUT.split(before)[-1]
    if (
        standings & _VOID
        or _DATED.search(before)
        or (lone and group.units[0]["end"] and _is_one_weekend(before, after))
        or (lone and _FROM.search(before))
        or any(saying("week", name).search(last_clause) for name in ("once", "occasion"))
    ):
        yield Named(group.start, group.end, days, "void")
        return
    stance = (
        "out"
        if _is_nought(after, at, skeleton)
        else _stance(before, after, exception=_TOLD.search(skeleton.text, 0, group.start) is not None)
    )
    if stance != "out" and ("other" in standings or _is_anothers(before)):
        yield Named(group.start, group.end, days, "void")
        return
    last = group.units[-1]
    if stance in ("out", "open") and group.comma and _ONE_IS.match(after) and not _out_before(before):
        yield Named(group.start, group.units[-2].end(), days - days_named(last), "in")
        yield Named(last.start(), last.end(), days_named(last), stance)
        return
    yield Named(
        group.start,
        group.end,
        days,
        stance or "in",
        plain=stance is None,
        general=is_general(group),
        soft=stance == "out" and _is_soft(before, after),
        sole=saying("week", "sole").search(before) is not None or after.startswith(" only"),
    )


def _is_one_weekend(before: str, after: str) -> bool:
    said = _A_WEEKEND.search(before)
    return said is not None and (len(said[0].split()) > 1 or _OF_ITS_OWN.search(after) is not None)


def _is_soft(before: str, after: str) -> bool:
    """Whether days are out only for what fills them."""
    clause = _CUT.split(after.lstrip(" :=-"), maxsplit=1)[0]
    hard = saying("week", "apart").search(before) or saying("week", "after_no").search(clause) or _out_before(before)
    return not hard and saying("week", "kept").search(f"{before}§{after}") is None


def _stance(before: str, after: str, *, exception: bool) -> Stance | None:
    """What the words around days say of them; None where they say nothing. `exception`: a length was told before."""
    last = _CUT.split(before)[-1]
    clause = _CUT.split(after.lstrip(" :=-"), maxsplit=1)[0]
    wanted = saying("week", "before_yes").search(last)
    rules: tuple[tuple[object, Stance], ...] = (
        (exception and saying("week", "apart").search(before) and _LENGTH.match(after), "in"),
        (saying("week", "apart").search(before), "out"),
        (saying("week", "maybe_before").search(before) or saying("week", "maybe_after").search(after), "open"),
        (not wanted and saying("week", "before_busy").search(last), "out"),
        (saying("week", "after_yes").match(after) or saying("week", "after_yes_says").match(after), "in"),
        (saying("week", "kept").search(f"{before}§{after}"), "out"),
        (_out_before(before) or saying("week", "after_no").search(clause), "out"),
        (saying("week", "after_fills").match(after), "out"),
        (wanted, "in"),
    )
    return next((stance for said, stance in rules if said), None)


def _is_anothers(before: str) -> bool:
    """Whether somebody else is the subject of the words before the days."""
    last = _CUT.split(before)[-1]
    return saying("week", "others").search(last) is not None and not _OWN.search(last)


def _is_nought(after: str, at: int, skeleton: Skeleton) -> bool:
    """Whether the time there is on the days is none."""
    gap = len(after) - len(after.lstrip(" ,:"))
    quantity = skeleton.quantity_at(at + gap) if after[gap:] else None
    return quantity is not None and quantity.hi == 0


def _out_before(before: str) -> bool:
    """Whether the clause before the days denies them."""
    last = re.split(r"\bbut\b|,", before)[-1]
    return saying("week", "before_no").search(last) is not None


def _sentence(text: str, at: int) -> tuple[int, int]:
    low = max((stop.end() for stop in _STOP.finditer(text, 0, at)), default=0)
    after = _STOP.search(text, at)
    return low, after.start() if after else len(text)


def _cut(text: str, low: int, high: int) -> int:
    """Where the words between two groups of days part: those of the first end at the last comma or joining word."""
    if apart := saying("week", "apart").search(text[low:high]):
        return low + apart.start()
    cuts = [match.end() if match[0] in ",:" else match.start() for match in _CUT.finditer(text, low, high)]
    return cuts[-1] if cuts else high
