"""`coach-eval serve`: a strict local Claude Messages API that answers from the offline models."""

import json
import os
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from socket import socket
from typing import TextIO

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

    \b
    A file for --faults has rows like these; the first that meets a call strikes, every latency delays it:
      seed = 0              # for what is left to chance
      [[fault]]
      kind = "status"       # answers with an error
      status = 529
      retry_after_s = 2.0
      every = 5             # each fifth call

    \b
    kind:    status, hang, latency, cut_stream, stream_error, malformed_json,
             wrong_content_type, unknown_block, empty_content, refusal,
             pause_turn, max_tokens, endless_tools, huge_text
    when:    calls = [3, 4], every = 5, first = 3 (from call 3 on), last = 9 (up to
             call 9), model = "claude-haiku-5-5", tool = "collect_data" (one on
             offer), chance = 0.1; all must hold, none means every call; calls
             are counted from 1, with retries
    latency: seconds = [0.3], or with distribution = "uniform" [least, most],
             "lognormal" [median, sigma]
    others:  category (refusal), events (sent before a stream breaks), bytes
             (huge_text)
    """
    from evals.serve.app import Server, http_server
    from evals.serve.families import families
    from evals.serve.faults import Plan, load

    served = frozenset(models.split(",")) if models else frozenset(families())
    if unknown := sorted(served - families().keys()):
        raise RunError(f"no model {unknown[0]!r}; there are {', '.join(families())}")
    plan = load(faults) if faults else Plan()
    with _listening(port) as listener, _appending(log) as sink:
        server = Server(served, plan, sink, seconds_a_call)
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        click.echo(json.dumps({"address": address, "models": sorted(served), "ledger": f"{address}/ledger"}))
        with suppress(KeyboardInterrupt):  # raised again once the server is down
            http_server(server).run([listener])
        click.echo(json.dumps(server.ledger.as_json()))
    return 0


def _listening(port: int) -> socket:
    from evals.serve.app import listening

    try:
        return listening(port)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else str(error)
        raise RunError(f"port {port} cannot be used: {why}; choose another one with --port") from error


def _appending(log: Path | None) -> AbstractContextManager[TextIO | None]:
    if log is None:
        return nullcontext()
    try:
        return log.open("a")
    except OSError as error:
        raise RunError(f"{log} cannot be written: {error.strerror}; choose another file with --log") from error
