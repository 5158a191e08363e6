"""Talks of people who type to the offline coach. The beginning that several have in common is heard once."""

import asyncio
import datetime as dt
from copy import deepcopy
from functools import cache

from coach import variants
from coach.decisions import Review
from coach.loop import Coach
from coach.store.recorder import Recorder
from evals.offline import OfflineCoach
from evals.reading.acts import TrainedReader
from personas.channel import Channel


def typed(
    *lines: str, before: tuple[str, ...], review: Review = "go_on", today: dt.date | None = None
) -> tuple[Coach, list[str]]:
    """The coach after `before` and then `lines` until the talk is closed; its answers, the last to `before` first.

    `today`: from when the reader counts days; None where it reads no dates.
    """
    coach, last = deepcopy(_begun(before, review, today))
    return coach, [last, *(asyncio.run(coach.hear(line)) for line in lines if not coach.closed)]


@cache
def _begun(before: tuple[str, ...], review: Review, today: dt.date | None) -> tuple[Coach, str]:
    """The coach after these messages, and its last answer; to be copied before anything more is said to it."""
    if before:
        coach, _ = deepcopy(_begun(before[:-1], review, today))
        return coach, asyncio.run(coach.hear(before[-1]))
    channel = Channel()
    client = OfflineCoach(0, channel, TrainedReader(today, channel))
    coach = Coach(client, variants.load("baseline"), Recorder(), dict.fromkeys(("fast", "reasoning"), "offline/coach"))
    coach.start("chat", "you", "2026-11-29", review=review)
    return coach, ""
