"""A pool of processes that ignores the keyboard and does not outlive the process that started it."""

import gc
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait

OBJECTS_BETWEEN_COLLECTIONS = 50_000


def worker_pool(workers: int, imported: str = "evals.bulk") -> ProcessPoolExecutor:
    """Processes forked from one that has imported the module `imported` and started no thread."""
    context = get_context("forkserver")
    context.set_forkserver_preload([imported])
    return ProcessPoolExecutor(workers, context, initializer=_start)


def _start() -> None:
    gc.freeze()  # what was imported stays
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that waits for the results answers
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
