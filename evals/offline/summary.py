"""What is known, told back as a coach would: one sentence a topic. Knows the catalogue's `say`; asks nothing."""

import itertools
import re
from collections.abc import Iterable, Mapping
from typing import Any

from coach.profile.catalogue import catalogue
from coach.profile.wording import label, say

_WEEK = 7
_NO: tuple[Any, ...] = ([], (), {}, None, False, 0, "none")
_EMPTY: tuple[Any, ...] = ([], ())
_MOST_CLAUSES = 4
_WORTH_A_NO = frozenset({"regular_exercise_3m", "guardian_involved", "supervised", "has_hypo_plan"})
"""A no to one of these shapes the plan, so it is told back."""
_ORDER = ("you", "running", "race", "week", "food", "injuries", "cycle", "health", "today")
_FIRST = ("race_distance_km", "weeks_available", "goal_time_s")
"""Told before the rest of their topic."""
_INSTEAD: dict[tuple[str, Any], str] = {
    ("current_weekly_volume_km", 0): "you're not running at the moment",
    ("hard_sessions_requested_per_week", 0): "you'd like no hard sessions",
    ("training_days_per_week", _WEEK): "you'd like to train every day",
}
_NAMED_RACES = {1.609344: "a mile", 21.0975: "a half marathon", 42.195: "a marathon", 0.8: "800 m", 1.5: "1500 m"}
_RACE_FIELDS = frozenset({"race_distance_km", "recent_race_distance_km"})
_COUNTED = re.compile(r"^([01]) bone injuries")
_COUNTS = {"0": "you've had no bone injury", "1": "you've had 1 bone injury"}
_SAME_START = re.compile(r"(?:you'd like|you've been|you're) ")


def summary(known: Mapping[str, Any]) -> str:
    """What there is, topic by topic, and in one breath what there is nothing of."""
    there = {name: value for name, value in known.items() if value not in _NO or _tells(name, value)}
    return " ".join([*_sentences(there), *_nothing(known)])


def everything(known: Mapping[str, Any]) -> str:
    """Every single fact, also what is not there; nothing known is said in so many words."""
    there = {name: value for name, value in known.items() if value is not None and value not in _EMPTY}
    absent = [label(name) for name in catalogue().fields if name in known and known[name] is None]
    rest = [f"These don't apply to you: {_listed(absent, 'and')}."] if absent else []
    return " ".join([*_sentences(there), *_nothing(known), *rest]) or "Nothing yet."


def _nothing(known: Mapping[str, Any]) -> list[str]:
    absent = [label(name) for name in catalogue().fields if name in known and known[name] in _EMPTY]
    return [f"And nothing to report on {_listed(absent, 'or')}."] if absent else []


def clause(name: str, value: Any) -> str:
    """One fact in words, races by their names and a whole week as every day."""
    value = tuple(value) if isinstance(value, list) else value
    if not isinstance(value, bool | tuple | dict | None) and (name, value) in _INSTEAD:
        return _INSTEAD[name, value]
    if name == "available_minutes" and not value:
        return "there is no limit on your time"
    if name == "available_days" and isinstance(value, tuple) and len(value) == _WEEK:
        return "every day works for you"
    words = _COUNTED.sub(lambda found: _COUNTS[found.group(1)], say(name, value))
    if name in _RACE_FIELDS and value in _NAMED_RACES:
        named = _NAMED_RACES[value]
        words = words.replace(f"{value:.10g} km", named)
        words = words if named[0].isdigit() else words.replace(f"over {named}", named)
    return words


def _tells(name: str, value: Any) -> bool:
    """Whether a no or a nought is worth telling back."""
    if isinstance(value, bool):
        return not value and name in _WORTH_A_NO
    return value == 0 and (name, 0) in _INSTEAD


def _sentences(known: Mapping[str, Any]) -> list[str]:
    by_topic: dict[str, list[str]] = {topic: [] for topic in _ORDER}
    fields = catalogue().fields
    for name in dict.fromkeys((*_FIRST, *fields)):
        if name in known:
            topic = catalogue().questions[fields[name].question].topic
            by_topic.setdefault(topic, []).append(clause(name, known[name]))
    return [sentence for clauses in by_topic.values() for sentence in _told(clauses)]


def _told(clauses: list[str]) -> list[str]:
    """The clauses of a topic in short sentences; one that announces a list stands alone."""
    sentences: list[str] = []
    for announces, group in itertools.groupby(_alike_together(clauses), key=lambda each: ": " in each):
        most = 1 if announces else _MOST_CLAUSES
        sentences += [_sentence(part) for part in _batches(list(group), most)]
    return sentences


def _sentence(clauses: Iterable[str]) -> str:
    """A clause that begins like the one before it does not say the beginning again."""
    kept, before = [], ""
    for each in clauses:
        found = _SAME_START.match(each)
        start = found.group() if found else ""
        kept.append(each.removeprefix(start) if start == before else each)
        before = start
    joined = _listed(kept, "and")
    return f"{joined[0].upper()}{joined[1:]}."


def _alike_together(clauses: list[str]) -> list[str]:
    """In order, but clauses with the same beginning follow the first of them."""
    starts = [found.group() if (found := _SAME_START.match(each)) else each for each in clauses]
    return [each for _, each in sorted(zip(starts, clauses, strict=True), key=lambda pair: starts.index(pair[0]))]


def _listed(parts: list[str], last: str) -> str:
    if len(parts) < 2:  # noqa: PLR2004 (nothing to join)
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def _batches(clauses: list[str], most: int) -> list[list[str]]:
    """At most so many at a time, evenly: five are three and two."""
    size = -(-len(clauses) // -(-len(clauses) // most))
    return [clauses[place : place + size] for place in range(0, len(clauses), size)]
