"""`coach-eval compare`: which differences between two runs are real, and what the gate policy says of them."""

from pathlib import Path

import click

from evals.commands.options import call

POLICY = Path(__file__).resolve().parent.parent / "gate.toml"


@click.command("compare")
@click.option("--base", required=True, help="a log, a run id, latest, or @variant")
@click.option("--cand", required=True, help="the same")
@click.option("--policy", default=POLICY, type=click.Path(path_type=Path), show_default="evals/gate.toml")
@click.option("--log-dir", default="logs", show_default=True, type=click.Path(path_type=Path))
@click.option("--markdown", default=None, type=click.Path(path_type=Path), help="where the Markdown goes")
def command(base: str, cand: str, policy: Path, log_dir: Path, markdown: Path | None) -> int:
    """Compare two runs; exit 0: pass, 1: regressed, 2: could not be judged."""
    from reports import compare_markdown, compare_terminal
    from reports.compare import compare
    from reports.comparison import EXIT_CODES
    from reports.logs import find_run
    from reports.policy import read_policy

    before, after = find_run(log_dir, base), find_run(log_dir, cand)
    comparison = compare(before, after, read_policy(policy))
    click.echo(compare_terminal.render(comparison))
    out = markdown or log_dir / "reports" / f"{before.header.run}..{after.header.run}.md"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(compare_markdown.render(comparison), encoding="utf-8")
    click.echo(f"markdown  {out}")
    return EXIT_CODES[comparison.standing]


def run(arguments: list[str]) -> int:
    return call(command, arguments)
