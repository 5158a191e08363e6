"""Plays and judges a stream of sessions on all processors. Knows no Inspect, no log and no command.

A session's bytes and verdicts follow from its job alone: the number of processes and the order of work change nothing.
"""

import asyncio
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from typing import Any, Generic, TypeVar

from coach.events import AthleteSaid, CoachSaid
from coach.loop import Coach
from coach.store.recorder import Recorder
from evals.checks.registry import judge
from evals.checks.verdict import Verdict
from evals.checks.view import Case, SessionView
from evals.faults.fault import CLEAN, Fault
from evals.internal_texts import prompts_of
from evals.offline.hearing import Hearing
from evals.session import Seats, Spec, acts_of, as_stored, live, said_in
from evals.worker_pool import worker_pool
from personas.channel import Channel

ResultT = TypeVar("ResultT")
AHEAD = 2
"""Sessions handed out for each process: one is played, one waits."""
KILLED = "WorkerKilled: the process that played this session was killed twice (out of memory?)"


@dataclass(frozen=True, slots=True)
class Job:
    """A session to play. `model`: the name by which the coach's model is recorded; None: the variant's own names."""

    spec: Spec
    fault: str = CLEAN.id
    model: str | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """A session that ended. `stored` is None and `verdicts` empty as far as `error` prevented them.

    `said`: its messages, by their place among the events. `seconds`: how long playing and judging it took; no part of
    what it is.
    """

    job: Job
    stored: dict[str, Any] | None
    verdicts: dict[str, Verdict]
    error: str | None = None
    said: Mapping[int, AthleteSaid | CoachSaid] = field(default_factory=dict)
    seconds: float | None = field(default=None, compare=False)

    @property
    def failed(self) -> bool:
        return self.error is not None or any(verdict.passed is False for verdict in self.verdicts.values())


def finished(
    jobs: Iterable[Job], reduce: Callable[[Finished], ResultT], workers: int | None = None
) -> Iterator[ResultT]:
    """Each job's session in the order of the jobs, as `reduce` leaves it: a function of a module, run where it played.

    One worker, or one job, plays in this process. A worker that is killed costs the sessions in flight, which are
    played again; a session that kills its worker twice comes back with the error `KILLED`.
    """
    workers = workers or len(os.sched_getaffinity(0))
    coming, play = iter(jobs), partial(_reduced, reduce)
    first = list(islice(coming, 2))
    if workers == 1 or len(first) < 2:  # noqa: PLR2004 (a single session needs no second process)
        yield from map(play, chain(first, coming))
        return
    lane = _Lane(play, lambda job: reduce(Finished(job, None, {}, KILLED)), workers)
    try:
        for job in chain(first, coming):
            lane.put(job)
            if len(lane.waiting) == AHEAD * workers:
                yield lane.take()
        while lane.waiting:
            yield lane.take()
    finally:
        lane.close()


def unreduced(done: Finished) -> Finished:
    """The whole session, for `finished`."""
    return done


def played(job: Job) -> Finished:
    """The session of `job`, judged by every check; what it or a check raises is its `error`."""
    began = time.perf_counter()
    fault, error = _fault(job.fault), None
    spec, recorder = replace(job.spec, variant=fault.variant(job.spec.variant)), Recorder(flow=fault.flow)
    spec = spec if fault is CLEAN else replace(spec, review=fault.review)
    players = seats(fault, spec, job.model)
    try:
        asyncio.run(live(spec, players, recorder))
    except Exception as problem:  # noqa: BLE001 (one session that breaks must not end the others)
        error = described(problem)
    done = judged(replace(job, spec=spec), recorder, players.channel, error)
    return replace(done, job=job, seconds=time.perf_counter() - began)


def judged(job: Job, recorder: Recorder, channel: Channel, error: str | None = None) -> Finished:
    """A session that was played, judged by every check. `error`: what playing it raised."""
    stored, said = as_stored(recorder, job.spec.name, error, channel), said_in(recorder.events)
    try:
        return Finished(job, stored, judge(_case(recorder, job.spec, channel, error)), error, said)
    except Exception as problem:  # noqa: BLE001 (nor may one that cannot be judged)
        return Finished(job, stored, {}, error or described(problem), said)


def _case(recorder: Recorder, spec: Spec, channel: Channel, error: str | None) -> Case:
    seconds = tuple((entry.beside or {}).get("seconds") for entry in recorder.entries)
    view = SessionView(tuple(recorder.events), error, seconds, acts=acts_of(recorder, channel))
    prompts = prompts_of(view, spec.variant.prompts.values())
    return Case(view, spec.persona, prompts.texts, prompts.lost)


def described(problem: Exception) -> str:
    return f"{type(problem).__name__}: {problem}"


def seats(fault: Fault, spec: Spec, model: str | None = None) -> Seats:
    """The offline players, with the fault planted in one of them or in the engine."""

    def make(client: Any, variant: Any, kept: Any, models: Any) -> Coach:
        return fault.engine(client, variant, kept, models, policy=fault.policy)

    models = None if model is None else dict.fromkeys(("fast", "reasoning"), model)
    channel = Channel()
    coach = fault.coach(spec.session_seed, channel)
    if spec.hearing != "clean":
        coach.reader = Hearing(coach.reader, spec.hearing, spec.session_seed)
    return Seats(coach, fault.athlete(spec), models, make, channel)


def _fault(name: str) -> Fault:
    if name == CLEAN.id:
        return CLEAN
    from evals.faults.registry import FAULTS

    return FAULTS[name]


def _reduced(reduce: Callable[[Finished], ResultT], job: Job) -> ResultT:
    return reduce(played(job))


class _Lane(Generic[ResultT]):
    """Jobs under way in a pool, first in, first out. A pool that breaks is replaced."""

    def __init__(self, play: Callable[[Job], ResultT], lost: Callable[[Job], ResultT], workers: int) -> None:
        self._play, self._lost, self._workers = play, lost, workers
        self._pool = worker_pool(workers)
        self.waiting: deque[tuple[Job, Future[ResultT]]] = deque()

    def put(self, job: Job) -> None:
        try:
            self.waiting.append((job, self._pool.submit(self._play, job)))
        except BrokenProcessPool:
            self._replace()
            self.waiting.append((job, self._pool.submit(self._play, job)))

    def take(self) -> ResultT:
        job, future = self.waiting.popleft()
        try:
            return future.result()
        except BrokenProcessPool:
            found = self._alone(job)
            self._replace()
            return found

    def _alone(self, job: Job) -> ResultT:
        """In a process of its own, so that a session that kills it takes no other along."""
        with worker_pool(1) as pool:
            try:
                return pool.submit(self._play, job).result()
            except BrokenProcessPool:
                return self._lost(job)

    def _replace(self) -> None:
        self.close()
        self._pool = worker_pool(self._workers)
        held, self.waiting = self.waiting, deque()
        for job, future in held:
            kept = future.done() and future.exception() is None
            self.waiting.append((job, future if kept else self._pool.submit(self._play, job)))

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)
