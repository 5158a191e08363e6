"""What the offline coach says to a complaint that nobody asked about and nothing records: that, and nothing else."""

import re

from coach.profile.catalogue import catalogue
from evals.offline.phrases import phrase
from evals.offline.questions import specific
from evals.offline.said import Call, Said
from evals.offline.seen import Seen

_MOST = 2
_CLEARED = "clearances"
_YES = re.compile(r"\b(?:yes|yep|yeah|i do|i have|in writing|written|letter|note)\b", re.IGNORECASE)
_NO = re.compile(r"\b(?:no|not|never|n't|only|just|soon|will|waiting)\b|n't\b", re.IGNORECASE)


def about_health(seen: Seen, seed: int) -> Said | None:
    """A word on what was told and a question about it; None where nothing was, or it was asked about twice already.

    An explanation of a block comes first. Who speaks of a clearance is asked for that alone.
    """
    told, block = seen.get("speaks_of_health", []), seen.get("no_plan_yet") or {}
    if block.get("told_already") is False:
        return None
    meant = [name for name in ([_CLEARED] if _CLEARED in told else told) if len(seen.answers_to(name)) < _MOST]
    if not meant:
        return None
    asked = [specific(name, seen, seed) for name in meant[:_MOST]]
    text = " ".join([phrase("acknowledge_pain", seed, len(seen.coach_texts)), *(put.text for put in asked)])
    return Said(text, acts=tuple(ask for put in asked for ask in put.asks))


def written_clearance(seen: Seen) -> Call | None:
    """Records whose clearance it is where the athlete says yes to having one in writing, and named who gave it."""
    if not seen.asked_last(_CLEARED) or not _YES.search(seen.newest) or _NO.search(seen.newest):
        return None
    words = " ".join([text for turn in seen.turns if turn.role == "user" for text in turn.texts][-2:]).lower()
    values = catalogue().fields[_CLEARED].values
    whose = [
        name for name, value in values.items() if any(re.search(rf"\b{re.escape(w)}\b", words) for w in value.words)
    ]
    if not whose:
        return None
    return Call("collect_data", {"items": [{"field": _CLEARED, "value": whose, "raw": seen.newest}]})
