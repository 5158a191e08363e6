"""Names of race events, their distances, and how to find them in words. Knows nothing of anybody's goal."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pydantic import Field

from coach import sourced_yaml
from coach.records.base import Record

PATH = Path(__file__).with_name("race_events.yaml")
_KM_PER = {"km": 1.0, "k": 1.0, "ki": 1.0, "mi": 1.609344, "m": 0.001}
"""By the first two letters of the unit; "me" of metres is "m"."""
_NOT_A_HALF = (
    r"(?![\s-]*(?:an?|of|the|my|hours?|years?|months?|weeks?|miles?|kilos?|minutes?|way|days?|term|as|past|time)\b)"
)
_NOT_COUNTED_ON = "".join(
    rf"(?<!{tens}ty[ -])" for tens in ("twen", "thir", "for", "fif", "six", "seven", "eigh", "nine")
)
"""The five of "eighty-five k" is no race."""
_NOT_A_COUNT = r"(?!\s*(?:k?cal|step|word|people|pound|euro|dollar|feet|ft|years?))"
_THOUSANDS = re.compile(r"(?<=\b\d{1}),(?=\d{3}\b)|(?<=\b\d{2}),(?=\d{3}\b)")
_NOT_A_VOLUME = r"(?![\s-]*(?:(?:an?|per|each|every|/)\s*(?:week|wk|day|month|run)|weekly|weeks|p/?w)\b)"
_OF_TRAINING = re.compile(
    r"\b(?:(?:weekly|daily|monthly|training) (?:distance|total|average|running|kilomet(?:re|er)s|kms?|miles|amount)"
    r"|mileage|volume|longest|furthest|farthest|long runs?|(?:every|each|per) (?:week|day))\b"
    r"(?:(?!\b(?:goals?|aim|target|races?|want|like|love|hope|for|towards?|training)\b)[^.,;!?\n]){0,40}$"
)
"""Words before a distance that make it what is run in training."""
_DISTANCE = re.compile(
    r"(?<![\w.,:])(?P<n>\d{1,3}(?:\.\d+)?|\d{3,6})\s*-?\s*(?P<unit>km|k|kilomet(?:re|er)s?|miles?|mi|m|met(?:re|er)s?)\b"
)


class RaceEvent(Record):
    """`words` are how people write it; the first is not special."""

    km: float = Field(gt=0, le=500)
    words: tuple[str, ...]


@cache
def race_events() -> dict[str, RaceEvent]:
    """Event name to event, shortest first."""
    found = sourced_yaml.read_as(PATH, dict[str, RaceEvent])
    return dict(sorted(found.items(), key=lambda item: item[1].km))


def distance_km(event: str | None) -> float | None:
    """The distance of `event`, by name, by its words or as a plain distance ("12 km"); None if unknown."""
    if event is None:
        return None
    known = race_events().get(event.strip().lower())
    return known.km if known else _distance_in(event)


def find_event(text: str) -> str | None:
    """The name of the first race event in `text`, the longest reading winning; None where there is none.

    A distance that is told of training, of a week or of the longest run, is no event.
    """
    return next((name for name, _, _ in find_events(text)), None)


def find_events(text: str) -> Iterator[tuple[str, int, int]]:
    """Every race event in `text` with its place in the text, its thousands written together ("1500 m")."""
    plain = folded(text)
    for found in _words().finditer(plain):
        if not _OF_TRAINING.search(plain[: found.start()]):
            yield _names()[_squeezed(found.group())], *found.span()


def other_distances(text: str) -> list[str]:
    """The distances in `text` that no race event is named by, of training ones too ("30 km a week")."""
    events = [(start, end) for _, start, end in find_events(text)]
    found = [match for match in _DISTANCE.finditer(folded(text)) if float(match["n"])]
    return [each[0] for each in found if not any(start <= each.start() < end for start, end in events)]


def _distance_in(text: str) -> float | None:
    event = find_event(text)
    if event is not None:
        return race_events()[event].km
    plain = _DISTANCE.search(folded(text))
    if plain is None:
        return None
    return float(plain["n"]) * _KM_PER[plain["unit"][:2].rstrip("e")] or None


def folded(text: str) -> str:
    plain = text.lower().replace("\u2019", "'").replace("\u2011", "-").replace("\u00a0", " ")
    return _THOUSANDS.sub("", plain)


def _squeezed(text: str) -> str:
    return re.sub(r"[\s-]+", " ", text)


@cache
def _names() -> dict[str, str]:
    return {_squeezed(word): name for name, event in race_events().items() for word in (*event.words, name)}


@cache
def _words() -> re.Pattern[str]:
    """Longest first, so that "half marathon" is not read as a marathon; never inside a time or a number."""
    choices = "|".join(_pattern(word) for word in sorted(_names(), key=len, reverse=True))
    return re.compile(rf"(?<![\w:.,]){_NOT_COUNTED_ON}(?:{choices})(?![\w:]|[.,]\d){_NOT_A_VOLUME}")


def _pattern(word: str) -> str:
    """A bare "half" or "1500" may be half an hour or 1500 calories; what follows tells."""
    guard = _NOT_A_HALF if word == "half" else _NOT_A_COUNT if word.isdigit() else ""
    return re.escape(word).replace(r"\ ", r"[\s-]+") + guard
