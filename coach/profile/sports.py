"""Which sport a goal in free words is about. The coach coaches running; a distance of another sport is no race for it.

A text is read clause by clause: a sport named in a clause claims the distances in it, the nearest name first.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from coach.profile.race_events import find_events, folded

_OTHER = {
    "swimming": r"swim(?:s|ming|mer|mers)?(?!ming pool)(?!\s+pool)|swam|freestyle|front crawl|(?:breast|back)stroke",
    "cycling": (
        r"(?:mountain ?|gravel |road )?bik(?:e|es|ing|er)(?!\s+(?:path|lane|trail|shop))|bicycl\w+|cycl(?:ing|ist)"
        r"|cycle(?=\s+(?:\d|a\b|the\b|to\b|from\b|across\b|around\b|race|tour))|rid(?:e|es|ing)"
        r"|gran fondo|sportive|mtb|zwift"
    ),
    "rowing": r"row(?:ing|er|ers)|(?<!in a )row(?=\s+(?:a|the|\d))|regatta",
    "skiing": r"(?:cross[- ]country )?ski(?:s|ing|er)?|vasaloppet",
    "skating": r"skat(?:e|es|ing|er)|rollerblading",
    "paddling": r"kayak(?:s|ing)?|canoe(?:s|ing)?|paddl(?:e|ing)",
    "hiking": r"hik(?:e|es|ing)|trek(?:king)?|nordic walking",
    "climbing": r"(?:rock|ice) climbing|bouldering|mountaineering",
    "ball games": r"football|soccer|tennis|basketball|volleyball|handball|hockey|rugby|badminton|squash",
}
_RUNNING = r"r[ua]n(?:s|ning|ner|ners)?|jog(?:s|ging|ger)?|ultra\w*|cross[- ]?train(?:ing)?|walk(?:s|ing)?"
_NAMES = re.compile(
    rf"\b(?:(?P<running>{_RUNNING})|"
    + "|".join(rf"(?P<{name.replace(' ', '_')}>{words})" for name, words in _OTHER.items())
    + r")\b"
)
_MULTISPORT = {
    "marathon": r"(?<!half )(?<!half-)iron ?man(?! 70)|full distance tri(?:athlon)?",
    "half": r"half[- ]iron ?man|iron ?man 70\.3|70\.3|middle distance tri(?:athlon)?",
    "10k": r"olympic(?: distance)? tri(?:athlon)?",
    "5k": r"sprint(?: distance)? tri(?:athlon)?",
    None: r"triathlons?|triathletes?|\btri\b|duathlons?|aquathlons?|swimrun",
}
"""The race of the run in an event of several sports, most telling words first."""
_CLAUSE = re.compile(
    r"(?:(?!\b(?:and|but|then|plus|or|while|before|after|besides|although)\b)[^.,;!?\n]|(?<=\d)[.,](?=\d))+"
)
_ONLY_RUN = re.compile(r"marathon|half|parkrun|park run|couch|c25k|steeplechase|mile")
_WISH = re.compile(
    r"\b(?:want|wanna|like|love|hope|wish|goals?|aim\w*|dream\w*|prepar\w+|get (?:into|better|faster|fit)|improve|learn"
    r"|please|instead|rather|only|just|start|try|plan|coach|help|sign(?:ed)? up|enter|race|competition|event|tour"
    r"|marathon|challenge|complete|finish|do an?|train(?:ing)?(?: me)? for)\b"
    r"|^\W*$|\b\d+(?:[.,]\d+)?\s*-?(?:km|k|m|mi|miles?|met(?:re|er)s?|kilomet(?:re|er)s?|laps|lengths)\b"
)
_HABIT = re.compile(
    r"\b(?:once|twice|times|every|daily|weekly|also|already|besides|used to|most|to (?:work|school|the office)"
    r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b"
)


class _Clause(NamedTuple):
    """`named`: the sports named, with their places; `wishes`: somebody wants that, and does not just do it."""

    start: int
    end: int
    named: tuple[tuple[str, int, int], ...]
    wishes: bool

    def nearest(self, start: int, end: int) -> str | None:
        """The sport of distances named nearest to a place, other than by the words there."""
        beside = [each for each in self.named if (each[2] <= start or each[1] >= end) and each[0] != "ball games"]
        return min(beside, key=lambda each: max(each[1] - end, start - each[2]))[0] if beside else None


def other_sport(text: str) -> str | None:
    """The sport that a goal in these words is about, where that is another one than running; else None."""
    clauses = _clauses(folded(text))
    if multisport_event(text) or any(_running_events(text, clauses)):
        return None
    named = [name for clause in clauses for name, _, _ in clause.named]
    if "running" in named:
        return None
    return next((clause.named[0][0] for clause in clauses if clause.named and clause.wishes), None)


def running_events(text: str) -> Iterator[str]:
    """The race events in `text`, without those of another sport."""
    return _running_events(text, _clauses(folded(text)))


def _running_events(text: str, clauses: list[_Clause]) -> Iterator[str]:
    named = {name for clause in clauses for name, _, _ in clause.named}
    for event, start, end in find_events(text):
        if named <= {"running"} or _is_run(clauses, folded(text)[start:end], start, end):
            yield event


def multisport_event(text: str) -> tuple[str | None] | None:
    """Of an event of several sports the race of its run, in a tuple (None where that has no name); else None."""
    plain = folded(text)
    return next(((event,) for event, words in _MULTISPORT.items() if re.search(words, plain)), None)


def _is_run(clauses: list[_Clause], words: str, start: int, end: int) -> bool:
    own = next((clause for clause in clauses if clause.start <= start < clause.end), None)
    if own is not None and (nearest := own.nearest(start, end)):
        return nearest == "running"
    if _ONLY_RUN.search(words):
        return True
    earlier = [clause for clause in clauses if clause.end <= start and clause.named and clause.wishes]
    return not earlier or earlier[-1].named[-1][0] == "running"


def _clauses(plain: str) -> list[_Clause]:
    found = []
    for clause in _CLAUSE.finditer(plain):
        named = tuple(
            (str(match.lastgroup).replace("_", " "), match.start() + clause.start(), match.end() + clause.start())
            for match in _NAMES.finditer(clause[0])
        )
        rest = _NAMES.sub("", clause[0]) if named else clause[0]
        found.append(_Clause(clause.start(), clause.end(), named, bool(_WISH.search(rest)) and not _HABIT.search(rest)))
    return found
