"""What tests make of a finished session, in a module that a worker process can import."""

import os
import signal
from multiprocessing import parent_process

from evals.bulk import Finished

DEADLY = 7
"""The seed that kills its worker."""


def whole(done: Finished) -> tuple[object, ...]:
    """Everything but how long it took."""
    stored = {key: value for key, value in (done.stored or {}).items() if key != "beside"}
    return done.job.spec.persona.id, done.job.spec.seed, stored, _untimed(done), done.error


def _untimed(done: Finished) -> dict[str, object]:
    return {
        name: {**verdict.model_dump(), "counts": {k: n for k, n in verdict.counts.items() if "seconds" not in k}}
        for name, verdict in done.verdicts.items()
    }


def deadly(done: Finished) -> tuple[object, ...]:
    """As `whole`; the process of the deadly seed is killed, as the system does where memory runs out."""
    if done.job.spec.seed == DEADLY and parent_process() is not None:
        os.kill(os.getpid(), signal.SIGKILL)
    return whole(done)
