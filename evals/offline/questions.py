"""Which questions the offline coach puts next: grouped, never twice in the same words, and not for ever."""

from typing import Any

from coach.profile.catalogue import catalogue
from evals.offline.phrases import phrase, table
from evals.offline.said import Call
from evals.offline.seen import Seen

_PATIENCE = 3
"""A field asked this often without an answer is recorded as not known."""


def due_questions(seen: Seen, seed: int) -> list[str] | Call:
    """The questions to put now; a call instead where asking once more would be pestering."""
    fields = _due_fields(seen)
    tired = [field for field in fields if times_asked(seen, field) >= _PATIENCE]
    if tired:
        items = [{"field": field["name"], "raw": "", "standing": "not_known"} for field in tired]
        return Call("collect_data", {"items": items})
    most = int(seen.get("manners", {}).get("questions_per_turn", 2))
    again = [field for field in fields if times_asked(seen, field)]
    if again:
        return [_specific(field, seed, len(seen.turns) + place) for place, field in enumerate(again[: most + 1])]
    return list(dict.fromkeys(field["question"] for field in fields))[:most]


def _due_fields(seen: Seen) -> list[dict[str, Any]]:
    """Required fields still needed, in order; recommended ones only once and only while something is asked anyway."""
    needed = set(seen.get("still_needed", []))
    required = [field for field in seen.get("intake_fields", []) if field["name"] in needed]
    if seen.get("manners", {}).get("screening_first"):
        return sorted(required, key=lambda field: field["name"] not in catalogue().screening)
    return required


def times_asked(seen: Seen, field: dict[str, Any]) -> int:
    """How often the coach has asked for `field`, in its question or specifically."""
    wordings = {wording.format(thing=_thing(field)) for wording in table()["specific"]} | {field["question"]}
    return sum(any(wording in text for wording in wordings) for text in seen.coach_texts)


def _thing(field: dict[str, Any]) -> str:
    entry = catalogue().fields.get(field["name"])
    return entry.words[0] if entry and entry.words else field["name"].replace("_", " ")


def _specific(field: dict[str, Any], seed: int, place: int) -> str:
    return phrase("specific", seed, place, thing=_thing(field))
