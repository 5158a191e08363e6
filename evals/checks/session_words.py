"""What is said of a session against what the session is: its type, zone and length; in the plan and in talk. Pure."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from coach.events import CoachSaid, PlanShown
from coach.records.block import Session
from evals.checks.plan_reading import places
from evals.checks.told import told_days
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView
from evals.reading.amounts import find_amounts

_ALL_OUT = re.compile(
    r"\ball[- ]out\b|\bflat[- ]out\b|\bas (?:fast|hard|quick(?:ly)?) as (?:you|your (?:legs"
    r"|body)|they|possible|it)\b"
    r"|\b(?:fastest|hardest|top|maximum|maximal|max) (?:pace|speed|effort)\b|\bfull (?:gas"
    r"|speed|effort|throttle)\b|\bpersonal best\b"
    r"|\b(?:give|giving) it (?:everything|your all)\b|\beverything you(?:'ve| have)(?: got)?\b"
    r"|\beyeballs out\b|\bempty(?:ing)? the tank\b"
    r"|\bnothing left\b|\b(?:can(?:'t|not|not even)|couldn't|unable to) (?:\w+ )?(?:speak|talk"
    r"|get (?:a|one|any) word|say (?:a|one) word)"
    r"|\b(?:close|near) to (?:your )?(?:maximum|max|limit)\b|\b(?:gasping|redlin\w+"
    r"|lungs? (?:burn\w*|on fire))\b|\b(?:10|9(?:-10)?)(?: out of |/)10\b"
    r"|\bto (?:the point of )?(?:exhaustion|failure)\b|\bwell out of breath\b"
    r"|\bsprint(?:ing)? (?:it|all|the whole|every)\b|\bat race (?:pace|effort)\b"
    r"|\bon the limit\b|\bpush(?:ing)? (?:as hard|to (?:the|your) limit)\b",
    re.IGNORECASE,
)
_NOT_SO = re.compile(
    r"\b(?:no|not|never|nothing|without|rather than|instead of|avoid|resist|if|unless|until"
    r"|before|than|far from|isn't|when|once|whoever|why)\b|n't\b"
    r"|\b(?:then|plus|followed by|strides?|means|finish\w*|last|except|but|later|after)\b|[+?]",
    re.IGNORECASE,
)
"""Between what is easy and what is not, or before it: then another part is meant, or the opposite."""
_EASY = re.compile(
    r"\b(?:recovery|shake-?out)(?: (?:run|jog|day|session|walk))?\b|\b(?:easy|gentle|relaxed"
    r"|light|conversational) (?:\w+ )?(?:run|jog|day|k|km|miles?|session|ones?)s?\b"
    r"|\b\d+(?:\.\d+)? ?(?:k|km|miles?|mi|min\w*) (?:very |dead |nice and |really )?(?:easy"
    r"|gentle|recovery|relaxed)\b|\b(?:keep|all|whole\w*|dead|very|nice and"
    r"|run) (?:it )?easy\b"
    r"|^[\W\d]*easy\b",
    re.IGNORECASE,
)
_REST = re.compile(r"(?:recovery|shake-?out|easy (?:\w+ )?day)", re.IGNORECASE)
_SHORT, _NEXT = (
    re.compile(r"\b(?:strides?|\d+ ?(?:s|sec\w*))\b", re.IGNORECASE),
    re.compile(r"\b(?:then|plus|followed by|later|after)\b", re.IGNORECASE),
)
_PART = re.compile(
    r"\b(?:warm|cool|between|home|back|after each|recover(?:ies|y) (?:of|between|jog between))", re.IGNORECASE
)
_STILL = re.compile(r"\b(?:mobility|stretching|stretches|yoga|foam roll\w*|rest day|day off)\b", re.IGNORECASE)
_STRENUOUS = re.compile(r"\b(?:tempo|threshold|intervals?|hard|fast|sprints?|race pace|run)\b", re.IGNORECASE)
_ASIDE = re.compile(
    r"\b(?:then|plus|after|before|followed by|and|or|instead|from|also|next to|beside|not|no)\b|[+&;|.]|n't\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?:[^.!?\n]|(?<=\d)\.(?=\d))+[.!?]*")
_LEAST_KM = 2.0
_TIMED = re.compile(r"\d ?(?:k|km|mi|miles?)\b[^\n.;]{0,40}\bmin", re.IGNORECASE)
_BESIDE = re.compile(
    r"[\s(,:\u2013-]*(?:(?:easy|long|slow|steady|run|about|in|tempo|gentle|and|unhurried"
    r"|relaxed)[ ,(]+){0,4}",
    re.IGNORECASE,
)
_RACED = re.compile(r"\brace \d\S* (?:km|k|miles?)", re.IGNORECASE)
_OF_LENGTH, _MINUTES, _KM = 1.3, 10.0, 1.0
_EASY_PURPOSES = frozenset({"easy", "long", "recovery", "walk_run"})
_PACE = (2.4, 16.0)
"""Minutes per km between which people run and walk."""
_WALKS = re.compile(
    r"\b(?:walk\w*|strength|bike|cycl\w*|swim\w*|hike|of (?:it )?running|gym|warm\w*)\b|[x\u00d7]", re.IGNORECASE
)


class Clash(NamedTuple):
    start: int
    end: int
    what: str


def sessions_against_themselves(session: SessionView) -> Iterator[Evidence]:
    """Of every plan that was shown, and of every session in the coach's words."""
    for index, event in session.of(PlanShown):
        for place in places(event.plan):
            if what := _text_clash(place.session):
                yield Evidence(
                    what=f"clashes: {place.name}: {what}", event=index, quote=place.session.text, rule="clashes"
                )
                break
    for index, event in session.of(CoachSaid):
        for clash in clashes(event.text):
            quote = event.text[clash.start : clash.end]
            yield Evidence(
                what=f"clashes: {clash.what}",
                event=index,
                start=clash.start,
                end=clash.end,
                quote=quote,
                rule="clashes",
            )


