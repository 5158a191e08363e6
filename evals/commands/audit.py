"""`coach-eval audit`: how one session came to its plan, with the hash chain checked."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from coach.errors import ChainBroken
from coach.safety import rules as safety_rules
from coach.store.chain import Entry, hashes, verify
from evals.commands.options import call

if TYPE_CHECKING:
    from reports.audit import Audit, ChainCheck, RuleText
    from reports.logs import Session


@click.command("audit")
@click.option("--run", "ref", default="latest", show_default=True, help="a log, a run id, latest, or @variant")
@click.option("--session", "session_id", required=True, help="PERSONA/EPOCH")
@click.option("--log-dir", default="logs", show_default=True, type=click.Path(path_type=Path))
@click.option("--out", default=None, type=click.Path(path_type=Path), help="folder of the pages; LOG_DIR/reports")
@click.option("--pdf", is_flag=True, help="a PDF too")
def command(ref: str, session_id: str, log_dir: Path, out: Path | None, *, pdf: bool) -> int:
    """Write the audit of one session; exit 1 where its chain is broken."""
    from reports.audit import audit
    from reports.logs import find_run

    found = find_run(log_dir, ref)
    chain = check_chain(found.session(session_id), head_in_manifest(Path(found.header.path), session_id))
    laid_open = audit(found, session_id, chain, rule_texts())
    click.echo(f"session   {session_id}: {chain.what}")
    stem = f"{found.header.run}-{session_id.replace('/', '-')}"
    for form, path in write_audit(laid_open, out or log_dir / "reports", stem, pdf=pdf).items():
        click.echo(f"{form:9} {path}")
    return 0 if chain.ok else 1


def write_audit(laid_open: "Audit", folder: Path, stem: str, *, pdf: bool) -> dict[str, Path]:
    """The forms of an audit, side by side."""
    from reports import audit_markdown
    from reports.html import audit_page

    folder.mkdir(parents=True, exist_ok=True)
    written = {form: folder / f"{stem}.{form}" for form in ("html", "md", *(("pdf",) if pdf else ()))}
    written["html"].write_text(audit_page.render(laid_open), encoding="utf-8")
    written["md"].write_text(audit_markdown.render(laid_open), encoding="utf-8")
    if pdf:
        from reports import audit_pdf

        written["pdf"].write_bytes(audit_pdf.render(laid_open))
    return written


def head_in_manifest(log: Path, session_id: str) -> str | None:
    """The head hash that the run's manifest holds for the session; None without a manifest."""
    from evals.run import manifest_path

    try:
        head = json.loads(manifest_path(log).read_text(encoding="utf-8"))["heads"][session_id]
    except (OSError, ValueError, KeyError):
        return None
    return str(head)


def check_chain(session: "Session", head: str | None) -> "ChainCheck":
    """Recompute the chain of a stored session, and hold its head against the manifest's."""
    from reports.audit import ChainCheck

    events, written = session.events, session.hashes
    recomputed = hashes(events)
    found = recomputed[-1] if recomputed else ""
    if len(events) != len(written):
        what = f"{len(events)} events and {len(written)} hashes"
        return ChainCheck(ok=False, head=found, broken_at=min(len(events), len(written)), what=what)
    try:
        entries = [Entry(event=event, hash=each) for event, each in zip(events, written, strict=True)]
        verify("session", entries, head)
    except ChainBroken as broken:
        return ChainCheck(ok=False, head=found, broken_at=broken.args[1], what=f"the chain is broken: {broken.args[2]}")
    if head is None:
        return ChainCheck(
            ok=True, head=found, broken_at=None, what="the chain is whole; there is no manifest to hold it against"
        )
    return ChainCheck(
        ok=True, head=found, broken_at=None, what=f"consistent with head hash {head[:16]} of the manifest"
    )


def rule_texts() -> "dict[str, RuleText]":
    """Title and source of every safety rule, for the page."""
    from reports.audit import RuleText

    return {
        compiled.rule.id: RuleText(
            title=compiled.rule.about,
            source="; ".join(f"{ref}: {what}" for ref, what in compiled.rule.sources.items()),
            confidence=compiled.rule.confidence,
        )
        for compiled in safety_rules.rules()
    }


def run(arguments: list[str]) -> int:
    return call(command, arguments)
