"""Runs as tables: one row per session and scorer, one row per session; whole sessions only when asked for."""

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from reports.annotations import Annotation, annotations_path, read_annotations
from reports.errors import LogUnreadable
from reports.eval_file import read_header, read_sample, read_samples, read_scored
from reports.header import Header, header_of
from reports.run_names import find_log, require_session

Json = dict[str, Any]
Row = tuple[Any, ...]

SESSIONS: dict[str, Any] = {
    "session": pl.String,
    "persona": pl.String,
    "cluster": pl.String,
    "tags": pl.List(pl.String),
    "epoch": pl.Int64,
    "seed": pl.Int128,
    "error": pl.String,
    "seconds": pl.Float64,
}
"""The sessions table. `seconds`: how long playing and judging it took; null where nobody knows."""
SCORES: dict[str, Any] = {
    "session": pl.String,
    "scorer": pl.String,
    "version": pl.Int64,
    "value": pl.String,
    "number": pl.Float64,
    "passed": pl.Boolean,
    "rules": pl.List(pl.String),
    "quotes": pl.List(pl.String),
    "explanation": pl.String,
    "judged": pl.String,
}
"""The scores table. `number` is null for words, `passed` where nothing was judged; `rules`, `quotes`: of findings.

`judged`: what the scorer says of its own reach, as JSON (for instance the recall of what words alone can tell)."""


@dataclass(frozen=True, slots=True)
class LoggedSession:
    """One session as it was logged: plain JSON values, nothing judged and nothing left out.

    `stored`: the events as they were hashed; `events`: the same in today's form.
    """

    id: str
    metadata: Json
    stored: tuple[Json, ...]
    events: tuple[Json, ...]
    hashes: tuple[str, ...]
    head: str | None
    error: str | None
    scores: dict[str, Json]


def as_logged(session: LoggedSession) -> LoggedSession:
    return session


Opened = Callable[[Sequence[Json]], tuple[Json, ...]]
"""Stored events in the form that is shown; handed in, because reports know no code of the coach."""


@dataclass(frozen=True, slots=True)
class LoggedRun:
    """A log's header and tables, and what people said of its sessions; `session` reads a whole session from the file,
    and hands it through `read_as`. `doubts`: why it is not what was written; who may know the manifest says so."""

    header: Header
    scores: pl.DataFrame
    sessions: pl.DataFrame
    read_as: Callable[[LoggedSession], LoggedSession] = as_logged
    opened: Opened = tuple
    annotations: tuple[Annotation, ...] = ()
    doubts: tuple[str, ...] = ()
    has_manifest: bool = True

    @property
    def is_stored(self) -> bool:
        """Whether only its tables were kept, in a folder that is reviewed instead of checked (`reports.stored`)."""
        return Path(self.header.path).is_dir()

    def session(self, session_id: str) -> LoggedSession:
        raw = read_sample(Path(self.header.path), session_id)
        if raw is None:
            require_session(Path(self.header.path), session_id)
            raise LogUnreadable(self.header.path, f"has no record of {session_id!r}", "run the sessions again")
        return self.read_as(_session(raw, self.opened))

    def each_session(self, only: Collection[str] | None = None) -> Iterator[LoggedSession]:
        """Every session, or those of these names, in one pass over the file; none where only tables were kept."""
        if Path(self.header.path).is_file():
            read = read_samples(Path(self.header.path), only)
            yield from (self.read_as(_session(raw, self.opened)) for raw in read)


def read_run(path: Path, opened: Opened = tuple) -> LoggedRun:
    """Read the log at `path` in one pass; `opened` is for the events of sessions that are asked for later."""
    header = header_of(str(path), read_header(path))
    found: list[tuple[Row, list[Row]]] = []
    for raw in read_scored(path):
        try:
            session = _row(raw)
            found.append((session, [(session[0], *_score(*each)) for each in sorted((raw["scores"] or {}).items())]))
        except (KeyError, TypeError, AttributeError) as problem:
            what = f"sample {raw.get('id')!r} is not a coach session ({problem!r})"
            raise LogUnreadable(str(path), what, "run the sessions again") from problem
    found.sort(key=lambda each: _order(each[0]))
    scores = _table([row for _, rows in found for row in rows], SCORES)
    sessions = _table([session for session, _ in found], SESSIONS)
    return LoggedRun(header, scores, sessions, opened=opened, annotations=read_annotations(annotations_path(header)))


def _table(rows: list[Row], schema: dict[str, Any]) -> pl.DataFrame:
    """By columns: polars takes ten times as long for rows with lists in them."""
    columns = zip(*rows, strict=True) if rows else ((),) * len(schema)
    return pl.DataFrame(dict(zip(schema, columns, strict=True)), schema=schema)


def _order(session: Row) -> Row:
    name, persona, _, _, epoch, *_ = session
    return persona, epoch, name


def find_run(logs_dir: Path, ref: str, opened: Opened = tuple) -> LoggedRun:
    """The run that `ref` names; see `find_log`."""
    return read_run(find_log(logs_dir, ref), opened)


def _row(raw: Json) -> Row:
    meta = raw["metadata"]
    tags = [str(tag) for tag in meta.get("tags") or ()]
    who = (str(raw["id"]), meta["persona_id"], meta["cluster"], tags, meta["epoch"], meta["seed"])
    return *who, _error(raw), raw.get("total_time")


def ended_sessions(path: Path) -> int:
    """How many sessions of a log came to their end, without an error."""
    return sum(_error(raw) is None for raw in read_scored(path))


def _error(raw: Json) -> str | None:
    """Why the session is no session: Inspect's error, or the one the session itself recorded."""
    if error := raw.get("error"):
        return str(error["message"])
    return _stored(raw).get("error") if _stored(raw) else "the session left no record"


def _stored(raw: Json) -> Json:
    return (raw.get("store") or {}).get("session") or {}


def word_of(score: Json) -> Any:
    """The scorer's own value. Inspect says NaN of whatever was not scored; why not stands in the metadata."""
    value = score["value"]
    if isinstance(value, float) and value != value:  # noqa: PLR0124 (NaN is unlike itself)
        return str((score.get("metadata") or {}).get("value") or "not_judged")
    return value


def _score(name: str, score: Json) -> Row:
    value, meta = word_of(score), score.get("metadata") or {}
    number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
    findings = meta.get("findings") or ()
    rules = [str(finding["rule"]) for finding in findings if finding.get("rule")]
    quotes = [str(finding["quote"]) for finding in findings if finding.get("quote")]
    judged = (meta.get("version"), str(value), number, meta.get("passed"))
    reach = json.dumps(meta["judged"], sort_keys=True) if meta.get("judged") else "{}"
    return name, *judged, rules, quotes, score.get("explanation") or "", reach


def _session(raw: Json, opened: Opened) -> LoggedSession:
    stored = _stored(raw)
    events = tuple(stored.get("events") or ())
    return LoggedSession(
        id=str(raw["id"]),
        metadata=raw["metadata"],
        stored=events,
        events=opened(events),
        hashes=tuple(stored.get("hashes") or ()),
        head=stored.get("head"),
        error=_error(raw),
        scores=raw["scores"] or {},
    )
