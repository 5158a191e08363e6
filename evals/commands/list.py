"""`coach-eval list`: the runs, variants and personas that other commands take by name."""

import json
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from coach import variants
from coach.command_line import command as described
from evals.commands.options import LOG_DIR

if TYPE_CHECKING:
    from reports.header import Header

Json = dict[str, Any]


@described("list", example="coach-eval list runs")
@LOG_DIR
@click.option("--json", "as_json", is_flag=True, help="one JSON object with everything")
def command(log_dir: Path, as_json: bool) -> int:  # noqa: FBT001 (click hands options over by name)
    """Print what there is: runs (newest first), variants, personas."""
    found = everything(log_dir)
    click.echo(json.dumps(found, indent=2) if as_json else "\n".join(_lines(found, log_dir)))
    return 0


def everything(log_dir: Path) -> Json:
    """Runs (newest first), variants and personas, as JSON."""
    from personas.load import load, names
    from reports.logs import headers

    return {
        "runs": [_run(header) for header in reversed(headers(log_dir))],
        "variants": [_variant(name) for name in variants.names()],
        "personas": [{"name": name, "summary": load(name).summary} for name in names()],
    }


def _run(header: "Header") -> Json:
    """`sessions`: how many it was to play."""
    return {
        "run": header.run,
        "created": header.created,
        "variant": header.variant,
        "coach": header.coach,
        "athlete": header.athlete,
        "sessions": header.epochs * len(header.personas),
        "status": header.status,
        "replay_of": header.replay_of,
        "log": header.path,
    }


def _variant(name: str) -> Json:
    comment = variants.comment_of(variants.folder_of(name))
    return {"name": name, "digest": variants.load(name).digest, "comment": comment}


def _lines(found: Json, log_dir: Path) -> Iterator[str]:
    yield f"Runs in {log_dir} (--run, --base, --cand; also latest, and @variant for its newest run)"
    for run in found["runs"]:
        number, source = run["sessions"], f", replay of {run['replay_of']}" if run["replay_of"] else ""
        yield (
            f"  {run['run']}  {run['created'][:16].replace('T', ' ')}  @{run['variant']}  {run['coach']} with "
            f"{run['athlete']}  {number} session{'s' if number > 1 else ''}  {run['status']}{source}"
        )
    if not found["runs"]:
        yield "  none yet; make one with `make eval persona=masters_runner`"
    yield "\nVariants (--variant; or the path of a folder)"
    yield from (f"  {each['name']}  {each['digest'][:12]}  {each['comment']}" for each in found["variants"])
    yield f"\nPersonas (--persona; {len(found['personas'])}, or all)"
    names = ", ".join(each["name"] for each in found["personas"])
    yield textwrap.fill(names, 120, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
