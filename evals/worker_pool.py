"""A pool of processes that ignores the keyboard and does not outlive the process that started it."""

import gc
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import forkserver, get_context, parent_process, resource_tracker
from multiprocessing.connection import wait

OBJECTS_BETWEEN_COLLECTIONS = 50_000


def worker_pool(workers: int, imported: str = "evals.bulk") -> ProcessPoolExecutor:
    """Processes forked from one that has imported the module `imported` and started no thread."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["evals.ended_by_keyboard", imported])
    _start_server()
    return ProcessPoolExecutor(workers, context, initializer=_start)


def _start_server() -> None:
    """The process that forks the others imports for a second before it ignores the keyboard, and would end with a
    traceback: it begins with the keyboard blocked, until `evals.ended_by_keyboard` is imported."""
    resource_tracker.ensure_running()  # which unblocks the keyboard as it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


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
