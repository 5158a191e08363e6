"""Where `coach` keeps its sessions, and the options that the commands on them share."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from coach.errors import InputError
from coach.store.sqlite import SessionStore

__all__ = ["Options", "open_store", "options"]


@dataclass(frozen=True, slots=True)
class Options:
    """`name`: the one positional argument, None where it was left out. `store`: the file of the sessions.

    `more`: each further option with its values, in the order in which they were given.
    """

    name: str | None
    store: Path
    more: Mapping[str, tuple[str, ...]]


def options(arguments: list[str], usage: str, *more: str) -> Options:
    """`[NAME] [--store PATH]` and the options `more`, each with a value; `InputError(usage)` for anything else."""
    names, left = list[str](), list(arguments)
    found: dict[str, tuple[str, ...]] = dict.fromkeys(("--store", *more), ())
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
    store = Path(found.pop("--store")[-1]) if found["--store"] else _default_store()
    return Options(names[0] if names else None, store, found)


def _default_store() -> Path:
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(data).expanduser() / "coach" / "sessions.sqlite"


def open_store(path: Path) -> SessionStore:
    """The store at `path`; a new one can be read by its owner only, since the talk is about health."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except OSError as error:
        raise InputError(f"the session store {path} cannot be written: {error.strerror}") from error
    return SessionStore(path)
