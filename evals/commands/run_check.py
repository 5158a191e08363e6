"""Whether a run's record is what was written: its log held against its manifest, for every command that asks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coach.errors import ChainBroken
from coach.store.chain import ChainEntry, hashes, verify
from evals.errors import RunError
from evals.inspect_parts import differing, log_parts
from evals.run import store_path
from evals.run_manifest import OWN, VERSION, digests, header_facts, named_samples, read_manifest, version_of

if TYPE_CHECKING:
    from reports.audit import ChainCheck
    from reports.header import Header
    from reports.logs import LoggedRun

Json = dict[str, Any]
RESCORED = "the scores are not those that the run ended with: it was scored again since, or they were edited"
ALTERED = (
    "what the log holds beside the events (persona and labels, seed, acts, error, messages) is not what was written"
)
INSPECTS = "what Inspect itself wrote of {} is not what was written: {}"
CONSISTENT = "consistent with the run's manifest"
_SHORT = 60


@dataclass(frozen=True, slots=True)
class RunCheck:
    """What came of a check.

    `run`: problems of the run as a whole; `header`: those of its header, or that there is no manifest, which leave no
    session confirmed. `sessions`: every session that was checked, by the name under which the log files it; `missing`:
    those of the manifest that the log has not. `rescored`: those with other scores than the run ended with, whose
    record may well hold. `listed`: how many the manifest lists. `version`: that of the manifest; None without one.
    """

    run: tuple[str, ...]
    header: tuple[str, ...]
    missing: tuple[str, ...]
    sessions: Mapping[str, "ChainCheck"]
    rescored: frozenset[str]
    events: int
    listed: int
    version: int | None

    @property
    def problems(self) -> tuple[str, ...]:
        return (*self.run, *self.header, *(f"{name} is in the manifest and not in the log" for name in self.missing))

    @property
    def altered(self) -> tuple[str, ...]:
        """A line for every session whose record or scores are not what was written."""
        records = (f"{name}: {check.what}" for name, check in self.sessions.items() if not check.ok)
        return (*records, *(f"{name}: {RESCORED}" for name in sorted(self.rescored)))

    @property
    def record_holds(self) -> bool:
        """Whether all but the scores is what was written."""
        return not self.problems and bool(self.sessions) and all(check.ok for check in self.sessions.values())

    @property
    def holds(self) -> bool:
        """Whether the scores are, too."""
        return self.record_holds and not self.rescored

    def of(self, session: str) -> "ChainCheck":
        """The check of one session, for a page that shows its scores and what the header says of its run."""
        check = self.sessions[session]
        problems = (*self.header, *((RESCORED,) if session in self.rescored else ()))
        return replace(check, ok=False, what="; ".join(problems)) if check.ok and problems else check


def check_run(header: "Header", only: str | None = None) -> RunCheck:
    """Hold the log of `header` against its manifest. `only`: check no other session, but still the run's header,
    which may sum up other scores of any session.

    `RunError` where only tables were kept.
    """
    path = Path(header.path)
    if not path.is_file():
        raise RunError(f"{path} holds only tables, and no sessions to check")
    manifest = read_manifest(path) or {}
    heads = manifest.get("heads", {})
    checks: dict[str, ChainCheck] = {}
    rescored, events = set(), 0
    for name, sample in named_samples(path):
        made = digests(sample)
        others = bool(manifest) and _digest(manifest, name, "scores") != made["scores"]
        if asked := only in {None, name}:
            events += len(_stored(sample).get("events") or ())
        if asked or others:
            check = _checked(name, sample, made, manifest)
            rescored |= {name} if others and check.ok else set()
            checks |= {name: check} if asked else {}
    return RunCheck(
        run=tuple(_run_problems(header, heads)),
        header=tuple(_header_problems(path, manifest, rescored=bool(rescored))),
        missing=tuple(sorted(set(heads) - set(checks))) if only is None else (),
        sessions=checks,
        rescored=frozenset(rescored & checks.keys()),
        events=events,
        listed=len(heads),
        version=version_of(manifest) if manifest else None,
    )


def checked(run: "LoggedRun") -> "LoggedRun":
    """`run` with what its manifest says against it. Tables kept in a folder have none, an unfinished run none yet."""
    if not Path(run.header.path).is_file():
        return replace(run, has_manifest=False)
    if not run.header.complete:
        return run
    check = check_run(run.header)
    if read_manifest(Path(run.header.path)) is None:
        return replace(run, doubts=tuple(_first(check.altered)), has_manifest=False)
    return replace(run, doubts=(*check.problems, *_first(check.altered)))


def _first(bad: tuple[str, ...]) -> Iterator[str]:
    """One sentence for all of them, with the first."""
    if bad:
        yield bad[0] + (f"; so it is with {len(bad) - 1} more" if len(bad) > 1 else "")


def _digest(manifest: Json, session: str, part: str) -> Any:
    """What the manifest holds, whatever else stands in its place."""
    held = manifest.get("digests")
    found = held.get(session) if isinstance(held, dict) else None
    return found.get(part) if isinstance(found, dict) else None


def _run_problems(header: "Header", heads: Json) -> Iterator[str]:
    from reports.eval_file import read_header
    from reports.logs import ended_sessions

    path = Path(header.path)
    if not header.complete:
        ended, wanted = ended_sessions(path), header.epochs * len(header.personas)
        stored = store_path(header.run, path.parent).is_file()
        way_on = f"; `coach-eval resume --run {header.run}` finishes it" if stored else ""
        yield f"the run did not finish: the log (status {header.status}) has {ended} of {wanted} sessions whole{way_on}"
    begun = header_facts(read_header(path))["sessions"]
    if heads and begun != len(heads):
        yield f"the log is of a run of {begun} sessions, and the manifest lists {len(heads)}"


def _header_problems(path: Path, manifest: Json, *, rescored: bool) -> Iterator[str]:
    """`rescored`: a session has other scores than the run ended with, and so has whatever Inspect sums them up in."""
    from reports.eval_file import read_header

    if not manifest:
        yield "there is no manifest to check the run against"
        return
    facts = header_facts(read_header(path))
    for key in sorted((facts.keys() | manifest.keys()) - OWN):
        if facts.get(key) != manifest.get(key):
            yield f"the log and the manifest differ in {key}{_values(facts.get(key), manifest.get(key))}"
    if version_of(manifest) == 1:
        return
    if version_of(manifest) != VERSION:
        yield f"the manifest is of version {version_of(manifest)}, and this harness reads versions 1 to {VERSION}"
    if parts := differing(log_parts(path), manifest.get("inspect"), rescored=rescored):
        yield INSPECTS.format("the run", parts)


def _values(*values: Any) -> str:
    shown = " and ".join(map(str, values))
    return f": {shown}" if len(shown) <= _SHORT else ""


def _checked(name: str, sample: Json, made: Json, manifest: Json) -> "ChainCheck":
    """`made`: the digests of the sample."""
    stored, heads = _stored(sample), manifest.get("heads", {})
    check = check_chain(stored.get("events") or (), stored.get("hashes") or (), heads.get(name))
    if not check.ok:
        return check
    parts = ""
    if heads and version_of(manifest) != 1:
        rescored = _digest(manifest, name, "scores") != made["scores"]
        parts = differing(made["inspect"], _digest(manifest, name, "inspect"), rescored=rescored)
    altered = {
        "the log records another final hash than its events give": bool(check.head)
        and stored.get("head") != check.head,
        f"the log files the session {sample.get('id')} under this name": sample.get("id") != name,
        "is in the log and not in the manifest": bool(heads) and name not in heads,
        ALTERED: bool(heads) and _digest(manifest, name, "record") != made["record"],
        INSPECTS.format("the session", parts): bool(parts),
    }
    if problem := next((what for what, holds in altered.items() if holds), None):
        return replace(check, ok=False, what=problem)
    return replace(check, what=CONSISTENT) if heads else check


def _stored(sample: Json) -> Json:
    session = (sample.get("store") or {}).get("session")
    return session if isinstance(session, dict) else {}


def check_chain(events: Any, written: Any, head: str | None) -> "ChainCheck":
    """Recompute the chain of a stored session, and hold its head against the manifest's, where that has one."""
    from reports.audit import ChainCheck

    recomputed = hashes(events)
    found = recomputed[-1] if recomputed else ""
    if len(events) != len(written):
        what = f"{len(events)} events and {len(written)} hashes"
        return ChainCheck(ok=False, head=found, broken_at=min(len(events), len(written)), what=what)
    try:
        entries = [ChainEntry(event=event, hash=each) for event, each in zip(events, written, strict=True)]
        verify("session", entries, head)
    except ChainBroken as broken:
        return ChainCheck(ok=False, head=found, broken_at=broken.args[1], what=f"the chain is broken: {broken.args[2]}")
    what = "the chain is intact; there is no manifest to check it against"
    return ChainCheck(ok=True, head=found, broken_at=None, what=what)
