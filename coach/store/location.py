"""Where a store is: the path of a SQLite file, or the URL of a PostgreSQL database. Imports no database library."""

import os
from pathlib import Path
from urllib.parse import urlsplit

from coach.errors import InputError

Location = Path | str
"""A file, or a URL that begins with `postgresql://`."""
ENVIRONMENT = "COACH_STORE"
_FILE = "sqlite:///"
_SERVERS = ("postgresql://", "postgres://")


def located(given: str | None) -> Location | None:
    """The store named by `--store` or, without that, by the environment; None where neither names one."""
    name = given or os.environ.get(ENVIRONMENT)
    if not name:
        return None
    if name.startswith(_SERVERS):
        return "postgresql://" + name.partition("://")[2]
    if name.startswith(_FILE) or "://" not in name:
        return Path(name.removeprefix(_FILE)).expanduser()
    raise InputError(f"no store {name.partition('://')[0]}://...: give a file, or postgresql://USER@HOST/DATABASE")


def shown(location: Location) -> str:
    """`location` for people: without the password and the options of a URL."""
    if isinstance(location, Path):
        return str(location)
    parts = urlsplit(location)
    user, at, host = parts.netloc.rpartition("@")
    return f"{parts.scheme}://{user.partition(':')[0]}{at}{host}{parts.path}"
