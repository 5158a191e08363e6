"""The goals in an athlete's words. Never adds what was not said. Data: goals.yaml."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from coach import sourced_yaml
from coach.profile.race_events import find_event
from coach.records.base import Record

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


def wish(text: str) -> list[dict[str, Any]]:
    """The first sentence that wishes for something to do, where no event and no known aim is named."""
    wished = next(
        (
            part
            for part in sentences(text)
            if _joined(_table().wishes).search(part) and _joined(_table().acts).search(part)
        ),
        None,
    )
    return [plain(wished)] if wished else []


def plain(words: str) -> dict[str, Any]:
    """A goal in these words, of the kind that fits them."""
    kind = _kind_in(_table().kinds_of_wish, words) or "fitness"
    return {"text": words.strip(" ,.;"), "type": goal_kind(words) or kind, "sport": "running"}


def evades(text: str) -> bool:
    """Whether `text` answers nothing."""
    return bool(_joined(_table().no_answer).search(text))


def sentences(text: str) -> list[str]:
    """The sentences of `text`, without the space around them."""
    return [part.strip() for part in re.split(r"(?<=[.!?])\s+|\n+", text) if part.strip()]


def find_goals(text: str) -> list[dict[str, Any]]:
    """Goals stated in `text` by an event or a known aim, the first stated first."""
    found = [
        goal
        for sentence in sentences(text)
        if not is_over(sentence)
        if _joined(_table().wants).search(sentence) or find_event(sentence) or goal_kind(sentence) == "weight_loss"
        for goal in _goals_in(sentence)
    ]
    unique = {(goal.get("event"), goal["type"]): goal for goal in reversed(found)}
    kept = [goal for goal in found if unique.get((goal.get("event"), goal["type"])) is goal]
    return kept[:3]


def is_over(sentence: str) -> bool:
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
    weights = [clause for clause in clauses if goal_kind(clause) == "weight_loss"]
    if not races or not weights or set(races) & set(weights):
        return [text]
    return [clause for clause in clauses if clause in races or clause in weights]


def _goal(text: str) -> dict[str, Any] | None:
    event, kind = find_event(_joined(_table().abandoned).sub("", text)), goal_kind(text)
    if event is None and kind is None:
        return None
    goal: dict[str, Any] = {"text": text, "type": kind or "performance", "sport": "running"}
    if event is not None:
        goal["event"] = event
    return goal | goal_target(text)


def goal_target(text: str) -> dict[str, str]:
    """The time that is aimed for, as an item of a goal; empty where none is named."""
    target = _joined(_table().target).search(text)
    return {"target": target.group(1)} if target else {}


def goal_kind(text: str) -> str | None:
    """The kind of an aim that is known by its words."""
    return _kind_in(_table().kinds, text)
