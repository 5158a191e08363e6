"""`coach-eval serve`: a strict local Claude Messages API that answers from the offline models."""

import json
from contextlib import nullcontext, suppress
from pathlib import Path

import click

from coach.command_line import command as described
from evals.errors import RunError


@described("serve", example="coach-eval serve --port 8080")
@click.option("--port", default=0, show_default=True, type=click.IntRange(0, 65535), help="0 means any free port")
@click.option("--models", default=None, help="model ids to serve, with commas between; default: all it knows")
@click.option("--faults", default=None, type=click.Path(path_type=Path), help="when to answer with which error (TOML)")
@click.option(
    "--log", default=None, type=click.Path(path_type=Path), help="append what it made of each request, as JSONL"
)
@click.option(
    "--seconds-a-call", default=1.0, show_default=True, help="how far each call moves the clock of the prompt cache"
)
def command(port: int, models: str | None, faults: Path | None, log: Path | None, seconds_a_call: float) -> int:
    """Serve a strict local Claude API that answers from the offline players, until Ctrl-C. Needs no key.

    The first line of output is the address, as JSON. Set ANTHROPIC_BASE_URL to it, and ANTHROPIC_API_KEY to anything.
    """
    from evals.serve.app import Server, http_server, listening
    from evals.serve.families import families
    from evals.serve.faults import Plan, load

    served = frozenset(models.split(",")) if models else frozenset(families())
    if unknown := sorted(served - families().keys()):
        raise RunError(f"no model {unknown[0]!r}; there are {', '.join(families())}")
    with log.open("a") if log else nullcontext() as sink:
        server = Server(served, load(faults) if faults else Plan(), sink, seconds_a_call)
        listener = listening(port)
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        click.echo(json.dumps({"address": address, "models": sorted(served), "ledger": f"{address}/ledger"}))
        with suppress(KeyboardInterrupt):  # raised again once the server is down
            http_server(server).run([listener])
        click.echo(json.dumps(server.ledger.as_json()))
    return 0
