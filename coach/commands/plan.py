"""`coach plan show|export ID`: the plan of a saved session, to read or for a calendar, a watch, a page."""

import sys
from typing import Final

from coach.commands.export import FORMATS, parsed, write
from coach.commands.saved import open_store, saved_entries, store_option
from coach.errors import InputError
from coach.flow import replay
from coach.plan.present import plan_text
from coach.records.block import TrainingBlock
from coach.store.location import Location
from coach.store.stored import events_of
from coach.terminal import shown_safely

USAGE: Final = (
    f"usage: coach plan show ID [--store FILE|URL]\n"
    f"       coach plan export ID --format {'|'.join(FORMATS)} [--out DIR] [--store FILE|URL]"
)


def run(arguments: list[str]) -> int:
    """Print or export the plan that stands before the athlete; `InputError` where there is none."""
    store, rest = store_option(arguments, USAGE)
    match rest:
        case ["show", name] if not name.startswith("-"):
            sys.stdout.write(f"{shown_safely(plan_text(_plan(store, name)))}\n")
            return 0
        case ["export", *more]:
            wanted = parsed(more, USAGE)
            return write(_plan(store, wanted["FILE"]), wanted)
    raise InputError(USAGE)


def _plan(location: Location, name: str) -> TrainingBlock:
    with open_store(location) as store:
        entries = saved_entries(store, name)
    plan = replay(events_of([entry.event for entry in entries])).shown
    if plan is None:
        raise InputError(f"the session {name} has no plan to show: none was made yet, or it no longer holds")
    return plan
