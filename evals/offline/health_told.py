"""What the offline coach says to a complaint that nobody asked about and nothing records: that, and nothing else."""

from evals.offline.phrases import phrase
from evals.offline.questions import specific
from evals.offline.said import Said
from evals.offline.seen import Seen

_MOST = 2


def about_health(seen: Seen, seed: int) -> Said | None:
    """A word on what was told and a question about it; None where nothing was, or it was asked about twice already."""
    meant = [name for name in seen.get("speaks_of_health", []) if len(seen.answers_to(name)) < _MOST]
    if not meant:
        return None
    asked = [specific(name, seen, seed) for name in meant[:_MOST]]
    text = " ".join([phrase("acknowledge_pain", seed, len(seen.coach_texts)), *(put.text for put in asked)])
    return Said(text, acts=tuple(ask for put in asked for ask in put.asks))
