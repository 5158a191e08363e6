"""A whole run laid open: who played, whether every record holds, and the way to the audit of each session.

The chain of each session and the heads of the manifest are checked by who may know the coach; this says what came of
it. A session that the manifest knows and the log does not is as loud as a broken chain.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from reports import agreement, wording
from reports.agreement import Agreement
from reports.audit import Audit
from reports.audit_details import who_played
from reports.blocks import Banner, Block, Folded, Heading, Table, Text, cells
from reports.header import Header
from reports.logs import word_of
from reports.redact import NOTICE


@dataclass(frozen=True, slots=True)
class Examined:
    """One session of the run; `page`: where its own audit lies, relative to the page of the run."""

    session: str
    outcome: str
    gate: str
    failed: tuple[str, ...]
    unjudged: tuple[str, ...]
    whole: bool
    chain: str
    page: str


@dataclass(frozen=True, slots=True)
class RunAudit:
    """`missing`: sessions whose head the manifest holds and of which the log has nothing. `problems`: of the run as a
    whole, such as a header that is not that of the manifest."""

    header: Header
    sessions: tuple[Examined, ...]
    missing: tuple[str, ...]
    manifest: str
    problems: tuple[str, ...] = ()
    redacted: bool = False
    agreement: tuple[Agreement, ...] = ()
    uncounted: str | None = None  # annotations that belong to nothing in the run

    @property
    def whole(self) -> bool:
        lacking = self.missing or self.problems or not self.sessions
        return not lacking and all(session.whole for session in self.sessions)


def examined(audit: Audit, page: str) -> Examined:
    passed = {name: (score.get("metadata") or {}).get("passed") for name, score in audit.session.scores.items()}
    gates = audit.of_kind("gate_evaluated")
    silent = {name for name, score in audit.session.scores.items() if word_of(score) == "not_judged"}
    silent |= audit.header.scorer_versions.keys() - audit.session.scores.keys()
    return Examined(
        session=audit.session.id,
        outcome=audit.outcome,
        gate=gates[-1].status if gates else "never asked",
        failed=tuple(sorted(name for name, verdict in passed.items() if verdict is False)),
        unjudged=tuple(sorted(silent)),
        whole=audit.chain.ok,
        chain=audit.chain.what,
        page=page,
    )


def blocks(run: RunAudit) -> tuple[Block, ...]:
    return tuple(_blocks(run))


def _blocks(run: RunAudit) -> Iterator[Block]:
    yield _verdict(run)
    if run.redacted:
        yield Text(f"{NOTICE} The hash chains were checked before.")
    broken = [session for session in run.sessions if not session.whole]
    if not run.whole:
        yield Heading(2, "Records that are not confirmed")
        lost = [(name, "in the manifest, not in the log") for name in run.missing]
        whole = [(f"run {run.header.run}", problem) for problem in run.problems]
        rows = [*whole, *((session.session, session.chain) for session in broken), *lost]
        yield Table(("record", "what"), cells(rows))
    yield Heading(2, "Sessions")
    outcomes = Counter(session.outcome for session in run.sessions)
    yield Text(", ".join(f"{number} {outcome}" for outcome, number in sorted(outcomes.items())))
    ordered = sorted(run.sessions, key=lambda session: (session.whole, not session.failed, session.session))
    columns = ("session", "ended", "safety gate", "failed", "not judged", "record")
    yield Table(columns, cells(_row(session) for session in ordered), links=tuple(session.page for session in ordered))
    yield from agreement.blocks(run.agreement, level=2)
    if run.uncounted:
        yield Text(run.uncounted)
    facts = cells([*who_played(run.header), ("Manifest", run.manifest)])
    yield Heading(2, "Details")
    yield Folded("Run, versions and hashes", (Table(("what", "value"), facts),))


def _verdict(run: RunAudit) -> Banner:
    title = f"Audit of run {run.header.run}: {wording.count(len(run.sessions), 'session')}"
    held = sum(session.whole for session in run.sessions)
    text = f"{held} of {wording.count(len(run.sessions), 'session record')} confirmed. {run.manifest}"
    if run.whole:
        return Banner(title, "pass", text, loud="Every record is as it was written.")
    lost = f" {wording.count(len(run.missing), 'session')} of the manifest missing." if run.missing else ""
    problems = "".join(f" {problem[:1].upper()}{problem[1:]}." for problem in run.problems)
    return Banner(title, "broken", text + lost + problems, loud="NOT EVERY RECORD is confirmed.")


def _row(session: Examined) -> tuple[str, ...]:
    record = "confirmed" if session.whole else f"NOT CONFIRMED: {session.chain}"
    failed, unjudged = (", ".join(names) or "none" for names in (session.failed, session.unjudged))
    return session.session, session.outcome, session.gate.replace("_", " "), failed, unjudged, record
