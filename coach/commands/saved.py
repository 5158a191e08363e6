"""Where `coach` keeps its sessions, and the option that says so."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from coach.close_names import unknown
from coach.errors import InputError
from coach.store.location import ENVIRONMENT, Location, located

if TYPE_CHECKING:
    from coach.store.chain import ChainEntry
    from coach.store.sessions import SessionStore


def _located(_ctx: click.Context, _param: click.Parameter, given: str | None) -> Location:
    return located(given) or _default_store()


STORE = click.option(
    "--store",
    metavar="FILE|URL",
    callback=_located,
    help=f"where sessions are saved; default: {ENVIRONMENT}, or sessions.sqlite in ~/.local/share/coach",
)
"""The option `store` of every command on saved sessions: a `Location`."""


def _default_store() -> Path:
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(data).expanduser() / "coach" / "sessions.sqlite"


def open_store(location: Location) -> "SessionStore":
    """The store there; a new file can be read by its owner only, since the talk is about health."""
    if isinstance(location, Path):
        try:
            location.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            location.touch(mode=0o600)
        except OSError as error:
            what = f"the session store {location} cannot be written: {error.strerror}; choose another one with --store"
            raise InputError(what) from error
    from coach.store.sessions import SessionStore

    return SessionStore(location)


def saved_entries(store: "SessionStore", name: str) -> "tuple[ChainEntry, ...]":
    """The entries of a session that has to be there."""
    entries = store.entries(name)
    if not entries:
        known = [each.session for each in store.sessions()]
        newest = f"the newest are {', '.join(known[:5])}" if known else "there are none yet"
        raise InputError(unknown("session", name, known, newest) + f" ({store.name})")
    return entries
