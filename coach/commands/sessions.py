"""`coach sessions`: the saved sessions, the newest first."""

import datetime as dt
import sys

from coach.commands.saved import open_store, options
from coach.errors import InputError
from coach.flow import is_held, replay
from coach.store.sqlite import SessionStore, StoredSession
from coach.store.stored import events_of

USAGE = "usage: coach sessions [--store PATH]"


def run(arguments: list[str]) -> int:
    """One line a session: its id, when it was last written, how far it is, the goal."""
    given = options(arguments, USAGE)
    if given.name is not None:
        raise InputError(USAGE)
    with open_store(given.store) as store:
        found = store.sessions()
        for each in found:
            sys.stdout.write(f"{_line(store, each)}\n")
    if not found:
        sys.stdout.write(f"There are no sessions in {given.store} yet.\n")
    return 0


def _line(store: SessionStore, stored: StoredSession) -> str:
    session = replay(events_of([entry.event for entry in store.entries(stored.session)]))
    written = dt.datetime.fromtimestamp(stored.updated).astimezone()
    goal = session.goals[0].text if session.goals else "no goal yet"
    plain = "".join(each if each.isprintable() else " " for each in goal)
    stands = session.outcome or ("in review" if is_held(session) else "open")
    return f"{stored.session}  {written:%Y-%m-%d %H:%M}  {stands:9}  {plain}"
