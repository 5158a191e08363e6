"""`coach chat`: the product in a terminal. Needs ANTHROPIC_API_KEY; `coach-eval chat` talks without one."""

import asyncio
import datetime as dt
import os
import sys

from coach import variants
from coach.errors import InputError
from coach.loop import Coach
from coach.variants import Variant

USAGE = "usage: coach chat [VARIANT]"
FAILED = 1


def run(arguments: list[str]) -> int:
    """Talk until the session closes, or an empty line; the exit code is 0, or 1 where the session failed."""
    if len(arguments) > 1 or arguments[:1] in (["-h"], ["--help"]):
        raise InputError(USAGE)
    variant = variants.load(arguments[0] if arguments else variants.BASE)
    if not os.environ.get("ANTHROPIC_API_KEY"):
        raise InputError("the environment variable ANTHROPIC_API_KEY is not set")
    return asyncio.run(_talk(variant))


async def _talk(variant: Variant) -> int:
    from coach.streaming import StreamedClaude

    client = StreamedClaude(variant, _write, _write_pause)
    coach = Coach(client, variant)
    client.coach = coach
    coach.start(session="chat", athlete="you", today=dt.date.today().isoformat())  # noqa: DTZ011 (the athlete's day)
    _write("Tell the coach what you would like to work towards. An empty line leaves.\n")
    while not coach.closed:
        said = await asyncio.to_thread(_line)
        if not said:
            coach.leave()
            break
        _write("\n")
        _write(f"{client.rest_of(await coach.hear(said))}\n\n")
    if coach.session.failure:
        sys.stderr.write(f"The session failed: {coach.session.failure}\n")
    return FAILED if coach.session.outcome == "failed" else 0


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _write_pause(line: str) -> None:
    sys.stderr.write(f"{line}\n")


def _line() -> str:
    _write("> ")
    return sys.stdin.readline().strip()
