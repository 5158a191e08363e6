"""`coach-eval list`: everything that other commands take by name."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from rich.console import Console
from rich.table import Table

from coach import variants
from coach.close_names import unknown
from coach.command_line import command as described
from evals.commands.options import LOG_DIR

if TYPE_CHECKING:
    from reports.header import Header

Json = dict[str, Any]
WIDTH = 120


class ListedKind(NamedTuple):
    """Things with names: where to use them, how to find them, and of what is shown the heading and the key."""

    used: str
    found: Callable[[Path], Iterator[Json]]
    shown: Mapping[str, str]


def _kind(_ctx: click.Context, _param: click.Parameter, given: str | None) -> str | None:
    if given is not None and given not in KINDS:
        raise click.UsageError(unknown("list", given, KINDS, f"there are {', '.join(KINDS)}"))
    return given


@described("list", example="coach-eval list personas")
@click.argument("kind", required=False, metavar="[KIND]", callback=_kind)
@LOG_DIR
@click.option("--json", "as_json", is_flag=True, help="one JSON object with everything")
def command(kind: str | None, log_dir: Path, as_json: bool) -> int:  # noqa: FBT001 (click hands options over by name)
    """List what other commands take by name: runs, variants, personas, scorers, planted faults, labelled sets.

    KIND is runs, variants, personas, scorers, faults or sets; without it, all but the faults.
    """
    chosen = [kind] if kind else [name for name in KINDS if as_json or name != "faults"]
    found = {name: list(KINDS[name].found(log_dir)) for name in chosen}
    if as_json:
        click.echo(json.dumps(found, indent=2))
        return 0
    console = Console(width=max(WIDTH, Console().width), soft_wrap=False)
    for number, (name, things) in enumerate(found.items()):
        heading = f"{name.capitalize()} ({len(things)}): {KINDS[name].used}"
        console.print(f"\n{heading}" if number else heading, markup=False, highlight=False)
        console.print(_table(things, KINDS[name].shown) if things else "  none yet", highlight=False)
    return 0


def _table(things: list[Json], shown: Mapping[str, str]) -> Table:
    table = Table(box=None, show_header=len(shown) > 2, padding=(0, 2, 0, 2))  # noqa: PLR2004 (a name and a remark need no heading)
    for number, (heading, key) in enumerate(shown.items()):
        longest = max(len(str(thing[key])) for thing in things)
        table.add_column(heading, min_width=0 if number else longest)  # a name can be pasted whole
    for thing in things:
        table.add_row(*(_cell(thing[key]) for key in shown.values()))
    return table


def _cell(value: Any) -> str:
    """A time to the minute, a status in words; `[` is no markup."""
    text = _STATUS.get(str(value), str(value))
    return (text[:16].replace("T", " ") if _TIME.match(text) else text).replace("[", r"\[")


_STATUS = {"success": "complete", "started": "not finished", "cancelled": "stopped"}
_TIME = re.compile(r"\d{4}-\d\d-\d\dT")


def _runs(log_dir: Path) -> Iterator[Json]:
    """The newest first. `sessions`: how many it was to play; `played`: how many ended, where the run did not.

    A log that cannot be read is told on the error stream.
    """
    from reports.run_names import headers, unreadable

    for error in unreadable(log_dir):
        click.echo(f"not listed: {error}", err=True)
    yield from map(_run, reversed(headers(log_dir)))


def _run(header: "Header") -> Json:
    wanted = header.epochs * len(header.personas)
    return {
        "run": header.run,
        "created": header.created,
        "variant": header.variant,
        "coach": header.coach,
        "athlete": header.athlete,
        "players": f"{header.coach} with {header.athlete}",
        "sessions": wanted,
        "played": wanted if header.complete else f"{_ended(Path(header.path))} of {wanted}",
        "status": header.status,
        "replay_of": header.replay_of or "",
        "log": header.path,
    }


def _ended(log: Path) -> int | str:
    from reports.errors import LogUnreadable
    from reports.logs import ended_sessions

    try:
        return ended_sessions(log)
    except LogUnreadable:
        return "?"


def _variants(_log_dir: Path) -> Iterator[Json]:
    for name in variants.names():
        comment = variants.comment_of(variants.folder_of(name))
        yield {"name": name, "comment": comment, "digest": variants.load(name).digest}


def _personas(_log_dir: Path) -> Iterator[Json]:
    from personas.files import names
    from personas.load import load

    for persona in map(load, names()):
        yield {"name": persona.id, "summary": persona.summary, "tags": persona.tags, "outcome": persona.expect.outcome}


def _scorers(_log_dir: Path) -> Iterator[Json]:
    from evals.checks.scorer_descriptions import ABOUT

    yield from ({"name": name, "about": about} for name, about in ABOUT.items())


def _faults(_log_dir: Path) -> Iterator[Json]:
    from evals.faults.registry import FAULTS

    for fault in FAULTS.values():
        yield {"name": fault.id, "about": fault.because, "owner": fault.owner}


def _sets(_log_dir: Path) -> Iterator[Json]:
    from evals.labelled import SETS

    yield from ({"name": name, "about": about} for name, about in SETS.items())


_NAMED = {"name": "name", "about": "about"}
KINDS = {
    "runs": ListedKind(
        "for --run, --base and --cand; also latest, and @VARIANT for the newest of a variant",
        _runs,
        {
            "run": "run",
            "created (UTC)": "created",
            "players": "players",
            "sessions": "played",
            "status": "status",
            "replay of": "replay_of",
        },
    ),
    "variants": ListedKind(
        "for --variant; a folder of your own will do, too", _variants, {**_NAMED, "about": "comment"}
    ),
    "personas": ListedKind(
        "for --persona; names with commas between, or all", _personas, {**_NAMED, "about": "summary"}
    ),
    "scorers": ListedKind("for score --fail-on", _scorers, _NAMED),
    "faults": ListedKind(
        "for faults --only", _faults, {"fault": "name", "what happens": "about", "caught by": "owner"}
    ),
    "sets": ListedKind("for labelled", _sets, _NAMED),
}
