"""Whether the athlete is ill now: what is told of being ill, of having been, and of being well. Knows no number."""

import re
from collections.abc import Iterator

from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import Skeleton

_FIELD = "systemic_illness"
_ASKED = frozenset({_FIELD, "temp_c", "hours_since_fever"})
_VOID = frozenset({"other", "hypothetical", "question", "unreal", "wanted", "planned", "past"})
_EATING = frozenset({"eating_disorder_status", "compensatory_behaviours", "asthma_control", "reliever_uses_per_week",
                     "pregnancy_contraindications"})  # fmt: skip
_FEVER_C = 37.8


def read_illness(skeleton: Skeleton, claims: Assertions, asked: Asked) -> Iterator[Candidate]:
    """`systemic_illness`: true for what goes on now, false for what is over and for being well, in that order."""
    text = skeleton.text
    in_question = not _ASKED.isdisjoint(asked.fields)
    ill = _ill(text, claims, asked, in_question=in_question)
    well = _first(text, claims, "well") if in_question else None
    denied = _first(text, claims, "not_ill") if in_question or not asked.fields or not ill else None
    if ill and not (well and well.start() > ill.start() and not saying("illness", "still").search(text)):
        yield Candidate(_FIELD, value=True, span=skeleton.original(*ill.span()))
    elif (told := well or denied) and not saying("illness", "sick").search(text, told.end()):
        yield Candidate(_FIELD, value=False, span=skeleton.original(*told.span()))


def _ill(text: str, claims: Assertions, asked: Asked, *, in_question: bool) -> re.Match[str] | None:
    """The first word of an illness that is the athlete's own, and not over."""
    rooms = ("sick", "sick_asked") if in_question else ("sick",)
    found = (match for room in rooms for match in saying("illness", room).finditer(text))
    return next((match for match in found if _is_now(text, claims, match, asked, in_question=in_question)), None)


def _is_now(text: str, claims: Assertions, match: re.Match[str], asked: Asked, *, in_question: bool) -> bool:
    sentence = claims.sentence(match.start())
    if claims.standings(*match.span()) & _VOID or claims.denied_before(match.end() - 1):
        return False
    denied = saying("denials", "after").match(text[match.end() : sentence[1]])
    if denied or saying("illness", "over").search(text, *sentence):
        return False
    if in_question:
        return True
    plainly = saying("illness", "now").search(text, *sentence) is not None
    return plainly and _EATING.isdisjoint(asked.fields) and not saying("illness", "other_cause").search(text, *sentence)


def _first(text: str, claims: Assertions, room: str) -> re.Match[str] | None:
    """The first such saying that is the athlete's own."""
    void = {"hypothetical", "question", "unreal"}
    found = saying("illness", room).finditer(text)
    return next((match for match in found if not claims.standings(*match.span()) & void), None)


def asks_if_over(question: str) -> bool:
    """Whether a yes to the question says that the athlete is well ("over the bug?")."""
    return saying("illness", "asks_if_over").search(question) is not None


def of_today(candidate: Candidate, skeleton: Skeleton) -> bool:
    """Whether a temperature is no fever that the same text tells to be over."""
    value = candidate.value
    high = isinstance(value, int | float) and value >= _FEVER_C
    if candidate.field != "temp_c" or not high:
        return True
    at = next((m for m, q in zip(skeleton.marks, skeleton.quantities, strict=True) if q.start == candidate.span[0]), 0)
    low = max((skeleton.text.rfind(stop, 0, at) for stop in ".;!?"), default=-1) + 1
    high_end = min(
        (place for stop in ".;!?" if (place := skeleton.text.find(stop, at)) >= 0), default=len(skeleton.text)
    )
    past = saying("illness", "earlier").search(skeleton.text, low, high_end)
    return not (past or saying("illness", "fever_gone").search(skeleton.text))
