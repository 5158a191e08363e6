"""What the athlete spoke of in words that leave the value open: asked for again, and never left at an older value."""

from functools import lru_cache
from typing import Any

from coach.profile.extraction import Extraction, extract
from evals.offline.questions import asked_out, fields_put, narrower
from evals.offline.seen import Seen, Turn

UNEVENTFUL: tuple[Any, ...] = ([], (), None, False, 0, "none")
"""What a mere no says."""


def open_questions(seen: Seen) -> list[str]:
    """A question in narrower words for each field left open that may still be asked for."""
    return [narrower(name, seen) for name in left_open(seen) if not asked_out(name, seen)]


def beyond_asking(seen: Seen, found: Extraction) -> dict[str, float | None]:
    """The fields left open that were asked for often enough, or that the athlete now refuses or cannot tell."""
    final = {*found.declined, *found.not_known}
    return {name: worst for name, worst in left_open(seen).items() if name in final or asked_out(name, seen)}


def given_up(name: str, worst: float | None, text: str) -> dict[str, Any]:
    """The item of `collect_data` then: the worst rating that was said, and without one that it is not known."""
    if worst is None:
        return {"field": name, "raw": text[:200], "standing": "not_known"}
    return {"field": name, "value": worst, "raw": text[:200], "confidence": "inferred"}


def left_open(seen: Seen) -> dict[str, float | None]:
    """The fields that the athlete left open and has not settled since, with the worst rating that was said."""
    still: dict[str, float | None] = {}
    asked: str | None = None
    known = seen.get("known", {})
    for turn in seen.turns:
        if turn.role == "assistant":
            asked = turn.texts[-1] if turn.texts else asked
            still = {name: worst for name, worst in still.items() if name not in _recorded(turn)}
        elif turn.texts:
            found = read_answer("\n".join(turn.texts), _question(asked), spoken_of(seen))
            still = {name: worst for name, worst in still.items() if not _settles(name, worst, found, seen)}
            still |= found.unsure | {name: None for name, heard in found.doubted.items() if heard != known.get(name)}
    return still


def _settles(name: str, worst: float | None, found: Extraction, seen: Seen) -> bool:
    """Whether the answer gives a value; a mere no does not where something was told of it before."""
    fact = found.facts.get(name)
    if fact is None:
        return False
    return fact.value not in UNEVENTFUL or (not worst and seen.get("known", {}).get(name) in UNEVENTFUL)


def spoken_of(seen: Seen) -> tuple[str, ...]:
    """The fields already told of, and those that were asked for and left without a value: more on them is likely."""
    given_up = {
        item["field"]
        for turn in seen.turns
        for _, given in turn.calls
        for item in given.get("items", [])
        if item.get("standing") in {"not_known", "declined"}
    }
    known = seen.get("known", {})
    return (*known, *sorted(given_up - set(known)))


def asked_last(seen: Seen) -> str | None:
    """The coach's last question; a plan above it asks nothing."""
    return _question(seen.coach_texts[-1] if seen.coach_texts else None)


@lru_cache(maxsize=256)
def read_answer(text: str, question: str | None, known: tuple[str, ...] = ()) -> Extraction:
    """`known`: fields already told of, of which another word is likely a correction."""
    put = (*known, *(fields_put(question) if question else ()))
    return extract(text, question=question, put=put, hearer="coach")


def _question(text: str | None) -> str | None:
    return text.rsplit("\n\n", 1)[-1] if text else None


def _recorded(turn: Turn) -> set[str]:
    return {str(item.get("field")) for _, given in turn.calls for item in given.get("items", [])}
