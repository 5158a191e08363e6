"""What the benches of this folder share: their register, their clocks, and how a process is measured."""

import gc
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Bench:
    """`rows(quick)`: one row for each thing that is measured; `quick` leaves the large ones out."""

    title: str
    rows: Callable[[bool], list[Row]]


BENCHES: dict[str, Bench] = {}


def bench(name: str, title: str) -> Callable[[Callable[[bool], list[Row]]], Callable[[bool], list[Row]]]:
    """Registers a function as the bench of this name, which is that of its module."""

    def register(rows: Callable[[bool], list[Row]]) -> Callable[[bool], list[Row]]:
        BENCHES[name] = Bench(title, rows)
        return rows

    return register


def collect_as_a_worker() -> None:
    """From here on this process collects garbage as one that plays sessions in bulk does."""
    from evals.worker_pool import OBJECTS_BETWEEN_COLLECTIONS

    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)


def cpu_s(work: Callable[[], object]) -> float:
    """Seconds of processor time of this process."""
    began = time.process_time()
    work()
    return time.process_time() - began


def plain(_: object) -> int:
    """A thousand additions: what everything is set against."""
    total = 0
    for number in range(1000):
        total += number
    return total


def a_second(work: Callable[[Any], object], pieces: Callable[[], Sequence[Any]], seconds: float = 2.0) -> float:
    """Pieces of work a second of processor time, after one round to warm up; the making of `pieces` is not counted."""
    spent, done, warm = 0.0, 0, False
    while spent < seconds:
        made = pieces()
        took = cpu_s(lambda made=made: [work(each) for each in made])  # type: ignore[misc]
        spent, done, warm = (spent + took, done + len(made), True) if warm else (0.0, 0, True)
    return done / spent


def spread(found: Collection[float]) -> dict[str, float]:
    """The median of some rounds, with the smallest and the largest."""
    return {"median": statistics.median(found), "least": min(found), "most": max(found), "n": len(found)}


def process(
    command: Sequence[str], *, given: str = "", ends: Collection[int] = (0,), env: Mapping[str, str] | None = None
) -> dict[str, float]:
    """`cpu_s`, `wall_s`, `peak_mb` of a process with its workers; `SystemExit` where it ends with another code."""
    began = time.perf_counter()
    with (
        tempfile.TemporaryFile("w+") as said,
        subprocess.Popen(  # noqa: S603 (our own commands)
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=said, text=True, env=env
        ) as started,
    ):
        assert started.stdin is not None
        started.stdin.write(given)
        started.stdin.close()
        _, status, used = os.wait4(started.pid, 0)
        wall_s = time.perf_counter() - began
        started.returncode = os.waitstatus_to_exitcode(status)
        if started.returncode not in ends:
            said.seek(0)
            raise SystemExit(f"{' '.join(command)} ended with {started.returncode}: {said.read()}")
    return {"cpu_s": used.ru_utime + used.ru_stime, "wall_s": wall_s, "peak_mb": used.ru_maxrss / 1024}
