"""`coach-eval chat`: talk to the coach in the terminal, or watch a persona do it. Offline, or with a key."""

from pathlib import Path
from typing import Any

import click

from coach.command_line import command as described
from evals.commands.options import PERSONA, REVIEW, SEED, VARIANT
from evals.errors import RunError
from evals.players import CLAUDE, OFFLINE_COACH


def _model(_ctx: click.Context, _param: click.Parameter, given: str) -> str:
    if given != OFFLINE_COACH and given.partition("/")[0] != CLAUDE:
        raise RunError(f"chat talks to {OFFLINE_COACH}, {CLAUDE} or {CLAUDE}/ID, not to {given!r}")
    return given


@described("chat", example="coach-eval chat --persona masters_runner")
@click.option("--persona", default=None, type=PERSONA, help="watch this persona talk instead of typing yourself")
@click.option("--variant", default="baseline", show_default=True, type=VARIANT, help="prompts and settings")
@click.option(
    "--model",
    default=OFFLINE_COACH,
    show_default=True,
    callback=_model,
    help="offline/coach, anthropic (the models of the variant) or anthropic/ID",
)
@SEED
@click.option("--log", default=None, type=click.Path(path_type=Path), help="write the session's events to this file")
@REVIEW
@click.option(
    "--approve", "approvals", multiple=True, metavar="TOOL", help="ask before this tool runs; may be given again"
)
def command(**options: Any) -> int:
    """Talk to the coach, or watch a persona do it. An empty line leaves."""
    from evals.chat import ChatRequest, chat

    return chat(ChatRequest(**options))
