"""`coach resume`: go on with a saved session. Needs ANTHROPIC_API_KEY."""

import asyncio
from typing import TYPE_CHECKING

import click

from coach import variants
from coach.command_line import command as described
from coach.commands.chat import Saved, require_key, talk
from coach.commands.saved import STORE, open_store, saved_entries
from coach.errors import InputError
from coach.events import SessionStarted
from coach.loop import Coach
from coach.store.chain import ChainEntry
from coach.store.location import Location
from coach.store.stored import events_of
from coach.variants import Variant

if TYPE_CHECKING:
    from coach.store.sessions import SessionStore


@described("resume", example="coach resume 2026-11-24-a1b2c3")
@click.argument("session")
@STORE
def command(session: str, store: Location) -> int:
    """Continue SESSION (`coach sessions` lists them) where it stopped; nothing is asked twice.

    Needs the environment variable ANTHROPIC_API_KEY.
    """
    with open_store(store) as opened:
        entries = open_entries(opened, session)
        variant = _variant(session, entries)
        require_key()
        saved = Saved(session, store, opened)
        return asyncio.run(talk(variant, saved.recorder(), Coach.resume, saved))


def open_entries(store: "SessionStore", name: str) -> tuple[ChainEntry, ...]:
    """The entries of a session that is there and has not ended."""
    entries = saved_entries(store, name)
    if entries[-1].event["kind"] == "session_closed":
        raise InputError(f"the session {name} has ended; start a new one with `coach chat`")
    return entries


def _variant(name: str, entries: tuple[ChainEntry, ...]) -> Variant:
    """The variant that the session was begun with; its prompts have to be the same, since answers are bound to them."""
    (started,) = events_of([entries[0].event])
    if not isinstance(started, SessionStarted):
        raise InputError(f"the record of the session {name} has no start")
    variant = variants.load(started.variant)
    if variant.prompt_hashes != started.prompts:
        raise InputError(f"the prompts of {variant.name} have changed since the session {name} was started")
    return variant
