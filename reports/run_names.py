"""Which runs there are, and which one a name means. Reads headers only, and knows no table."""

from collections.abc import Collection, Iterator
from difflib import get_close_matches
from pathlib import Path

from reports.errors import LogForeign, LogUnreadable, RunAmbiguous, RunNotFound, SessionNotFound
from reports.eval_file import read_header, session_ids
from reports.header import Header, header_of

STORED_HEADER = "header.json"
"""The header of a run whose tables are kept in a folder (`reports.stored`)."""


def find_log(logs_dir: Path, ref: str, personas: Collection[str] = ()) -> Path:
    """The log or stored tables that `ref` names: a path, `latest` (successful), `@variant` (its newest that played
    `personas`, no replay), or a run id.

    `RunAmbiguous` where several complete logs are of that run: one of them is a copy, and may be an edited one.
    `LogUnreadable` where `latest` or `@variant` may mean a log that cannot be read: one with a later file name than
    that of the run found.
    """
    if Path(ref).is_file() or (Path(ref) / STORED_HEADER).is_file():
        return Path(ref)
    known = headers(logs_dir)
    if ref == "latest":
        found = [header for header in known if header.complete]
    elif ref.startswith("@"):
        found = [each for each in known if each.variant == ref[1:] and each.replay_of is None]
        found = [each for each in found if set(personas) <= set(each.personas)]
    else:
        found = [header for header in known if ref in {header.run, Path(header.path).name}]
    if not found:
        raise RunNotFound(str(logs_dir), f"there is no run {ref!r}", _known(known, ref))
    path = Path(found[-1].path)
    copies = [Path(header.path).name for header in found if header.run == found[-1].run and header.complete]
    if len(copies) > 1:
        what = f"the run {found[-1].run} lies in {len(copies)} logs: {', '.join(copies)}"
        raise RunAmbiguous(str(logs_dir), what, "name one of them by its path, or move the others out of the folder")
    if ref == "latest" or ref.startswith("@"):
        _require_newest(path, ref, unreadable(logs_dir))
    return path


def headers(logs_dir: Path) -> list[Header]:
    """The headers of all runs, oldest first. What cannot be read cannot be named, and stays out (`unreadable`)."""
    found = [read for read in _each(logs_dir) if isinstance(read, Header)]
    return sorted(found, key=lambda header: (header.created, header.path))


def unreadable(logs_dir: Path) -> list[LogUnreadable]:
    """Of each log that cannot be read, why, by file name."""
    return [read for read in _each(logs_dir) if isinstance(read, LogUnreadable)]


def _each(logs_dir: Path) -> Iterator[Header | LogUnreadable]:
    """Of each log by file name its header, or why it cannot be read; Inspect's logs of something else are left out."""
    for path in sorted(logs_dir.glob("*.eval")):
        try:
            yield header_of(str(path), read_header(path))
        except LogForeign:
            continue
        except LogUnreadable as error:
            yield error


def _require_newest(found: Path, ref: str, unread: list[LogUnreadable]) -> None:
    for where, what, _ in (error.args for error in unread):
        if Path(where).name > found.name:
            may_be = f"{what}, and it may be the run that {ref!r} means"
            raise LogUnreadable(where, may_be, "name another run, or move that file out of the folder")


def require_session(log: Path, session_id: str) -> None:
    """`SessionNotFound`, with the close names, where the log has no such session."""
    if session_id not in (known := session_ids(log)):
        near = get_close_matches(session_id, known, n=3, cutoff=0.6)
        some = f"it has {', '.join(known[:5])}{', ...' if len(known) > 5 else ''}" if known else "it has none at all"  # noqa: PLR2004 (what fits a line)
        raise SessionNotFound(
            str(log), f"there is no session {session_id!r}", f"did you mean {' or '.join(near)}?" if near else some
        )


def _known(headers: list[Header], ref: str) -> str:
    if not headers:
        return "there are none yet; make one with `make eval persona=masters_runner`"
    names = [name for header in reversed(headers) for name in (header.run, f"@{header.variant}")]
    if ref != "latest" and (near := get_close_matches(ref, [*dict.fromkeys(names), "latest"], n=3, cutoff=0.6)):
        return f"did you mean {' or '.join(near)}?"
    newest = [f"{header.run} (@{header.variant}, {header.status})" for header in reversed(headers[-5:])]
    return f"{'no run is complete; ' if ref == 'latest' else ''}newest: {', '.join(newest)}"
