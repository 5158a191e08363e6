"""GOAL_CAPTURE as the offline coach does it: find the goals in the athlete's words. Never adds what was not said."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from coach import sourced_yaml
from coach.profile.race_events import find_event
from coach.records.base import Record
from evals.offline.phrases import phrase
from evals.offline.said import Call, Said
from evals.offline.seen import Seen

PATH = Path(__file__).with_name("goals.yaml")


class _Table(Record):
    kinds: dict[str, tuple[str, ...]]
    kinds_of_wish: dict[str, tuple[str, ...]]
    wants: tuple[str, ...]
    wishes: tuple[str, ...]
    past: tuple[str, ...]
    abandoned: tuple[str, ...]
    acts: tuple[str, ...]
    no_answer: tuple[str, ...]
    target: tuple[str, ...]


@cache
def _table() -> _Table:
    return sourced_yaml.read_as(PATH, _Table)


@cache
def _joined(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


def _kind_in(kinds: dict[str, tuple[str, ...]], text: str) -> str | None:
    return next((kind for kind, patterns in kinds.items() if _joined(patterns).search(text)), None)


_ASKED_ENOUGH = 2


def capture(seen: Seen, seed: int) -> Said:
    """Call `capture_goal` with every goal found; ask at most twice, then take the athlete's words as they are."""
    changed = seen.get("new_goal")
    said = seen.unread(frozenset({"analyze_goal", "generate_plan"}))
    goals = find_goals(changed or (said[-1] if said else "")) or wish(changed or "\n".join(said))
    if changed and not goals:
        goals = [_plain(changed)]
    if changed and seen.get("keeps_goal"):
        goals = [*seen.get("goals", []), *goals]
    goals = goals or _as_answered(said, _times_asked(seen))
    if not goals:
        return Said(calls=(Call("capture_goal", {"goals": [], "question": phrase("ask_goal", seed, len(seen.turns))}),))
    return Said(calls=(Call("capture_goal", {"goals": goals}),))


def _times_asked(seen: Seen) -> int:
    return sum(name == "capture_goal" and not given.get("goals") for turn in seen.turns for name, given in turn.calls)


def wish(text: str) -> list[dict[str, Any]]:
    """The first sentence that wishes for something to do, where no event and no known aim is named."""
    wished = next(
        (
            part
            for part in _sentences(text)
            if _joined(_table().wishes).search(part) and _joined(_table().acts).search(part)
        ),
        None,
    )
    return [_plain(wished)] if wished else []


def _plain(words: str) -> dict[str, Any]:
    """A goal in these words, of the kind that fits them."""
    kind = _kind_in(_table().kinds_of_wish, words) or "fitness"
    return {"text": words.strip(" ,.;"), "type": _goal_type(words) or kind, "sport": "running"}


def _as_answered(said: tuple[str, ...], asked: int) -> list[dict[str, Any]]:
    """Once asked, what is no evasion is the goal; asked enough, the first thing said has to do."""
    if asked and said and not _joined(_table().no_answer).search(said[-1]):
        return [_plain(said[-1])]
    if asked < _ASKED_ENOUGH:
        return []
    told = [part for text in said for part in _sentences(text) if not _joined(_table().no_answer).search(part)]
    return [_plain(told[0])] if told else [{"text": "running, to begin with", "type": "fitness", "sport": "running"}]


def _sentences(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"(?<=[.!?])\s+|\n+", text) if part.strip()]


def find_goals(text: str) -> list[dict[str, Any]]:
    """Goals stated in `text` by an event or a known aim, the first stated first."""
    found = [
        goal
        for sentence in _sentences(text)
        if not _is_over(sentence)
        if _joined(_table().wants).search(sentence) or find_event(sentence) or _goal_type(sentence) == "weight_loss"
        for goal in _goals_in(sentence)
    ]
    unique = {(goal.get("event"), goal["type"]): goal for goal in reversed(found)}
    kept = [goal for goal in found if unique.get((goal.get("event"), goal["type"])) is goal]
    return kept[:3]


def _is_over(sentence: str) -> bool:
    """Whether the sentence tells of a race that was, and wishes for none; a race named first stands by itself."""
    first, _, rest = sentence.partition(",")
    told = first if rest and find_event(first) else sentence if find_event(sentence) else ""
    return bool(_joined(_table().past).search(told)) and not _joined(_table().wishes).search(sentence)


def _goals_in(sentence: str) -> list[dict[str, Any]]:
    parts = re.split(r"\b(?:and also|also|as well as|plus)\b", sentence, flags=re.IGNORECASE)
    return [goal for part in parts for each in _apart(part) if (goal := _goal(each.strip(" ,.;")))]


def _apart(text: str) -> list[str]:
    """The clauses of a race and of a weight that one sentence puts side by side; else the whole."""
    clauses = re.split(r"[,;]|\b(?:and|while|but)\b", text)
    races = [clause for clause in clauses if find_event(clause)]
    weights = [clause for clause in clauses if _goal_type(clause) == "weight_loss"]
    if not races or not weights or set(races) & set(weights):
        return [text]
    return [clause for clause in clauses if clause in races or clause in weights]


def _goal(text: str) -> dict[str, Any] | None:
    event, kind = find_event(_joined(_table().abandoned).sub("", text)), _goal_type(text)
    if event is None and kind is None:
        return None
    goal: dict[str, Any] = {"text": text, "type": kind or "performance", "sport": "running"}
    if event is not None:
        goal["event"] = event
    if target := _joined(_table().target).search(text):
        goal["target"] = target.group(1)
    return goal


def _goal_type(text: str) -> str | None:
    return _kind_in(_table().kinds, text)
