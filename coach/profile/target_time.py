"""A goal time as people write it, in seconds. "4:25" is minutes or hours by what a runner can run."""

import re
from collections.abc import Iterator
from typing import Final

from coach.profile.race_events import distance_km

_CLOCK = re.compile(r"(?<![\d:.])(\d{1,3})[:.]([0-5]\d)(?:[:.]([0-5]\d))?(?:[.,]\d+)?(?![\d:])")
_WORDS = re.compile(
    r"(?<![\d:.])(?:(?P<h>\d{1,3}(?:\.\d+)?)\s*(?:h|hr|hrs|hours?)(?![a-z])\s*(?:and\s*)?)?"
    r"(?:(?P<m>\d{1,3}(?:\.\d+)?)\s*(?:m|min|mins|minutes?)?(?![a-z\d:.])\s*(?:and\s*)?)?"
    r"(?:(?P<s>\d{1,3}(?:\.\d+)?)\s*(?:s|sec|secs|seconds?)(?![a-z]))?"
)
_BARE = re.compile(r"(?:\b(?:sub|under|below|break|breaking)[\s-]*|^\s*)(\d{1,3}(?:\.\d+)?)(?!\s*k|[\d:.])")
_FASTEST_S_PER_KM: Final = 100
_SLOWEST_S_PER_KM: Final = 1500


def target_seconds(target: str | None, km: float | None) -> float | None:
    """The seconds that `target` ("sub 3:30", "1:35 half", "3h30") names over `km`; None if it names none.

    `km` None: over the distance that the target itself names. Without any distance only a time that can be
    read in one way counts.
    """
    if target is None:
        return None
    text = target.lower().replace("\u2019", "'")
    over = km if km is not None else distance_km(text)
    readings = list(_readings(text))
    if over is None:
        return readings[0] if len(readings) == 1 else None
    return next((seconds for seconds in readings if _FASTEST_S_PER_KM <= seconds / over <= _SLOWEST_S_PER_KM), None)


def _readings(text: str) -> Iterator[float]:
    """The likeliest reading first; the clock before words before bare numbers."""
    if clock := _CLOCK.search(text):
        first, second, third = (int(part) if part else None for part in clock.groups())
        if first is not None and second is not None and third is not None:
            yield first * 3600.0 + second * 60 + third
        elif first is not None and second is not None:
            yield first * 60.0 + second
            yield first * 3600.0 + second * 60
        return
    named = next((m for m in _WORDS.finditer(text) if _names_a_unit(m)), None)
    if named:
        hours, minutes, seconds = (float(named[unit] or 0) for unit in "hms")
        yield hours * 3600 + minutes * 60 + seconds
    elif bare := _BARE.search(text):
        yield float(bare[1]) * 60
        yield float(bare[1]) * 3600


def _names_a_unit(found: re.Match[str]) -> bool:
    return bool(found["h"] or found["s"] or re.search(r"[a-z]", found.group()))
