"""Runs as tables: one row per session and scorer, one row per session; whole sessions only when asked for."""

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import polars as pl

from reports.annotations import Annotation, annotations_path, read_annotations
from reports.errors import LogUnreadable, RunNotFound, SessionNotFound
from reports.eval_file import read_header, read_sample, read_samples, read_scored
from reports.header import Header, header_of

Json = dict[str, Any]
Row = tuple[Any, ...]
STORED_HEADER = "header.json"
"""The header of a run whose tables are kept in a folder (`reports.stored`)."""

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
class Session:
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


def as_logged(session: Session) -> Session:
    return session


Opened = Callable[[Sequence[Json]], tuple[Json, ...]]
"""Stored events in the form that is shown; handed in, because reports know no code of the coach."""


@dataclass(frozen=True, slots=True)
class Run:
    """A log's header and tables, and what people said of its sessions; `session` reads a whole session from the file,
    and hands it through `read_as`."""

    header: Header
    scores: pl.DataFrame
    sessions: pl.DataFrame
    read_as: Callable[[Session], Session] = as_logged
    opened: Opened = tuple
    annotations: tuple[Annotation, ...] = ()

    def session(self, session_id: str) -> Session:
        raw = read_sample(Path(self.header.path), session_id)
        if raw is None:
            known = self.sessions["session"].to_list()
            near = get_close_matches(session_id, known, n=5, cutoff=0.3) or known[:5]
            way_on = f"close names are {', '.join(near)}" if near else "the run has none at all"
            raise SessionNotFound(self.header.path, f"there is no session {session_id!r}", way_on)
        return self.read_as(_session(raw, self.opened))

    def each_session(self, only: Collection[str] | None = None) -> Iterator[Session]:
        """Every session, or those of these names, in one pass over the file; none where only tables were kept."""
        if Path(self.header.path).is_file():
            read = read_samples(Path(self.header.path), only)
            yield from (self.read_as(_session(raw, self.opened)) for raw in read)


def read_run(path: Path, opened: Opened = tuple) -> Run:
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
    return Run(header, scores, sessions, opened=opened, annotations=read_annotations(annotations_path(header)))


def _table(rows: list[Row], schema: dict[str, Any]) -> pl.DataFrame:
    """By columns: polars takes ten times as long for rows with lists in them."""
    columns = zip(*rows, strict=True) if rows else ((),) * len(schema)
    return pl.DataFrame(dict(zip(schema, columns, strict=True)), schema=schema)


def _order(session: Row) -> Row:
    name, persona, _, _, epoch, *_ = session
    return persona, epoch, name


def find_run(logs_dir: Path, ref: str, opened: Opened = tuple) -> Run:
    """The run that `ref` names; see `find_log`."""
    return read_run(find_log(logs_dir, ref), opened)


def find_log(logs_dir: Path, ref: str) -> Path:
    """The log or stored tables that `ref` names: a path, `latest` (successful), `@variant` (its newest, no
    replay), or a run id."""
    if Path(ref).is_file() or (Path(ref) / STORED_HEADER).is_file():
        return Path(ref)
    known = headers(logs_dir)
    if ref == "latest":
        found = [header for header in known if header.complete]
    elif ref.startswith("@"):
        found = [header for header in known if header.variant == ref[1:] and header.replay_of is None]
    else:
        found = [header for header in known if ref in {header.run, Path(header.path).name}]
    if not found:
        raise RunNotFound(str(logs_dir), f"no run answers to {ref!r}", _known(known))
    return Path(found[-1].path)


def headers(logs_dir: Path) -> list[Header]:
    """The headers of all runs, oldest first. What cannot be read cannot be named, and stays out."""
    found = []
    for path in sorted(logs_dir.glob("*.eval")):
        try:
            found.append(header_of(str(path), read_header(path)))
        except LogUnreadable:
            continue
    return sorted(found, key=lambda header: (header.created, header.path))


def _known(headers: list[Header]) -> str:
    if not headers:
        return "there are no runs yet; make one with `make eval persona=all`"
    newest = [f"{header.run} (@{header.variant}, {header.status})" for header in reversed(headers[-5:])]
    return f"the newest are {', '.join(newest)}"


def _row(raw: Json) -> Row:
    meta = raw["metadata"]
    tags = [str(tag) for tag in meta.get("tags") or ()]
    who = (str(raw["id"]), meta["persona_id"], meta["cluster"], tags, meta["epoch"], meta["seed"])
    return *who, _error(raw), raw.get("total_time")


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


def _session(raw: Json, opened: Opened) -> Session:
    stored = _stored(raw)
    events = tuple(stored.get("events") or ())
    return Session(
        id=str(raw["id"]),
        metadata=raw["metadata"],
        stored=events,
        events=opened(events),
        hashes=tuple(stored.get("hashes") or ()),
        head=stored.get("head"),
        error=_error(raw),
        scores=raw["scores"] or {},
    )
