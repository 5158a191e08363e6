"""What gives a goal up, turns to another or adds one, by the words of what is held. Data: goal_cues.yaml."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from coach import sourced_yaml
from coach.profile.race_events import race_events
from coach.records.base import Record

PATH = Path(__file__).with_name("goal_cues.yaml")
CHANGING = ("before", "after", "turns", "beside", "keeps")
"""The cues of a change, one way or another."""
_SENTENCE = re.compile(r"[^.!?;\n]+(?:[.:](?=\d)[^.!?;\n]+)*[.!?;]*")


class Table(Record):
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


def cue_table() -> Table:
    return sourced_yaml.read_as(PATH, Table)


def sentences(text: str) -> list[str]:
    """The sentences of `text`; a time ("3:45", "1.30") ends none."""
    return [found[0].strip() for found in _SENTENCE.finditer(text)]


def says(name: str, text: str, held: list[dict[str, Any]]) -> bool:
    """Whether a sentence of `text` has the cue `name` of the table; `held`: the goals that it may speak of."""
    pattern = _pattern(name, tuple(dict.fromkeys(_words_of(held))))
    return any(pattern.search(sentence) for sentence in sentences(text))


def _words_of(held: list[dict[str, Any]]) -> Iterator[str]:
    """How people name what they hold: its race, else its kind."""
    table = cue_table()
    for goal in held:
        event = race_events().get(goal.get("event") or "")
        yield from (re.escape(word).replace(r"\ ", r"[\s-]+") for word in event.words) if event else ()
        yield from table.names["race" if event else goal["type"]]


@lru_cache(maxsize=256)
def _pattern(name: str, held: tuple[str, ...]) -> re.Pattern[str]:
    patterns: tuple[str, ...] = getattr(cue_table(), name)
    words = "|".join(sorted(held, key=len, reverse=True)) or "(?!)"
    return re.compile("|".join(f"(?:{each})" for each in patterns).replace("HELD", rf"(?:{words})\b"), re.IGNORECASE)
