"""How many stored sessions one core reads and scores a second; in a process of its own, as people score them."""

import statistics
import time
from functools import partial
from typing import Any

from measuring import Row, a_second, bench, collect_as_a_worker, cpu_s, plain

from evals.bulk import Job, played
from evals.checks.registry import CHECKS
from evals.checks.view import Case, view
from evals.internal_texts import prompts_of
from evals.run_specs import specs_of

ROUNDS = 7


@bench("scoring", "Scoring again, one core")
def scored(_quick: bool) -> list[Row]:  # noqa: FBT001 (as every bench)
    collect_as_a_worker()
    reference = a_second(plain, lambda: range(100))
    return [
        {"what": what, "a_second": round(found, 1), "plain_loops_each": round(reference / found, 2)}
        for what, found in rescored().items()
    ]


def rescored() -> dict[str, float]:
    """Stored sessions of the whole library a second: read alone, judged alone by all scorers, and without `unspoken`.

    The median of `ROUNDS` after one to warm up. Each session is read anew in each, so that nothing is known of it but
    the texts, which were all seen before.
    """
    jobs = [Job(spec, model="offline/coach") for spec in specs_of("all", "baseline", 1, 0)]
    stored = [(job.spec.persona, played(job).stored or {}) for job in jobs]
    _, *rounds = [_round(stored) for _ in range(ROUNDS + 1)]
    return {what: len(jobs) / statistics.median(took[what] for took in rounds) for what in rounds[0]}


def _round(sessions: list[tuple[Any, dict[str, Any]]]) -> dict[str, float]:
    """Seconds by what is done with all of the sessions."""
    reading = scoring = unspoken = 0.0
    for persona, stored in sessions:
        began = time.process_time()
        session = view(stored)
        reading += time.process_time() - began
        case = Case(session, persona, *prompts_of(session))
        took = {name: cpu_s(partial(check.judge, case)) for name, check in CHECKS.items()}
        scoring, unspoken = scoring + sum(took.values()), unspoken + took["unspoken"]
    return {
        "stored sessions read": reading,
        "re-scoring, all scorers (sessions)": scoring,
        "re-scoring without unspoken (sessions)": scoring - unspoken,
    }
