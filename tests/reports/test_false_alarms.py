"""The promises of the gate, on sessions like ours: rare false alarms, and a planted fall that is called."""

import random

from bench.false_alarms import COUNTS, FRACTIONS, POLICY, SIMULATED, World, alarms, count_alarms
from sampling import examples
from scipy.stats import binom

from evals.checks.registry import CHECKS
from measures.power import smallest_difference
from reports.policy import read_policy

RULES = read_policy(POLICY)
FIDELITY = "intake_fidelity: at most 0.02 worse"


def test_every_scorer_that_a_line_gates_is_simulated() -> None:
    numbers = {*FRACTIONS, *COUNTS}
    gated = {name for name in CHECKS if RULES.margin(name, binary=name not in numbers) is not None}
    assert gated == set(SIMULATED)
    assert RULES.pass_margin("intake_fidelity")


def test_identical_variants_seldom_alarm() -> None:
    """At the promised rate of 5% more than `most` would come up in less than 0.4% of all seeds: 7 or more of 40."""
    repetitions = examples(10)
    most = binom.ppf(0.996, repetitions, 0.05)
    assert count_alarms(repetitions, World(personas=30, epochs=2), RULES) <= most


def test_a_fall_of_a_tenth_in_intake_fidelity_is_called_at_the_promised_size() -> None:
    """The sample that the power line calls large enough for the fall, and no larger."""
    world = World(personas=1, epochs=4)
    fall = 0.1 * world.rate
    # Two binomial means of `facts` answers in `epochs` sessions each, as the power line reckons them.
    variance = sum(rate * (1 - rate) for rate in (world.rate, world.rate - fall)) / (world.facts * world.epochs)
    personas = next(n for n in range(2, 200) if smallest_difference((variance / n) ** 0.5) <= fall)
    # Few clusters pay for not knowing their spread (t, not z; no p below 2^-G): eight is the least that can alarm.
    draw = random.Random(20260105)
    promised = World(personas=max(personas, 8), epochs=4)
    repetitions = examples(10)
    called = sum(FIDELITY in alarms(draw, promised, RULES, fall=fall) for _ in range(repetitions))
    assert called >= 0.8 * repetitions


def test_the_fall_is_called_in_the_library_every_time() -> None:
    draw = random.Random(7)
    assert all(FIDELITY in alarms(draw, World(), RULES, fall=0.095) for _ in range(5))
