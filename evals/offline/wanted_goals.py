"""The races and aims that an athlete speaks of as wanted, beside what is held already. Pure."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from coach.profile.extraction.assertions import assess
from coach.profile.extraction.folding import fold
from coach.profile.extraction.skeleton import build
from coach.profile.race_events import find_events
from evals.offline.goal_cues import CHANGING, cue_table, says, sentences
from evals.offline.goals import goal_kind, goal_target, is_over

_NOT_MEANT = frozenset({"other", "unreal", "past", "negated"})
"""Standings of a race that is nobody's goal here."""
OURS = re.compile(r"\b(?:i|we|me|us|i'\w+|we'\w+)\b", re.IGNORECASE)
_TIME_OF_IT = re.compile(
    r"[\s-]*(?:time|result|pb|pr|best|split|pace|runs? (?:was|in (?:\d|about|under)))", re.IGNORECASE
)
_ODD = re.compile(r"\d")
_USUAL = frozenset({"800m", "1500m", "3k", "5k", "10k"})
_NAMED = re.compile(r"\b(?:an?|the|my|that|this|road|trail|city|first|do|run) $", re.IGNORECASE)
"""Before a distance that is as likely what is run in a week."""
_ADDED = frozenset({"fitness", "weight_loss"})
"""What an "also" alone makes an aim; high blood pressure "too" is none."""
_FEW = 3
"""A goal told in no more words than this may stand in any sentence."""
_NO_RACE_BEFORE = re.compile(
    r"\b(?:(?:hours?|miles?|years?|minutes?|\d+) and an? |(?:feels?|felt|feeling|seems?|looks?) (?:like )?(?:an? )?)$",
    re.IGNORECASE,
)
"""An hour and a half, and what only feels like one."""
_HABIT = re.compile(
    r"[^.;!?,]{0,20}\b(?:each|weekly|in total|across|daily|every|twice|times|a day|way|on the treadmill)\b"
    r"|,? (?:at least|each)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r",\s+|\b(?:and|but|so|then)\s+")


def stated(text: str, held: list[dict[str, Any]], *, instead: bool = True) -> list[dict[str, Any]]:
    """What the athlete wants that is not `held` already; what comes `instead` may be the same race in another time."""
    return others(_stated(text, held), held, instead=instead)


def _stated(text: str, held: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The races and aims that the athlete speaks of as wanted; what stands before the change is told of, not wanted."""
    told = sentences(text)
    first = next((at for at, each in enumerate(told) if any(says(cue, each, held) for cue in CHANGING)), 0)
    later = [goal for each in told[first:] for goal in _stated_in(each, held)]
    return later or [goal for each in told[:first] for goal in _stated_in(each, held)]


def _stated_in(sentence: str, held: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    if is_over(sentence) or says("far", sentence, held) or _states_again(sentence, held):
        return
    own = {goal.get("event") for goal in held}
    races = [race for race in _races_in(sentence) if race[0] not in own]
    for event, start, end in races:
        words = _apart(sentence, (start, end))
        yield {"text": words, "type": "performance", "sport": "running", "event": event, **goal_target(words)}
    if races:
        return
    wanted = says("wants", sentence, held)
    added = says("beside", sentence, held) or says("keeps", sentence, held)
    if not (wanted or added) or says("for_held", sentence, held):
        return
    words = _without_races(sentence)
    moves = any(says(cue, sentence, held) for cue in CHANGING)
    kind = _aim_in(words, {goal["type"] for goal in held if not goal.get("event")}, moves=moves)
    if (kind and (wanted or kind in _ADDED)) or says("feats", words, held):
        yield {"text": words, "type": kind or "fitness", "sport": "running"}


def _states_again(sentence: str, held: list[dict[str, Any]]) -> bool:
    """Whether a goal of now was taken from these words."""
    words = (str(goal.get("text", "")) for goal in held)
    return any(len(told.split()) > _FEW and told in sentence for told in words)


def _races_in(sentence: str) -> Iterator[tuple[str, int, int]]:
    """The races that the sentence does not tell of somebody else or of the past, nor denies."""
    void = _not_meant(sentence)
    for event, start, end in find_events(sentence):
        if _NO_RACE_BEFORE.search(sentence[:start]) or _HABIT.match(sentence, end):
            continue
        a_length = _ODD.search(event) and event not in _USUAL and not _NAMED.search(sentence[:start])
        if not (void(start) or a_length or _TIME_OF_IT.match(sentence, end)):
            yield event, start, end


def _not_meant(sentence: str) -> Callable[[int], bool]:
    """Whether what stands at a place is denied, over, or told of somebody else alone."""
    skeleton = build(fold(sentence), None)
    void = [
        (item.standing, *skeleton.original(item.start, item.end))
        for item in assess(skeleton.text).stretches
        if item.standing in _NOT_MEANT and item.start < item.end
    ]

    def holds(place: int) -> bool:
        ours = OURS.search(sentence[:place])
        return any(low <= place < high and not (ours and name == "other") for name, low, high in void)

    return holds


def _apart(sentence: str, race: tuple[int, int]) -> str:
    """The words around a race, without the clauses of the others."""
    others = [start for _, start, _ in find_events(sentence)]
    low = max((cut.end() for cut in _CLAUSE.finditer(sentence, 0, race[0])), default=0)
    later = min((start for start in others if start > race[1]), default=len(sentence))
    ends = [cut.start() for cut in _CLAUSE.finditer(sentence, race[1], later)] if later < len(sentence) else []
    high = ends[-1] if ends else later
    alone = min(others) >= race[0]
    return sentence[0 if alone else low : high].strip(" ,.;")


def _without_races(sentence: str) -> str:
    """The clauses that name no race."""
    cuts = [0, *(cut.end() for cut in _CLAUSE.finditer(sentence)), len(sentence)]
    clauses = [sentence[low:high] for low, high in pairwise(cuts)]
    kept = [clause for clause in clauses if not any(find_events(clause))]
    return "".join(kept or clauses).strip(" ,.;")


def _aim_in(words: str, held: set[str], *, moves: bool) -> str | None:
    """The kind of the aim without a race that the words name; another than those `held` first where they move on."""
    aims, void = cue_table().aims, _not_meant(words)
    places = [
        (kind, place.start())
        for kind, each in aims.items()
        for word in each
        for place in re.finditer(word, words, re.IGNORECASE)
    ]
    named = [kind for kind, place in places if not void(place)]
    found = [kind for kind in (goal_kind(words) if named or not places else None, *named) if kind]
    return next((kind for kind in found if (kind not in held) == moves), next(iter(found), None))


def others(goals: list[dict[str, Any]], held: list[dict[str, Any]], *, instead: bool) -> list[dict[str, Any]]:
    """Those of `goals` that are not `held` already."""
    return [goal for goal in goals if not any(_is_same(goal, other, instead=instead) for other in held)]


def _is_same(goal: dict[str, Any], other: dict[str, Any], *, instead: bool) -> bool:
    """The same race; without one the same kind of aim. What comes `instead` differs by its target time as well."""
    event, target = goal.get("event"), goal.get("target")
    if instead and target and target != other.get("target"):
        return False
    return bool(event == other.get("event") and (event or goal["type"] == other["type"]))
