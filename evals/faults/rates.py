"""A fault that strikes now and then: which sessions it strikes, decided by persona and seed alone."""

import hashlib
from collections.abc import Sequence

from evals.bulk import Job
from evals.faults.fault import CLEAN, Fault
from evals.faults.played import job

RATE = 1 / 20


def strikes(fault: Fault, persona: str, seed: int, rate: float = RATE) -> bool:
    """Whether the fault strikes this session; the same session is struck on every run."""
    digest = hashlib.sha256(f"{fault.id}|{persona}|{seed}".encode()).digest()
    return int.from_bytes(digest[:8], "big") < rate * 2**64


def both_ways(fault: Fault, personas: Sequence[str], seeds: int) -> list[Job]:
    """Every session clean, and with the fault: what a run at any rate is made of."""
    return [job(each, name, seed) for each in (CLEAN.id, fault.id) for name in personas for seed in range(seeds)]
