"""`coach-eval audit`: how a session came to its plan, or all of a run did, with the hash chains checked."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from coach.command_line import command as described
from coach.profile.catalogue import catalogue
from coach.safety import rules as safety_rules
from coach.safety.clinical_words import fact, name_of
from coach.safety.derived import DERIVED
from evals.checks.prices import dollars
from evals.commands.options import LOG_DIR, REDACT
from evals.commands.run_check import RunCheck, check_run
from evals.commands.stored_runs import find_run
from evals.commands.written_pages import write_pages
from evals.progress import with_bar

if TYPE_CHECKING:
    from reports.audit import Audit, AuditWords
    from reports.logs import LoggedRun


@described("audit", example="coach-eval audit --run latest --session masters_runner/1")
@click.option("--run", "ref", default="latest", show_default=True, help="a log, a run id, latest, or @variant")
@click.option("--session", "session_id", default=None, help="PERSONA/EPOCH; default: the whole run")
@LOG_DIR
@click.option(
    "--out", default=None, type=click.Path(path_type=Path), help="folder of the pages; default: LOG_DIR/reports"
)
@click.option("--pdf", is_flag=True, help="write a PDF as well")
@REDACT
def command(**options: Any) -> int:
    """Write the audit of one session, or of a whole run. Exit code 1: a record is not what was written."""
    from reports.run_names import find_log, require_session

    log_dir: Path = options["log_dir"]
    if options["session_id"] is not None and (path := find_log(log_dir, options["ref"])).is_file():
        require_session(path, options["session_id"])
    found = find_run(log_dir, options["ref"], with_verdicts=True)
    from reports.audit_blocks import blocks
    from reports.escape import file_name
    from reports.formats import block_files

    folder = options["out"] or log_dir / "reports"
    how = How(pdf=options["pdf"], redact=options["redact"])
    if options["session_id"] is None:
        return _audit_run(found, folder / file_name(f"{found.header.run}-audit"), how)
    checked = check_run(found.header, options["session_id"])
    laid_open = lay_open(found, options["session_id"], checked, how)
    click.echo(f"session   {laid_open.session.id}: {laid_open.chain.what} (head hash {laid_open.chain.head[:16]})")
    stem = f"{found.header.run}-{laid_open.session.id}"
    _tell(write_pages(block_files(blocks(laid_open), how.forms), folder, stem))
    return 0 if laid_open.chain.ok else 1


@dataclass(frozen=True, slots=True)
class How:
    pdf: bool = False
    redact: bool = False

    @property
    def forms(self) -> tuple[str, ...]:
        return ("html", "md", "pdf") if self.pdf else ("html", "md")


def lay_open(found: "LoggedRun", session_id: str, checked: RunCheck, how: How) -> "Audit":
    """The audit of one session; `checked` is of what was logged and not of what is shown of it."""
    from reports.audit import audit
    from reports.redact import redacted

    return audit(redacted(found) if how.redact else found, session_id, checked.of(session_id), words(), dollars)


def _audit_run(found: "LoggedRun", folder: Path, how: How) -> int:
    """A page for the run and one for each of its sessions, in a folder of their own."""
    from reports import audit_blocks, run_audit
    from reports.agreement import agreements
    from reports.formats import block_files
    from reports.redact import redacted
    from reports.run_audit import Examined, RunAudit, examined
    from reports.stray_annotations import uncounted
    from reports.wording import count

    checked = check_run(found.header)
    sessions: list[Examined] = []
    names = list(checked.sessions)
    for number, name in enumerate(with_bar(names, len(names)), start=1):
        laid_open = lay_open(found, name, checked, how)
        stem = f"{number:04}-{re.sub(r'[^A-Za-z0-9_-]', '-', name)}"
        page = write_pages(block_files(audit_blocks.blocks(laid_open), ("html",)), folder, stem)["html"]
        sessions.append(examined(laid_open, page.name))
    listed = f"The manifest lists {count(checked.listed, 'session')}."
    manifest = listed if checked.listed else "There is no manifest."
    shown = redacted(found) if how.redact else found
    laid = RunAudit(
        found.header,
        tuple(sessions),
        checked.missing,
        manifest,
        (*checked.run, *checked.header),
        redacted=how.redact,
        agreement=agreements(shown),
        uncounted=uncounted(shown),
    )
    held = sum(session.whole for session in sessions)
    click.echo(
        f"run       {found.header.run}: {held} of {count(len(sessions), 'session record')} confirmed. {manifest}"
    )
    for problem in checked.problems:
        click.echo(f"          {problem}", err=True)
    _tell(write_pages(block_files(run_audit.blocks(laid), how.forms), folder, "index"))
    return 0 if laid.whole else 1


def _tell(written: dict[str, Path]) -> None:
    for form, path in written.items():
        click.echo(f"{form:9} {path}")


@cache
def words() -> "AuditWords":
    """Title and source of every safety rule, and a clinician's words for a field and its value."""
    from reports.audit import AuditWords, RuleText

    cited = {ref: _cited(source) for ref, source in safety_rules.sources().items()}
    rules = {
        compiled.rule.id: RuleText(
            title=compiled.rule.about,
            source="; ".join(f"{what} ({cited[ref]})" for ref, what in compiled.rule.sources.items()),
            confidence=compiled.rule.confidence,
            only_today=compiled.rule.scope == "session",
        )
        for compiled in safety_rules.rules()
    }
    return AuditWords(rules, _in_words, _named, frozenset(DERIVED))


def _cited(source: safety_rules.Source) -> str:
    """Who and when: "Riebe D 2015"."""
    return f"{re.split(r', | [(]|[.] (?=[A-Z])|: ', source.citation)[0]} {source.year or ''}".strip()


def _named(field: str) -> str:
    if field in catalogue().fields or field in DERIVED:
        return name_of(field)
    limit = safety_rules.contraindications().get(field)
    return limit.meaning if limit else field.replace("_", " ")


def _in_words(field: str, value: Any) -> str:
    known = field in catalogue().fields or field in DERIVED
    return fact(field, value) if known else f"{_named(field)}: {value}"
