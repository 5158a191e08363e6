"""What the offline coach says to what is not an answer: why do you ask, what do you know, give me the plan."""

from collections.abc import Callable

from coach.profile.catalogue import catalogue
from evals.offline.asking_again import wordings
from evals.offline.intents import intents
from evals.offline.phrases import phrase
from evals.offline.seen import Seen
from evals.offline.summary import everything


def aside(seen: Seen, seed: int, heard: str) -> str:
    """An answer to the side question in `heard`, or nothing where there is none."""
    wants = intents(heard)
    return next((answer(seen, seed) for intent, answer in _ANSWERS.items() if intent in wants), "")


def aside_wanted(heard: str) -> bool:
    """Whether `heard` asks something beside the matter."""
    return not _ANSWERS.keys().isdisjoint(intents(heard))


def _why(seen: Seen, seed: int) -> str:
    """The athlete-facing reason of what was asked last."""
    asked = seen.coach_texts[-1] if seen.coach_texts else ""
    reasons = [question.why for name, question in catalogue().questions.items() if _was_put(name, asked)]
    why = " ".join(reasons[:2]) or "it helps me fit the plan to you."
    return phrase("why_answer", seed, len(seen.turns), why=why)


def _was_put(question: str, asked: str) -> bool:
    """Whether `asked` holds the catalogue's question of this name, or asks again for one of its fields."""
    known = catalogue()
    fields = [name for name, field in known.fields.items() if field.question == question]
    again = (wording for name in fields for wording in wordings(name))
    return known.questions[question].text in asked or any(wording in asked for wording in again)


def _known(seen: Seen, seed: int) -> str:
    return f"{phrase('known_lead', seed, len(seen.turns))} {everything(seen.get('known', {}))}"


def _plan_soon(seen: Seen, seed: int) -> str:
    return phrase("plan_soon", seed, len(seen.turns))


def _deflect(seen: Seen, seed: int) -> str:
    return phrase("deflect", seed, len(seen.turns))


_ANSWERS: dict[str, Callable[[Seen, int], str]] = {
    "asks_known": _known,
    "probes_framework": _deflect,
    "asks_why": _why,
    "wants_plan_now": _plan_soon,
}
