"""`coach plan`: the plan of a saved session, to read or for a calendar, a watch, a page."""

import sys
from pathlib import Path

import click

from coach.command_line import group
from coach.commands.export import form_options, plan_in_force, write
from coach.commands.saved import STORE, open_store, saved_entries
from coach.flow import replay
from coach.plan.present import plan_text
from coach.records.block import TrainingBlock
from coach.store.location import Location
from coach.store.stored import events_of
from coach.terminal import shown_safely


@group("plan")
def command() -> None:
    """Show or export the plan of a saved session: the last one that the athlete was shown, as long as it holds."""


@command.command("show", example="coach plan show 2026-11-24-a1b2c3")
@click.argument("session")
@STORE
def show(session: str, store: Location) -> int:
    """Print the plan of SESSION (`coach sessions` lists them)."""
    sys.stdout.write(f"{shown_safely(plan_text(_plan(store, session)))}\n")
    return 0


@command.command("export", example="coach plan export 2026-11-24-a1b2c3 --format ics --out calendar")
@click.argument("session")
@form_options
@STORE
def export(session: str, form: str, out: Path | None, store: Location) -> int:
    """Turn the plan of SESSION into files for a calendar, a watch, a spreadsheet or a page."""
    return write(_plan(store, session), form, out)


def _plan(location: Location, name: str) -> TrainingBlock:
    with open_store(location) as store:
        entries = saved_entries(store, name)
    return plan_in_force(name, replay(events_of([entry.event for entry in entries])))
