"""What the engine itself costs a conversation of 24 messages, with a model that answers at once.

The same conversations are held by a plain loop in the same run, so that machines compare. Rounds alternate, and the
quickest of each counts.
"""

import asyncio
import resource
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from measuring import Row, bench

from coach import variants
from coach.loop import Coach
from coach.model import PlainMessage, Used
from coach.store.jsonl import JsonlLog
from coach.store.recorder import Recorder

CONVERSATIONS, TURNS, ROUNDS = 200, 12, 5
WORDS = "I run three times a week and feel fine."
VARIANT = variants.load("baseline")
MODELS = dict.fromkeys(("fast", "reasoning"), "stub")
WHAT = [{"type": "text", "text": "Tell me more about your week, please."}]
ANSWER = PlainMessage(content=WHAT, stop_reason="end_turn", model="stub", usage=Used(1, 1))


class Stub:
    """A client whose model takes no time."""

    @property
    def messages(self) -> "Stub":
        return self

    async def create(self, **_request: Any) -> PlainMessage:
        return ANSWER


async def plain(_folder: Path, _number: int) -> None:
    """The least that a conversation can be: ask, and keep both sides."""
    client, messages = Stub(), list[dict[str, Any]]()
    for _ in range(TURNS):
        messages.append({"role": "user", "content": WORDS})
        answer = await client.create(messages=messages)
        messages.append({"role": "assistant", "content": answer.content})


async def _held(recorder: Recorder) -> None:
    coach = Coach(Stub(), VARIANT, recorder, MODELS)
    coach.start(session="s", athlete="a", today="2026-01-05", review="go_on")
    for _ in range(TURNS):
        await coach.hear(WORDS)


async def engine(_folder: Path, _number: int) -> None:
    await _held(Recorder())


async def engine_with_log(folder: Path, number: int) -> None:
    with JsonlLog(folder / f"{number}.jsonl") as log:
        await _held(Recorder(log))


Work = Callable[[Path, int], Awaitable[None]]
WORKS: dict[str, Work] = {"plain loop": plain, "engine": engine, "engine, log on disk": engine_with_log}


async def _round(work: Work) -> float:
    """Milliseconds of processor time a conversation."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.process_time()
        for number in range(CONVERSATIONS):
            await work(Path(folder), number)
        return (time.process_time() - began) * 1e3 / CONVERSATIONS


@bench("overhead", f"{CONVERSATIONS} conversations of {2 * TURNS} messages, {ROUNDS} rounds, one core")
def measured(quick: bool) -> list[Row]:  # noqa: FBT001 (as every bench)
    took: dict[str, list[float]] = {name: [] for name in WORKS}
    for _ in range(1 if quick else ROUNDS):
        for name, work in WORKS.items():
            took[name].append(asyncio.run(_round(work)))
    reference = min(took["plain loop"])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [
        {
            "what": name,
            "ms_a_conversation": round(min(found), 3),
            "slowest_round": round(max(found), 3),
            "plain_loops": round(min(found) / reference, 1),
            "rss_mb": round(peak),
        }
        for name, found in took.items()
    ]
