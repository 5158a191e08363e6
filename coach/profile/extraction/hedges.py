"""A no to a whole list beside an exception that nobody understood is no no: the exception may be one of its values."""

import re
from collections.abc import Mapping

from coach.profile.extraction.records import Candidate, Span
from coach.profile.extraction.skeleton import Skeleton

_LISTS = frozenset({"symptoms", "pregnancy_contraindications", "parq_yes"})
_HEDGE = re.compile(
    r"\b(?:but|except|although|though|apart from|bar|other than|besides|sometimes|occasionally|now and (?:then|again)"
    r"|the odd|(?<!not )(?<!never )once|twice|a bit of|little bit)\b"
    r"(?! (?:i )?(?:thanks?|thank|anyway|good|fine|all good|that'?s|never|no\b|not\b|nothing|none|healthy|well))"
)
_HARMLESS = re.compile(
    r"[^.;!?]{0,40}\b(?:tired|old|unfit|fat|lazy|bored|hungry|nervous|heavy|slow|overweight|glasses|hay ?fever|creak\w*"
    r"|rusty|stiff|age|vegetarian|allerg\w+|deaf|snor\w+|supplements?|vitamins?|gp|doctor)\b"
)
_OFTEN = re.compile(r"(?:sometimes|occasionally|now and|once|twice)")
"""How often: said of what stands before as well as behind ("I passed out with the heat once while running")."""
_NEXT = re.compile(r"[.;!?]")


def without_hedged(found: Mapping[str, Candidate], skeleton: Skeleton) -> dict[str, Candidate]:
    """`found` without the noes to a list that an exception with no other reading stands beside."""
    text = skeleton.text
    doubtful = any(
        not _HARMLESS.match(text, hedge.end()) and not _is_told(found, skeleton, _stretch(text, hedge))
        for hedge in _HEDGE.finditer(text)
    )
    if not doubtful:
        return dict(found)
    return {name: item for name, item in found.items() if item.value != () or name not in _LISTS}


def _stretch(text: str, hedge: re.Match[str]) -> Span:
    end = _NEXT.search(text, hedge.end())
    opens = [stop.end() for stop in _NEXT.finditer(text, 0, hedge.start())]
    start = max(opens, default=0) if _OFTEN.match(hedge[0]) else hedge.start()
    return start, end.start() if end else len(text)


def _is_told(found: Mapping[str, Candidate], skeleton: Skeleton, stretch: Span) -> bool:
    """Whether something was read from the stretch other than the no itself."""
    if stretch[0] >= stretch[1]:
        return True
    low, high = skeleton.original(*stretch)
    return any(item.value != () and low < item.span[1] and item.span[0] < high for item in found.values())
