"""Whether somebody wants to lose weight, by their own words. Knows no session."""

import re

from coach.profile.race_events import folded

_LOSES = re.compile(
    r"\b(?:los(?:e|ing)|drop(?:ping)?|shed(?:ding)?|shift(?:ing)?|burn(?:ing)?|trim(?:ming)?)\b[^.,;!?\n]{0,30}(?<![a-z])"
    r"(?:weight|kgs?|kilos?|kilograms?|lbs?|pounds?|stones?|fat|belly)\b|\bweight loss\b|\bslim(?:mer|ming| down)\b"
    r"|\bweigh less\b|\bdown to \d+ ?(?:kgs?|kilos?|lbs?|pounds|stones?)\b|\bget(?:ting)? lean(?:er)?\b"
)
_NOT = re.compile(
    r"(?:\b(?:(?<!why )not(?! (?:just|only))|never|without|no|nothing to do with|avoid\w*|prevent\w*|stop\w*|after)\b"
    r"|\b(?:since|having)\b|(?<!ca)n't\b|\bcan't (?!wait))[^.,;!?\n]{0,20}$"
)
_NO_GOAL = re.compile(r"\s*(?:is|was) (?:not|no)\b|\s*(?:isn't|wasn't|surgery|operation|clinic|drug|jab)\b")
"""Behind the words: what makes them no goal."""


def wants_to_lose_weight(goal: str) -> bool:
    """Whether a goal in these words is, or holds, to weigh less."""
    plain = folded(goal)
    return any(
        not (_NOT.search(plain, 0, found.start()) or _NO_GOAL.match(plain, found.end()))
        for found in _LOSES.finditer(plain)
    )
