"""Logs with their sessions in today's form, whatever version stored them: how the commands read runs."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coach.errors import InputError
from coach.store.stored import events_of, upcast
from evals.errors import RunError
from evals.rejudging import rejudged

if TYPE_CHECKING:
    from reports.logs import LoggedRun

Json = dict[str, Any]


def read_run(path: Path) -> "LoggedRun":
    """The run at `path`: a log, or a folder that holds the tables of one (`coach-eval baseline`)."""
    from reports import logs, stored

    return stored.read_stored(path) if path.is_dir() else logs.read_run(path, _opened)


def find_run(logs_dir: Path, ref: str, *, with_verdicts: bool = False) -> "LoggedRun":
    """The run that `ref` names (`reports.logs.find_log`). `with_verdicts`: its gate evaluations are judged again."""
    from reports.run_names import find_log

    path = find_log(logs_dir, ref)  # before tables are imported: a wrong name is answered at once
    from reports.logs import read_run as read

    return read(path, _opened_with_verdicts if with_verdicts else _opened)


def restricted(run: "LoggedRun", personas: Collection[str] | None = None, epochs: int | None = None) -> "LoggedRun":
    """`run` with the sessions of these personas only, and no more than `epochs` of each; None: all.

    `RunError` where nothing is left.
    """
    if personas is None and epochs is None:
        return run
    import polars as pl

    header = run.header
    chosen = tuple(name for name in header.personas if personas is None or name in personas)
    if not chosen:
        raise RunError(f"the run {header.run} has no session of {', '.join(personas or ())}")
    sessions = run.sessions.filter(pl.col("persona").is_in(chosen))
    if epochs is not None:
        sessions = sessions.filter(pl.col("epoch") <= epochs)
    scores = run.scores.filter(pl.col("session").is_in(sessions["session"].implode()))
    update: dict[str, Any] = {"personas": chosen, "epochs": min(epochs or header.epochs, header.epochs)}
    if set(chosen) != set(header.personas):
        update["persona_digest_of"] = header.persona_digest_of or header.personas
    left_out = {*run.sessions["session"]} - {*sessions["session"]}
    annotations = tuple(one for one in run.annotations if one.session not in left_out)
    header = header.model_copy(update=update)
    return replace(run, header=header, sessions=sessions, scores=scores, annotations=annotations)


def _opened(events: Sequence[Json]) -> tuple[Json, ...]:
    """Damaged events stay as far as possible as they were logged: the hash chain tells where the damage is."""
    for read in (_whole, upcast):
        with suppress(InputError):
            return read(events)
    return tuple(events)


def _whole(events: Sequence[Json]) -> tuple[Json, ...]:
    """With the fields that the record leaves out because they hold their default."""
    return tuple({**event.model_dump(mode="json"), "kind": event.kind} for event in events_of(events))


def _opened_with_verdicts(events: Sequence[Json]) -> tuple[Json, ...]:
    return rejudged(_opened(events))
