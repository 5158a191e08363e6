"""Where `coach` keeps its sessions, and the options that the commands on them share."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from coach.errors import InputError
from coach.store.location import Location, located

if TYPE_CHECKING:
    from coach.store.chain import Entry
    from coach.store.sessions import SessionStore

__all__ = ["Options", "open_store", "options", "saved_entries", "store_option"]


@dataclass(frozen=True, slots=True)
class Options:
    """`name`: the one positional argument, None where it was left out. `store`: where the sessions are.

    `more`: each further option with its values, in the order in which they were given.
    """

    name: str | None
    store: Location
    more: Mapping[str, tuple[str, ...]]


def options(arguments: list[str], usage: str, *more: str) -> Options:
    """`[NAME] [--store FILE|URL]` and the options `more`, each with a value; `InputError(usage)` for anything else."""
    store, rest = store_option(arguments, usage)
    names, left = list[str](), list(rest)
    found: dict[str, tuple[str, ...]] = dict.fromkeys(more, ())
    while left:
        given = left.pop(0)
        if given in found and left:
            found[given] += (left.pop(0),)
        elif given.startswith("-"):
            raise InputError(usage)
        else:
            names.append(given)
    if len(names) > 1:
        raise InputError(usage)
    return Options(names[0] if names else None, store, found)


def store_option(arguments: list[str], usage: str) -> tuple[Location, list[str]]:
    """The store that `--store FILE|URL` or the environment names, or the default; and the other arguments."""
    if "--store" not in arguments:
        return located(None) or _default_store(), arguments
    at = arguments.index("--store")
    if len(arguments) == at + 1:
        raise InputError(usage)
    return located(arguments[at + 1]) or _default_store(), [*arguments[:at], *arguments[at + 2 :]]


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


def saved_entries(store: "SessionStore", name: str) -> "tuple[Entry, ...]":
    """The entries of a session that has to be there."""
    entries = store.entries(name)
    if not entries:
        known = ", ".join(each.session for each in store.sessions()[:5]) or "none"
        raise InputError(f"there is no session {name!r} in {store.name}; the newest are: {known}")
    return entries
