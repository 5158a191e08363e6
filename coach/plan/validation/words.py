"""Everything that a plan says to its athlete, and the heart rates named in it. Knows no rule."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from coach.plan.reading import placed
from coach.records.block import TrainingBlock
from coach.sentences import clauses, is_denied

_HEART_RATE = re.compile(
    r"\b\d{2,3}\s*(?:bpm|beats)\b|\b(?:heart[- ]?rate|hr|pulse) zone \d|\bzone \d heart[- ]?rate\b|"
    r"\b(?:heart[- ]?rate|hr|pulse)\b.*?\b\d{2,3}\b(?!\s*(?:min|km|k\b|s\b|sec|h\b|weeks?|days?))|"
    r"\b\d{2}\s*(?:%|per ?cent)\s*(?:of )?(?:your )?(?:max\w*|heart[- ]?rate|hr\b)",
    re.IGNORECASE,
)

_COUNT = r"\d+(?:[.,]\d+)?(?: ?x ?\d+(?:[.,]\d+)?)?"
_ROAD_RUN = re.compile(
    rf"(?<!water[- ])(?<!pool[- ])(?<!aqua[- ])\b(?:run|jog) (?:for )?{_COUNT} ?(?:km?|min\w*|miles?)\b", re.IGNORECASE
)
_COMPARED = re.compile(
    r"\b(?:rather than|instead of|as long as)(?: (?:to|an?|the|your|you|you would|you['\u2019]d))?\s*$", re.IGNORECASE
)
_WET = r"(?:water|pool|elliptical)"
_OFF_ROAD = re.compile(
    rf"\b(?:in|on) (?:an? |the |your )?(?:\w+ )?{_WET}\b|^\s*(?:pool|elliptical)\b|\baqua\b", re.IGNORECASE
)
_PLACE = re.compile(
    rf"\s*(?:(?:in|on) )?(?:an? |the |your )?(?:deep |shallow |warm )?(?:{_WET}|aqua)"
    r"(?: (?:session|jog\w*|run\w*))?\s*",
    re.IGNORECASE,
)
_NEXT = re.compile(r"\b(?:and|then|after\w*|before)\b", re.IGNORECASE)


def has_road_run(text: str) -> bool:
    """Does the text tell the athlete to run a distance or a time, on land?"""
    told = list(clauses(text))
    return any(
        _is_told(clause, found) and not _PLACE.fullmatch(before)
        for before, clause in zip(["", *told], told, strict=False)
        for found in _ROAD_RUN.finditer(clause)
    )


def _is_told(clause: str, found: re.Match[str]) -> bool:
    """To be run, and on land."""
    beside = _NEXT.split(clause[: found.start()])[-1] + _NEXT.split(clause[found.start() :])[0]
    return not (is_denied(clause, found) or _COMPARED.search(clause, 0, found.start()) or _OFF_ROAD.search(beside))


def heart_rates(text: str) -> Iterator[str]:
    """Each heart rate that is given as a target."""
    for clause in clauses(text):
        yield from (found[0] for found in _HEART_RATE.finditer(clause) if not is_denied(clause, found))


def visible(plan: TrainingBlock) -> Iterator[str]:
    """Every string that the athlete sees."""
    yield plan.goal
    yield from plan.note_texts
    yield from (week.focus for week in plan.weeks)
    yield from (at.session.text for at in placed(plan))


Found = TypeVar("Found")


def found_in(plan: TrainingBlock, find: Callable[[str], Iterable[Found]]) -> list[Found]:
    texts = list(visible(plan))
    found = {text: tuple(find(text)) for text in set(texts)}
    return [each for text in texts for each in found[text]]
