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
_OF_VARIANTS: dict[str, dict[str, str]] = {}
"""Variant to its prompts by hash, as they were when last read: read again for a hash that is not among them."""


def prompts_of(session: SessionView, kept: Iterable[str] = (), source: str | None = None) -> Prompts:
    """The prompts whose hashes the session recorded, from texts `kept` beside it or from its variant as it is now.

    `source`: where the variant is loaded from (`Variant.source`); None: by the name that the session recorded.
    """
    started = session.last(SessionStarted)
    if started is None:
        return NO_PROMPTS
    recorded = started[1].prompts
    known = {text_hash(text): text for text in kept}
    if not known.keys() >= set(recorded.values()):
        known |= _of_variant(source or started[1].variant, set(recorded.values()) - known.keys())
    texts = tuple(known[digest] for digest in recorded.values() if digest in known)
    return Prompts(texts, tuple(f"the prompt {name}" for name, digest in recorded.items() if digest not in known))


def _of_variant(name: str, wanted: set[str]) -> dict[str, str]:
    if not wanted <= _OF_VARIANTS.get(name, {}).keys():
        try:
            _OF_VARIANTS[name] = {text_hash(text): text for text in variants.load(name).prompts.values()}
        except InputError:
            return {}
    return _OF_VARIANTS[name]
