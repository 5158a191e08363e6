"""The prompts a session was run with, found again by their hashes: internal text that must not surface."""

from collections.abc import Iterable
from typing import NamedTuple

from coach import variants
from coach.errors import InputError
from coach.events import SessionStarted
from coach.variants import text_hash
from evals.checks.view import SessionView


class Prompts(NamedTuple):
    """`texts` of the prompts that could be found, and what is `lost`: changed since, and nowhere kept."""

    texts: tuple[str, ...]
    lost: tuple[str, ...]


NO_PROMPTS = Prompts((), ())


def prompts_of(session: SessionView, kept: Iterable[str] = ()) -> Prompts:
    """The prompts whose hashes the session recorded, from its variant as it is now or from texts `kept` beside it."""
    started = session.last(SessionStarted)
    if started is None:
        return NO_PROMPTS
    known = {text_hash(text): text for text in kept}
    try:
        variant = variants.load(started[1].variant)
        known |= {variant.prompt_hashes[name]: text for name, text in variant.prompts.items()}
    except InputError:
        pass
    recorded = started[1].prompts.items()
    texts = tuple(known[digest] for _, digest in recorded if digest in known)
    return Prompts(texts, tuple(f"the prompt {name}" for name, digest in recorded if digest not in known))
