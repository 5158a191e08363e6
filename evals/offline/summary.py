"""What is known, told back as a coach would: short notes, a topic at a time. Knows the catalogue; asks nothing."""

import re
from collections.abc import Mapping
from typing import Any

from coach.profile.catalogue import catalogue
from coach.profile.wording import label, listed
from evals.offline.short_clauses import clause, is_short, last_race

_NO: tuple[Any, ...] = ([], (), {}, None, False, 0, "none")
_EMPTY: tuple[Any, ...] = ([], ())
_EQUIPMENT = "strength_equipment"
_WORTH_A_NO = frozenset({"regular_exercise_3m", "guardian_involved", "supervised", "has_hypo_plan", _EQUIPMENT})
"""A no to one of these shapes the plan, so it is told back."""
_WORTH_A_NOUGHT = frozenset(
    {"current_weekly_volume_km", "running_experience_years", "hard_sessions_requested_per_week"}
)
_SPOKEN_FOR = {
    "q1": "known_conditions",
    "q2": "symptoms",
    "q3": "symptoms",
    "q4": "known_conditions",
    "q5": "medications",
}
"""What a yes to a question of PAR-Q+ is about: of that field it is not said beside it that there is nothing."""
_OF_THE_BODY = frozenset({"food", "injuries", "cycle", "health", "today"})
_LEFT_OPEN = frozenset({"available_days", "available_minutes", "target_weekly_volume_km"})
"""Where no wish means that the coach may choose."""
_ORDER = ("running", "race", "week", "you", "food", "injuries", "cycle", "health", "today")
_FIRST = ("weeks_available", "race_distance_km", "goal_time_s")
"""Told before the rest of their topic."""
_RACE, _TIME = "recent_race_distance_km", "recent_race_time_s"
_NOTHING_ELSE: Mapping[str, str] = {}
_ADULT = 18
_YOUNG = {"female": "a girl", "male": "a boy"}
_SAME_START = re.compile(r"(?:you'd like|you've been|you're) ")


def summary(known: Mapping[str, Any], goal: str = "", besides: Mapping[str, str] = _NOTHING_ELSE) -> str:
    """`goal` in words, what there is topic by topic, what was told `besides`, and what there is nothing of."""
    there = {name: value for name, value in _with_a_no(known).items() if value not in _NO or _tells(name, value)}
    return _notes([*([goal] if goal else []), *_topics(there), *in_your_words(besides), *_nothing(known)])


def everything(known: Mapping[str, Any], besides: Mapping[str, str] = _NOTHING_ELSE) -> str:
    """Every fact, also what is not there, and what was told `besides`; nothing known is said in so many words."""
    known = _with_a_no(known)
    there = {name: value for name, value in known.items() if value is not None and not _is_nothing(name, value)}
    absent = [name for name in catalogue().fields if name in known and known[name] is None]
    rest = [
        f"{lead}: {listed(labels)}"
        for lead, is_open in (("left to me", True), ("what doesn't apply to you", False))
        if (labels := list(dict.fromkeys(label(name) for name in absent if (name in _LEFT_OPEN) is is_open)))
    ]
    notes = [*_topics(there), *in_your_words(besides), *_nothing(known), *rest]
    return _notes(notes) if notes else "nothing yet."


def _with_a_no(known: Mapping[str, Any]) -> Mapping[str, Any]:
    """`known`, where no equipment is a plain no."""
    return {**known, _EQUIPMENT: bool(known[_EQUIPMENT])} if _EQUIPMENT in known else known


def in_your_words(besides: Mapping[str, str]) -> list[str]:
    """What the athlete said, by what it is about."""
    return [f'{about.replace("_", " ")}: "{words.strip(" .!")}"' for about, words in besides.items()]


def _notes(notes: list[str]) -> str:
    return f"{'; '.join(notes)}."


def _nothing(known: Mapping[str, Any]) -> list[str]:
    spoken_for = {_SPOKEN_FOR.get(yes) for yes in known.get("parq_yes") or ()}
    names = [name for name in catalogue().fields if name in known and name not in spoken_for]
    absent = [label(name) for name in names if _is_nothing(name, known[name])]
    return [f"nothing to report on {listed(absent, 'or')}"] if absent else []


def _is_nothing(name: str, value: Any) -> bool:
    """An empty list, and a nought of the body's: no pain, no periods missed."""
    nought = value == 0 and not isinstance(value, bool)
    return value in _EMPTY or (nought and _topic(name) in _OF_THE_BODY)


def _topic(name: str) -> str:
    known = catalogue()
    return known.questions[known.fields[name].question].topic


def _tells(name: str, value: Any) -> bool:
    """Whether a no or a nought is worth telling back."""
    return name in _WORTH_A_NO if isinstance(value, bool) else value == 0 and name in _WORTH_A_NOUGHT


def _topics(known: Mapping[str, Any]) -> list[str]:
    """The notes of each topic: what can stand in a row with commas between, then what is a sentence of its own."""
    by_topic: dict[str, list[str]] = {topic: [] for topic in _ORDER}
    for name in dict.fromkeys((*_FIRST, *catalogue().fields)):
        if name in known:
            by_topic.setdefault(_topic(name), []).append(name)
    return [note for names in by_topic.values() for note in _notes_on(names, known)]


def _notes_on(names: list[str], known: Mapping[str, Any]) -> list[str]:
    clauses = {name: clause(name, known[name]) for name in names}
    if (known.get("age_years") or _ADULT) < _ADULT and "sex" in clauses:
        clauses["sex"] = _YOUNG.get(known["sex"], clauses["sex"])
    if known.get(_RACE) and known.get(_TIME) and _RACE in clauses:
        clauses[_RACE] = f"your last race, {last_race(known[_RACE], known[_TIME])}"
        del clauses[_TIME]
    row = ", ".join(words for name, words in clauses.items() if is_short(name, known[name]))
    return [*filter(None, [row]), *_together([w for name, w in clauses.items() if not is_short(name, known[name])])]


def _together(clauses: list[str]) -> list[str]:
    """Clauses that begin alike share the beginning: "you'd like to reach 60 kg and that in 10 weeks"."""
    notes: dict[str, list[str]] = {}
    for each in clauses:
        found = _SAME_START.match(each)
        start = found.group() if found else ""
        notes.setdefault(start or each, []).append(each.removeprefix(start))
    return [f"{start}{listed(rest)}" if rest != [start] else start for start, rest in notes.items()]