@lru_cache(4096)
def clashes(text: str) -> tuple[Clash, ...]:
    """The sessions of `text` whose words contradict each other; a day that is told, or else a sentence, is one."""
    if not (_ALL_OUT.search(text) or _STILL.search(text) or _TIMED.search(text)):
        return ()
    units = {(each.start, each.end) for each in told_days(text) if each.laid_out}
    free = ((found.start(), found.end()) for found in _SENTENCE.finditer(text))
    units |= {(a, b) for a, b in free if not any(start < b and a < end for start, end in units)}
    return tuple(
        Clash(start, end, what) for start, end in sorted(units) if (what := _clash(text[start:end].replace("*", "")))
    )


def _clash(words: str) -> str | None:
    if words.rstrip().endswith("?"):
        return None
    if _goes_all_out(words):
        return "an easy session is told as an all-out one"
    if _is_still(words):
        return "a session without running is told with a run in it"
    return _pace(words)


def _goes_all_out(words: str) -> bool:
    """Easy as a whole, and all-out as well: neither a part of it nor denied."""
    for found in _ALL_OUT.finditer(words):
        for easy in _EASY.finditer(words):
            first, last = sorted((easy.span(), found.span()))
            between, lead = words[first[1] : last[0]], words[max(0, first[0] - 24) : first[0]]
            if _REST.match(easy.group()) and not _SHORT.search(between):
                between = _NEXT.sub("", between)  # of a day of recovery no part is all-out
            part = _PART.match(words[easy.end() : easy.end() + 16].strip(" -"))
            if not (_NOT_SO.search(lead) or _NOT_SO.search(between) or part):
                return True
    return False


def _is_still(words: str) -> bool:
    found = _STILL.search(words)
    if found is None:
        return False
    behind = words[found.end() : found.end() + 60]
    for amount in find_amounts(behind):
        near_by = behind[amount.span[1] : amount.span[1] + 24]
        if amount.kind == "distance" and amount.low >= _LEAST_KM and _STRENUOUS.search(near_by):
            return not _ASIDE.search(behind[: amount.span[0]]) and not _RUNS_BEFORE.search(words[: found.start()])
    return False


_RUNS_BEFORE = re.compile(r"\b(?:run|runs|jog|km|miles?|easy)\b", re.IGNORECASE)


def _pace(words: str) -> str | None:
    """A distance with the time beside it in which nobody runs it."""
    if not re.search(r"\bmin", words) or _WALKS.search(words):
        return None
    for km, time in pairwise(find_amounts(words)):
        if (km.kind, time.kind) != ("distance", "duration") or km.is_range or time.is_range or km.low < _LEAST_KM:
            continue
        beside = _BESIDE.fullmatch(words[km.span[1] : time.span[0]])
        if beside and not _PACE[0] <= (minutes := time.low / 60) / km.low <= _PACE[1] and minutes >= _MINUTES:
            return f"{km.low:g} km in {minutes:g} min"
    return None


class _Text(NamedTuple):
    goes_all_out: bool
    kms: tuple[float, ...]
    minutes: tuple[float, ...]


@lru_cache(4096)
def _read(text: str) -> _Text:
    """What the text of a session says of its effort and its length."""
    text = _RACED.sub("race it", text)
    found = (
        each for each in _ALL_OUT.finditer(text) if not _NOT_SO.search(text[max(0, each.start() - 32) : each.start()])
    )
    amounts = find_amounts(text) if re.search(r"\d", text) else ()
    kms = tuple(each.high for each in amounts if each.kind == "distance")
    return _Text(
        any(found), kms, tuple(each.high / 60 for each in amounts if each.kind == "duration" and "hour" not in text)
    )


def _text_clash(session: Session) -> str | None:
    """What a session's text says against its type, its zone or its length."""
    said = _read(session.text)
    if said.goes_all_out and (session.purpose in _EASY_PURPOSES or session.type in {"mobility", "cross"}):
        return "an all-out text"
    if (
        session.type in {"mobility", "strength"}
        and any(km >= _LEAST_KM for km in said.kms)
        and _STRENUOUS.search(session.text)
    ):
        return "its text has a run in it"
    if session.km is not None and any(km > _OF_LENGTH * session.km + _KM for km in said.kms):
        return f"its text has more than its {session.km:g} km"
    if any(each > _OF_LENGTH * session.duration_min + _MINUTES for each in said.minutes):
        return f"its text has more than its {session.duration_min:g} minutes"
    return None
