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


def run(arguments: list[str]) -> int:
    """Talk until the session closes, or an empty line; the exit code is 0."""
    if len(arguments) > 1 or arguments[:1] in (["-h"], ["--help"]):
        raise InputError(USAGE)
    variant = variants.load(arguments[0] if arguments else variants.BASE)
    if not os.environ.get("ANTHROPIC_API_KEY"):
        raise InputError("the environment variable ANTHROPIC_API_KEY is not set")
    asyncio.run(_talk(variant))
    return 0


async def _talk(variant: Variant) -> None:
    from anthropic import AsyncAnthropic

    async with AsyncAnthropic() as client:
        coach = Coach(client, variant)
        coach.start(session="chat", athlete="you", today=dt.date.today().isoformat())  # noqa: DTZ011 (the athlete's day)
        sys.stdout.write("Tell the coach what you would like to work towards. An empty line leaves.\n")
        while not coach.closed:
            said = await asyncio.to_thread(_line)
            if not said:
                coach.leave()
                return
            sys.stdout.write(f"\n{await coach.hear(said)}\n\n")


def _line() -> str:
    sys.stdout.write("> ")
    sys.stdout.flush()
    return sys.stdin.readline().strip()
