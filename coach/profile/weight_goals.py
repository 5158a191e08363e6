"""Whether somebody wants to lose weight, by their own words. Knows no session."""

import re

from coach.profile.race_events import folded

_LOSES = re.compile(
    r"\b(?:los(?:e|ing)|drop(?:ping)?|shed(?:ding)?|shift(?:ing)?|burn(?:ing)?)\b[^.,;!?\n]{0,30}(?<![a-z])"
    r"(?:weight|kgs?|kilos?|kilograms?|lbs?|pounds?|stones?|fat|belly)\b|\bweight loss\b|\bslim(?:mer|ming|med)?\b"
)
_NOT = re.compile(r"(?:\b(?:not|never|without|no|nothing to do with)\b|n't\b)[^.,;!?\n]{0,20}$")


def wants_to_lose_weight(goal: str) -> bool:
    """Whether a goal in these words is, or holds, to weigh less."""
    plain = folded(goal)
    return any(not _NOT.search(plain, 0, found.start()) for found in _LOSES.finditer(plain))
