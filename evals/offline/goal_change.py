"""Whether a message gives the goal up for another one, adds one, or does neither. Data: goal_change.yaml."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from coach import sourced_yaml
from coach.profile.extraction.assertions import assess
from coach.profile.extraction.folding import fold
from coach.profile.extraction.skeleton import build
from coach.profile.race_events import find_events, race_events
from coach.records.base import Record
from evals.offline.goals import find_goals, goal_kind, goal_target, is_over, wish
from evals.offline.intents import intents
from evals.offline.said import Call
from evals.offline.seen import Seen

PATH = Path(__file__).with_name("goal_change.yaml")
JOINED = ", and also "
"""Between the words of several new goals."""
_SENTENCE = re.compile(r"[^.!?;\n]+(?:[.:](?=\d)[^.!?;\n]+)*[.!?;]*")
_CHANGES = frozenset({"changes_goal", "adds_goal"})
_NOT_MEANT = frozenset({"other", "unreal", "past", "negated"})
"""Standings of a race that is nobody's goal here."""
_OURS = re.compile(r"\b(?:i|we|me|us|i'\w+|we'\w+)\b", re.IGNORECASE)
_TIME_OF_IT = re.compile(
    r"[\s-]*(?:time|result|pb|pr|best|split|pace|runs? (?:was|in (?:\d|about|under)))", re.IGNORECASE
)
_ODD = re.compile(r"\d")
_USUAL = frozenset({"800m", "1500m", "3k", "5k", "10k"})
_NAMED = re.compile(r"\b(?:an?|the|my|that|this|road|trail|city|first|do|run) $", re.IGNORECASE)
"""Before a distance that is as likely what is run in a week."""
_ADDED = frozenset({"fitness", "weight_loss"})
"""What an "also" alone makes an aim; high blood pressure "too" is none."""
_CUES = ("before", "after", "turns", "beside", "keeps")
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


class _Table(Record):
    before: tuple[str, ...]
    after: tuple[str, ...]
    turns: tuple[str, ...]
    beside: tuple[str, ...]
    keeps: tuple[str, ...]
    far: tuple[str, ...]
    aims: dict[str, tuple[str, ...]]
    names: dict[str, tuple[str, ...]]
    wants: tuple[str, ...]
    feats: tuple[str, ...]
    for_held: tuple[str, ...]


def goal_change(seen: Seen, text: str) -> Call | None:
    """The call of `change_goal` for what `text` wants from now on; None where the goals stay as they are."""
    if "change_goal" not in seen.tools:
        return None
    held = seen.get("goals", [])
    announced = _announced(text)
    beside = _says("beside", text, held)
    instead = not beside and ("changes_goal" in announced or _gives_up(text, held))
    also = not instead and (beside or "adds_goal" in announced or _says("keeps", text, held))
    new = stated(text, held, instead=instead)
    if announced and not new:
        new = _others(find_goals(_from_the_change_on(text)) or find_goals(text), held, instead=instead)
    if not new and "changes_goal" in announced:
        new = wish(_from_the_change_on(text))
    if not new or not (instead or also or _says("turns", text, held)):
        return None
    words = dict.fromkeys({_aim(goal): goal["text"] for goal in reversed(new)}.values())
    return Call("change_goal", {"words": JOINED.join(reversed(words)), "keeps_current": also})


def _announced(text: str) -> frozenset[str]:
    """The changes that sentences speak of which are not about somebody else."""
    ours = " ".join(each[0] for each in _SENTENCE.finditer(text) if _OURS.search(each[0]) or not _is_anothers(each[0]))
    return intents(ours) & _CHANGES


def _is_anothers(sentence: str) -> bool:
    return any(item.standing == "other" for item in assess(build(fold(sentence), None).text).stretches)


def _gives_up(text: str, held: list[dict[str, Any]]) -> bool:
    return any(_says(name, text, held) for name in ("before", "after"))


def _says(name: str, text: str, held: list[dict[str, Any]]) -> bool:
    pattern = _pattern(name, tuple(dict.fromkeys(_words_of(held))))
    return any(pattern.search(sentence[0]) for sentence in _SENTENCE.finditer(text))


