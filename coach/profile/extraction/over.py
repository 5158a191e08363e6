"""Whether what is named is told of another time, or as finished: an ache that is gone, a medicine that was stopped."""

import re

from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.sayings import saying

_LONG_AGO = frozenset({"symptoms", "pain_signs"})
"""What happened years ago is no sign of today."""
_STOPPED = saying("mentions", "stopped")
_GONE = saying("mentions", "gone")
_YEARS_AGO = re.compile(
    "\ue00b (?:or so )?(?:ago|back)\\b|\\bin \ue015|\\byears? (?:ago|back)\\b|\\bas a (?:kid|child|teen\\w*)\\b"
)
_AGAIN = re.compile(
    r"\b(?:again|still|since|now|last (?:week|month|night)|yesterday|today|recently|lately|sometimes)\b"
)
_CLAUSE_CUT = re.compile(r"[,;:(]| (?:and|but|so|now|since) ")
_CAME_OFF = re.compile(
    r"[^.;!?]{0,50}?\b(?:came off|come off|stopped|stop taking|quit|binned|gave up|dropped|ditched)"
    r" (?:it|them|that|those|both)\b"
)
_SWAPPED = re.compile(r"\b(?:swap\w*|switch\w*|chang\w*|replac\w*)(?: me| us)?(?: over)?(?: from)?(?: the| my)? $")
_FOR_ANOTHER = re.compile(r"[\w-]+(?: [\w-]+)? (?:for|to|onto|with|by)\b")
_TAKEN_OFF = re.compile(r"\b(?:took|taken|has|had|got|put)(?: me| us)? off(?: the| my)? $")
_TAKEN = re.compile(r"\b(?:on|take|takes|taking|now|currently|have|use|using|started|just|still|instead|for)\b")
_NOW_ON = re.compile(r"[;]|\b(?:still|now|daily|every|each)\b")
_SOON = 45
_NOT_NOW = re.compile(
    r"[^.;!?]{0,40}?,? (?:but )?not (?:now|any ?more|currently|at the moment|these days|at present)\b"
)
_CLAUSE_END = re.compile(r",? (?:and|but) (?=i\b|i'|my\b|they\b|the doctor)|[;()]|, (?=i\b|i'|my\b)")


def is_over(field: str, text: str, place: int, claims: Assertions) -> bool:
    """Whether what is named at `place` is told of another time, or as finished."""
    return _is_past(field, text, place, claims) or _over(field, text, place, claims.sentence(place))


def _is_past(field: str, text: str, place: int, claims: Assertions) -> bool:
    """Whether the mention is told of another time; of a medicine, in its own clause: what led to it may be long ago."""
    if field != "medications":
        return "past" in claims.standings(place, place + 1)
    told = [item for item in claims.stretches if item.standing == "past" and item.start <= place < item.end]
    return any(not _CLAUSE_CUT.search(text, item.start, place) for item in told)


def _over(field: str, text: str, place: int, sentence: tuple[int, int]) -> bool:
    """Whether what was mentioned is told as finished."""
    if _NOT_NOW.match(text, place):
        return True
    if field == "medications":
        return _stopped(text, place, sentence)
    if field in _LONG_AGO and _YEARS_AGO.search(text, *sentence) and not _AGAIN.search(text, *sentence):
        return True
    gone = _GONE.search(text, *sentence)
    return gone is not None and not (field == "symptoms" and gone[0].startswith("last "))


def _stopped(text: str, place: int, sentence: tuple[int, int]) -> bool:
    """Whether a medicine is told as stopped, swapped for another, or no more than taken once."""
    swapped = _SWAPPED.search(text, sentence[0], place) and _FOR_ANOTHER.match(text, place)
    if swapped or _CAME_OFF.match(text, place) or _TAKEN_OFF.search(text, sentence[0], place):
        return True
    low, high = _clause(text, place, sentence)
    before = [match.end() for match in _STOPPED.finditer(text, low, place)]
    if before and not _TAKEN.search(text, before[-1], place):
        return True
    after = _STOPPED.search(text, place, high)
    return after is not None and after.start() - place <= _SOON and not _NOW_ON.search(text, place, after.start())


def _clause(text: str, place: int, sentence: tuple[int, int]) -> tuple[int, int]:
    """The stretch around `place` in which a medicine that was stopped says so."""
    cuts = [sentence[0], *(cut.end() for cut in _CLAUSE_END.finditer(text, *sentence)), sentence[1]]
    after = next((index for index, cut in enumerate(cuts) if cut > place), len(cuts) - 1)
    return cuts[max(0, after - 1)], cuts[after]
