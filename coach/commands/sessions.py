"""`coach sessions`: the saved sessions, the newest first."""

import datetime as dt
import sys
from typing import TYPE_CHECKING

from coach.command_line import command as described
from coach.commands.saved import STORE, open_store
from coach.errors import CoachError
from coach.flow import is_held, replay
from coach.store.location import Location, shown
from coach.store.stored import events_of

if TYPE_CHECKING:
    from coach.store.sessions import SessionStore, StoredSession


@described("sessions", example="coach sessions")
@STORE
def command(store: Location) -> int:
    """List the saved sessions, the newest first: id, last change, how it stands, goal."""
    with open_store(store) as opened:
        found = opened.sessions()
        for each in found:
            sys.stdout.write(f"{_line(opened, each)}\n")
    if not found:
        sys.stdout.write(f"There are no sessions in {shown(store)} yet.\n")
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
