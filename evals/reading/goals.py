"""A goal out of free words: the first race to run that is named, and a time; the words themselves are its text."""

import re
from collections.abc import Iterator
from typing import Final

from coach.profile.race_events import distance_km
from coach.profile.sports import multisport_event, running_events
from coach.profile.target_time import target_seconds
from coach.profile.weight_goals import wants_to_lose_weight
from coach.profile.wording import clock
from coach.records.goal import Goal
from evals.reading.amounts import find_amounts
from evals.reading.folding import fold
from evals.reading.records import Amount

_CUE: Final = re.compile(r"\b(?:sub|under|below|break|breaking|faster than)[ -]*$")
"""Words before a time that somebody would like to beat."""
_CLOSE: Final = 0.01


def goal_in(text: str) -> Goal:
    """A performance goal where a race is named, else to lose weight or one of fitness; of several sports, their run."""
    return next(goals_in(text), Goal(text=text, type="weight_loss" if wants_to_lose_weight(text) else "fitness"))


def goals_in(text: str) -> Iterator[Goal]:
    """A goal for every race that is named, in their order."""
    of_several = multisport_event(text)
    for event in dict.fromkeys([*running_events(text), *(of_several[:1] if of_several else ())]):
        if event:
            yield Goal(text=text, type="performance", event=event, target=_target(text, event))


def _target(text: str, event: str) -> str | None:
    """The first time that stands nearest to `event` of all distances, and that somebody can run it in."""
    folded, amounts = fold(text), find_amounts(text)
    lengths = [each for each in amounts if each.kind in ("event", "distance") and each.middle > 0]
    km = distance_km(event)
    for each in amounts:
        aimed_at = _CUE.search(folded[: each.span[0]]) is not None
        if each.kind != "clock" and not (aimed_at and each.kind in ("duration", "number")):
            continue
        nearest = min(lengths, key=lambda other: _gap(other, each), default=None)
        own = nearest is None or km is None or abs(nearest.middle - km) <= _CLOSE * km
        words = text[slice(*each.span)]
        seconds = target_seconds(f"sub {words}" if aimed_at else words, km)
        if own and seconds is not None:
            return words if each.kind == "clock" else clock(seconds)
    return None


def _gap(one: Amount, other: Amount) -> int:
    return max(one.span[0] - other.span[1], other.span[0] - one.span[1])
