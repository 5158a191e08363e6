"""`coach resume ID`: go on with a saved session. Needs ANTHROPIC_API_KEY."""

import asyncio
from typing import TYPE_CHECKING

from coach import variants
from coach.commands.chat import require_key, talk
from coach.commands.saved import open_store, options, saved_entries
from coach.errors import InputError
from coach.events import SessionStarted
from coach.loop import Coach
from coach.store.chain import Entry
from coach.store.recorder import Recorder
from coach.store.stored import events_of
from coach.variants import Variant

if TYPE_CHECKING:
    from coach.store.sessions import SessionStore

USAGE = "usage: coach resume ID [--store FILE|URL]"


def run(arguments: list[str]) -> int:
    """Say where the talk stood, and go on; nothing is asked again that was answered."""
    given = options(arguments, USAGE)
    if given.name is None:
        raise InputError(USAGE)
    with open_store(given.store) as store:
        entries = open_entries(store, given.name)
        variant = _variant(given.name, entries)
        require_key()
        recorder = Recorder(store.sink(given.name, len(entries)), recorded=entries)
        return asyncio.run(talk(variant, recorder, Coach.resume, given))


def open_entries(store: "SessionStore", name: str) -> tuple[Entry, ...]:
    """The entries of a session that is there and has not ended."""
    entries = saved_entries(store, name)
    if entries[-1].event["kind"] == "session_closed":
        raise InputError(f"the session {name} has ended; begin a new one with coach chat")
    return entries


def _variant(name: str, entries: tuple[Entry, ...]) -> Variant:
    """The variant that the session was begun with; its prompts have to be the same, since answers are bound to them."""
    (started,) = events_of([entries[0].event])
    if not isinstance(started, SessionStarted):
        raise InputError(f"the session {name} has no beginning")
    variant = variants.load(started.variant)
    if variant.prompt_hashes != started.prompts:
        raise InputError(f"the prompts of {variant.name} have changed since the session {name} was begun")
    return variant
