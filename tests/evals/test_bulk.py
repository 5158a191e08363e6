"""Sessions in bulk: the same whatever plays them, in order, and none lost with a worker."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

from bulk_reducers import DEADLY, deadly, whole

from evals.bulk import AHEAD, KILLED, Job, finished, played
from evals.faults.played import job
from evals.session import live, offline_seats

PERSONA = "chest_pain_hidden"


def test_two_processes_give_what_one_gives_in_the_same_order() -> None:
    jobs = [job("clean", PERSONA, 1), job("clean", PERSONA, 0)]
    alone = list(finished(jobs, whole, workers=1))
    assert [each[1] for each in alone] == [1, 0]
    assert alone[0][3]
    assert list(finished(jobs, whole, workers=2)) == alone


def test_a_job_is_heard_as_its_spec_says_whoever_plays_it() -> None:
    clean = job("clean", "masters_runner", 0)
    hostile = replace(clean, spec=replace(clean.spec, hearing="hostile"), model="offline/coach")
    recorded = asyncio.run(live(hostile.spec, offline_seats(hostile.spec)))
    assert (played(hostile).stored or {})["head"] == recorded.head


def test_a_killed_worker_costs_its_own_session_and_no_other() -> None:
    seeds = [0, DEADLY, 1]
    found = list(finished([job("clean", PERSONA, seed) for seed in seeds], deadly, workers=2))
    assert found == [(0, None), (DEADLY, KILLED), (1, None)]


def test_a_stream_is_read_only_as_far_as_there_is_work_for() -> None:
    taken = []

    def stream() -> Iterator[Job]:
        for seed in range(10):
            taken.append(seed)
            yield job("clean", PERSONA, seed)

    results = finished(stream(), deadly, workers=2)
    assert next(results) == (0, None)
    assert len(taken) <= AHEAD * 2 + 1
    results.close()  # type: ignore[attr-defined]  # a generator


def test_what_breaks_is_told_and_what_was_recorded_is_kept_and_judged() -> None:
    spec = job("clean", PERSONA, 0).spec
    done = played(Job(replace(spec, variant=replace(spec.variant, prompts={}))))
    assert done.error is not None
    assert done.error.startswith("KeyError")
    assert done.stored is not None
    assert done.stored["error"] == done.error
    assert done.stored["events"][0]["kind"] == "session_started"
    assert {verdict.passed for verdict in done.verdicts.values()} <= {None, False}
