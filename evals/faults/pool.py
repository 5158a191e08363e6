"""Plays many sessions on all processors. The order of the results is that of the jobs."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple

from evals.faults.fault import CLEAN
from evals.faults.played import Played, play
from evals.faults.registry import FAULTS


class Job(NamedTuple):
    fault: str
    persona: str
    seed: int


def run(job: Job) -> Played:
    fault = CLEAN if job.fault == CLEAN.id else FAULTS[job.fault]
    return play(fault, job.persona, job.seed)


def run_all(jobs: Sequence[Job], workers: int | None = None) -> Iterator[Played]:
    """Every job's session, in order. One worker plays in this process."""
    workers = workers or os.cpu_count() or 1
    if workers == 1 or len(jobs) == 1:
        yield from map(run, jobs)
        return
    with ProcessPoolExecutor(workers, get_context("forkserver")) as pool:
        yield from pool.map(run, jobs, chunksize=4)
