"""A fault at a rate strikes the same sessions on every run, about as many as it says."""

from evals.commands.fault_rates import RATE, both_ways, strikes
from evals.faults.registry import FAULTS

FAULT = FAULTS["takes_no_yes"]


def test_a_fault_strikes_about_one_session_in_twenty() -> None:
    hit = [strikes(FAULT, f"p{number}", seed) for number in range(200) for seed in range(10)]
    assert 0.7 * RATE < sum(hit) / len(hit) < 1.3 * RATE


def test_the_same_session_is_struck_on_every_run_and_never_or_always_at_the_ends() -> None:
    assert strikes(FAULT, "p", 1) == strikes(FAULT, "p", 1)
    assert not any(strikes(FAULT, "p", seed, 0.0) for seed in range(50))
    assert all(strikes(FAULT, "p", seed, 1.0) for seed in range(50))


def test_every_session_is_played_with_and_without_the_fault() -> None:
    jobs = both_ways(FAULT, ["healthy_10k", "teen_miler"], 3)
    assert len(jobs) == len({(job.fault, job.spec.name, job.spec.seed) for job in jobs}) == 12
