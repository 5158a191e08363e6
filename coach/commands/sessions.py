"""`coach sessions`: the saved sessions, the newest first."""

import datetime as dt
import sys
from typing import TYPE_CHECKING

from coach.commands.saved import open_store, options
from coach.errors import CoachError, InputError
from coach.flow import is_held, replay
from coach.store.location import shown
from coach.store.stored import events_of

if TYPE_CHECKING:
    from coach.store.sessions import SessionStore, StoredSession

USAGE = "usage: coach sessions [--store FILE|URL]"


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
        sys.stdout.write(f"There are no sessions in {shown(given.store)} yet.\n")
    return 0


def _line(store: "SessionStore", stored: "StoredSession") -> str:
    written = f"{dt.datetime.fromtimestamp(stored.updated).astimezone():%Y-%m-%d %H:%M}"
    try:
        session = replay(events_of([entry.event for entry in store.entries(stored.session)]))
    except CoachError as error:
        return f"{stored.session}  {written}  {'damaged':9}  {error}"
    goal = session.goals[0].text if session.goals else "no goal yet"
    plain = "".join(each if each.isprintable() else " " for each in goal)
    stands = session.outcome or ("in review" if is_held(session) else "open")
    return f"{stored.session}  {written}  {stands:9}  {plain}"