def _words_of(held: list[dict[str, Any]]) -> Iterator[str]:
    """How people name what they hold: its race, else its kind."""
    table = sourced_yaml.read_as(PATH, _Table)
    for goal in held:
        event = race_events().get(goal.get("event") or "")
        yield from (re.escape(word).replace(r"\ ", r"[\s-]+") for word in event.words) if event else ()
        yield from table.names["race" if event else goal["type"]]


@lru_cache(maxsize=256)
def _pattern(name: str, held: tuple[str, ...]) -> re.Pattern[str]:
    patterns: tuple[str, ...] = getattr(sourced_yaml.read_as(PATH, _Table), name)
    words = "|".join(sorted(held, key=len, reverse=True)) or "(?!)"
    return re.compile("|".join(f"(?:{each})" for each in patterns).replace("HELD", rf"(?:{words})\b"), re.IGNORECASE)


def stated(text: str, held: list[dict[str, Any]], *, instead: bool = True) -> list[dict[str, Any]]:
    """What the athlete wants that is not `held` already; what comes `instead` may be the same race in another time."""
    return _others(_stated(text, held), held, instead=instead)


def _stated(text: str, held: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The races and aims that the athlete speaks of as wanted; what stands before the change is told of, not wanted."""
    sentences = [found[0].strip() for found in _SENTENCE.finditer(text)]
    first = next((at for at, each in enumerate(sentences) if any(_says(cue, each, held) for cue in _CUES)), 0)
    later = [goal for each in sentences[first:] for goal in _stated_in(each, held)]
    return later or [goal for each in sentences[:first] for goal in _stated_in(each, held)]


def _stated_in(sentence: str, held: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    if is_over(sentence) or _says("far", sentence, held) or _states_again(sentence, held):
        return
    own = {goal.get("event") for goal in held}
    races = [race for race in _races_in(sentence) if race[0] not in own]
    for event, start, end in races:
        words = _apart(sentence, (start, end))
        yield {"text": words, "type": "performance", "sport": "running", "event": event, **goal_target(words)}
    if races:
        return
    wanted = _says("wants", sentence, held)
    added = _says("beside", sentence, held) or _says("keeps", sentence, held)
    if not (wanted or added) or _says("for_held", sentence, held):
        return
    words = _without_races(sentence)
    moves = any(_says(cue, sentence, held) for cue in _CUES)
    kind = _aim_in(words, {goal["type"] for goal in held if not goal.get("event")}, moves=moves)
    if (kind and (wanted or kind in _ADDED)) or _says("feats", words, held):
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
        ours = _OURS.search(sentence[:place])
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
    aims, void = sourced_yaml.read_as(PATH, _Table).aims, _not_meant(words)
    places = [
        (kind, place.start())
        for kind, each in aims.items()
        for word in each
        for place in re.finditer(word, words, re.IGNORECASE)
    ]
    named = [kind for kind, place in places if not void(place)]
    found = [kind for kind in (goal_kind(words) if named or not places else None, *named) if kind]
    return next((kind for kind in found if (kind not in held) == moves), next(iter(found), None))


def _others(goals: list[dict[str, Any]], held: list[dict[str, Any]], *, instead: bool) -> list[dict[str, Any]]:
    return [goal for goal in goals if not any(_is_same(goal, other, instead=instead) for other in held)]


def _aim(goal: dict[str, Any]) -> tuple[Any, Any]:
    return goal.get("event"), goal["type"]


def _is_same(goal: dict[str, Any], other: dict[str, Any], *, instead: bool) -> bool:
    """The same race; without one the same kind of aim. What comes `instead` differs by its target time as well."""
    event, target = goal.get("event"), goal.get("target")
    if instead and target and target != other.get("target"):
        return False
    return bool(event == other.get("event") and (event or goal["type"] == other["type"]))


def _from_the_change_on(text: str) -> str:
    """What is said once the change is announced: the new goal stands there, or else anywhere."""
    places = [found.start() for found in _SENTENCE.finditer(text) if intents(found.group()) & _CHANGES]
    return text[places[0] :] if places else text
