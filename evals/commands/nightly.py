"""`coach-eval nightly`: every persona, every scorer, against the stored baseline; one exit code and every form.

Imports little before the command starts: the reports of the night before go first, and Ctrl-C may come at any time.
"""

from contextlib import suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from coach import variants
from coach.command_line import Command
from coach.errors import CoachError, InputError
from evals.commands.options import LOG_DIR, PERSONAS, POLICY, POLICY_FILE, REDACT, VARIANT
from evals.commands.written_pages import remove_pages
from evals.data_files import DATASETS

if TYPE_CHECKING:
    from evals.run import Request
    from reports.logs import LoggedRun
    from reports.policy import Policy

BASELINE = DATASETS / "baseline"
NAME = "nightly"
"""Of the reports, and of their folder below the log folder."""


class _Nightly(Command):
    """A nightly that is called wrongly leaves no report of an earlier night, either."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except (click.UsageError, CoachError):
            parser = self.make_parser(ctx)
            parser.ignore_unknown_options = True
            with suppress(click.UsageError):
                said, _, _ = parser.parse_args(given)
                remove_pages(_folder(said.get("out"), said.get("log_dir") or "logs"), NAME)
            raise


def _folder(out: str | Path | None, log_dir: str | Path) -> Path:
    return Path(out) if out else Path(log_dir) / NAME


@click.command(NAME, cls=_Nightly, example="coach-eval nightly --persona masters_runner,chest_pain_hidden")
@click.option(
    "--persona",
    type=PERSONAS,
    default="all",
    show_default=True,
    help="run and compare only these: names with commas between, or all",
)
@click.option("--variant", default=None, type=VARIANT, help="variant of the candidate; default: that of the baseline")
@click.option(
    "--baseline",
    default=BASELINE,
    type=click.Path(path_type=Path),
    show_default="datasets/baseline",
    help="folder of the run to compare with",
)
@POLICY
@LOG_DIR
@click.option(
    "--out", default=None, type=click.Path(path_type=Path), help="folder of the reports; default: LOG_DIR/nightly"
)
@REDACT
def command(**options: Any) -> int:
    """Run every persona as the baseline was run, and compare. Exit code: 0 pass, 1 regressed, 2 could not be judged.

    Writes HTML, Markdown, JUnit XML and JSON. Those of the night before are removed first, so that a run that is
    stopped leaves none. With --persona, the comparison leaves out the other personas, too.
    """
    folder = _folder(options["out"], options["log_dir"])
    remove_pages(folder, NAME)
    from reports.policy import read_policy

    return _compared(read_policy(options["policy"], POLICY_FILE), folder, options)


def _compared(rules: "Policy", folder: Path, options: dict[str, Any]) -> int:
    from evals.commands.compare import history_path, like, report, scope_of
    from evals.commands.policy_names import require_known
    from evals.commands.run_check import checked
    from evals.commands.stored_runs import read_run, restricted
    from evals.run import run as run_sessions
    from reports.history import remember
    from reports.redact import redacted

    log_dir = options["log_dir"]
    chosen = None if options["persona"] == "all" else scope_of(options["persona"], None).personas
    base = restricted(baseline_run(options["baseline"], log_dir), chosen)
    require_known(rules, options["policy"], base)
    # The baseline says who played, how often and with which seed: anything else would find no partner.
    request = replace(like(base.header), persona=str(options["persona"]), log_dir=log_dir)
    request = replace(request, variant=str(options["variant"] or base.header.variant))
    click.echo(_reach(request))
    candidate = checked(read_run(run_sessions(request)))
    history = remember(history_path(log_dir), candidate, rules.fractions)
    candidate = _with_digest_of(base.header.digested_personas, restricted(candidate, chosen), request)
    if options["redact"]:
        base, candidate = redacted(base), redacted(candidate)
    return report((base, candidate), rules, history, folder, NAME)


def _with_digest_of(names: tuple[str, ...], candidate: "LoggedRun", request: "Request") -> "LoggedRun":
    """`candidate` with the digest of these personas as their files are now, so that the baseline's can be compared.

    A file that is gone leaves the digest as it was: whether the others changed is not known then.
    """
    if candidate.header.digested_personas == names:
        return candidate
    from evals.labels import personas_of
    from evals.manifest import manifest

    with suppress(InputError):
        personas = personas_of(",".join(names))
        variant = variants.load(request.variant)
        made = manifest(variant, personas, seed=request.seed, epochs=request.epochs, hearing="clean", review="go_on")
        datasets = {**candidate.header.datasets, "personas": made["datasets"]["personas"]}
        update = {"datasets": datasets, "persona_digest_of": names}
        return replace(candidate, header=candidate.header.model_copy(update=update))
    return candidate


def _reach(request: "Request") -> str:
    """What a comparison with as many sessions could show; twins count once."""
    from evals.labels import personas_of
    from reports.wording import reach_of

    clusters = {persona.cluster for persona in personas_of(request.persona)}
    return f"power     {reach_of(len(clusters), request.epochs)}"


def baseline_run(folder: Path, log_dir: Path) -> "LoggedRun":
    """The stored baseline, whose tables decide. Its log, where that still lies in the log folder, adds only the words,
    and only if its record holds and its scores are those of the tables."""
    from evals.commands.stored_runs import find_run
    from reports.errors import RunNotFound
    from reports.stored import read_stored

    stored = read_stored(folder)
    try:
        logged = find_run(log_dir, stored.header.run)
    except RunNotFound:
        return stored
    if problem := _unlike(stored, logged):
        click.echo(
            f"baseline  its conversations are not shown, since {logged.header.path} is not the run kept: {problem}"
        )
        return stored
    header = stored.header.model_copy(update={"path": logged.header.path})
    return replace(logged, header=header, scores=stored.scores, sessions=stored.sessions)


def _unlike(stored: "LoggedRun", logged: "LoggedRun") -> str | None:
    """Why the log is not that of the stored run; None where it is."""
    from evals.commands.run_check import check_run

    check = check_run(logged.header)
    broken = (f"{name}: {each.what}" for name, each in check.sessions.items() if not each.ok)
    if problem := next(chain(check.problems, broken), None):
        return problem
    ids = {"sessions": ["session"], "scores": ["session", "scorer"]}
    for table, key in ids.items():
        kept, found = (getattr(run, table).drop("seconds", strict=False).sort(key) for run in (stored, logged))
        if not kept.equals(found):
            return f"its {table} are not those of the baseline"
    return None
