"""The prompts a session was run with, found again by their hashes: internal text that must not surface."""

from coach import variants
from coach.errors import InputError
from coach.events import SessionStarted
from evals.checks.view import SessionView


def prompts_of(session: SessionView) -> tuple[str, ...]:
    """The prompt texts whose hashes the session recorded; those that have changed since are left out."""
    started = session.last(SessionStarted)
    if started is None:
        return ()
    try:
        variant = variants.load(started[1].variant)
    except InputError:
        return ()
    recorded = set(started[1].prompts.items())
    return tuple(text for name, text in variant.prompts.items() if (name, variant.prompt_hashes[name]) in recorded)
