"""Sessions in bulk: the same whatever plays them, in order, and none lost with a worker."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

from bulk_reducers import DEADLY, deadly, whole
from offline_seats import offline_seats

from evals.bulk import AHEAD, KILLED, Job, finished, played
from evals.faults.played import job
from evals.session import live

PERSONA = "chest_pain_hidden"


def test_two_processes_give_what_one_gives_in_order_reading_little_ahead_and_losing_only_what_kills_them() -> None:
    taken = []

    def stream() -> Iterator[Job]:
        for seed in (1, 0, DEADLY, 2, *range(10, 20)):
            taken.append(seed)
            yield job("clean", PERSONA, seed)

    alone = list(finished([job("clean", PERSONA, seed) for seed in (1, 0, 2)], whole, workers=1))
    assert alone[0][3]
    results = finished(stream(), deadly, workers=2)
    assert next(results) == alone[0]
    assert len(taken) <= AHEAD * 2 + 1
    assert next(results) == alone[1]
    killed = next(results)
    assert (killed[1], killed[-1]) == (DEADLY, KILLED)
    assert next(results) == alone[2]
    results.close()  # type: ignore[attr-defined]  # a generator


def test_a_job_is_heard_as_its_spec_says_whoever_plays_it() -> None:
    clean = job("clean", "masters_runner", 0)
    hostile = replace(clean, spec=replace(clean.spec, hearing="hostile"), model="offline/coach")
    recorded = asyncio.run(live(hostile.spec, offline_seats(hostile.spec)))
    assert (played(hostile).stored or {})["head"] == recorded.head


def test_what_breaks_is_told_and_what_was_recorded_is_kept_and_judged() -> None:
    spec = job("clean", PERSONA, 0).spec
    done = played(Job(replace(spec, variant=replace(spec.variant, prompts={}))))
    assert done.error is not None
    assert done.error.startswith("KeyError")
    assert done.stored is not None
    assert done.stored["error"] == done.error
    assert done.stored["events"][0]["kind"] == "session_started"
    assert {verdict.passed for verdict in done.verdicts.values()} <= {None, False}
