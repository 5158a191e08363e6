"""The power curve: drawn from recorded sessions, blind to nothing, alarmed by nothing where nothing is wrong."""

import io
import random
from dataclasses import replace
from typing import Any

from rich.console import Console
from sampling import examples

from evals.commands import fault_rates
from evals.commands.fault_rates import RATE, Recorded, both_ways, strikes
from evals.commands.options import POLICY_FILE
from evals.faults.registry import FAULTS
from reports.policy import read_policy

PASS: dict[str, Any] = {"number": None, "passed": True, "value": "pass", "rules": []}
KEYS = [(f"p{number}", seed) for number in range(6) for seed in range(8)]
POLICY_READ = read_policy(POLICY_FILE)


def recorded(name: str, rule: str) -> Recorded:
    fail = {"number": None, "passed": False, "value": "fail", "rules": [rule]}
    return Recorded(FAULTS[name], dict.fromkeys(KEYS, PASS), dict.fromkeys(KEYS, fail))


def share(found: Recorded, size: int, draws: int = examples(10)) -> float:
    draw = random.Random(0)
    return sum(fault_rates._calls(draw, found, size, POLICY_READ) for _ in range(draws)) / draws


RARE = FAULTS["takes_no_yes"]
COMMON = recorded(RARE.id, "")
HARMLESS = replace(COMMON, struck=COMMON.clean)
RIGHT = {"number": 1.0, "passed": True, "value": "1.0", "rules": []}
WRONG = {"number": 0.967, "passed": False, "value": "0.967", "rules": ["current_weekly_volume_km"]}


def test_one_wrong_value_of_thirty_in_one_session_of_twenty_is_called_by_the_sessions_that_pass() -> None:
    found = Recorded(FAULTS["swaps_miles_km"], dict.fromkeys(KEYS, RIGHT), dict.fromkeys(KEYS, WRONG))
    assert share(found, 5) < share(found, 80) == 1.0


def test_the_number_of_sessions_that_is_stated_holds_for_every_larger_run_too() -> None:
    assert fault_rates.needed({5: (1, 10), 10: (8, 10), 20: (9, 10)}) == 40
    assert fault_rates.needed({5: (9, 10), 10: (7, 10), 20: (9, 10)}) == 80
    assert fault_rates.needed({5: (9, 10), 10: (9, 10), 20: (7, 10)}) is None


def test_the_power_grows_with_the_run_and_nothing_is_called_where_nothing_is_changed() -> None:
    called = fault_rates.power(COMMON, POLICY_READ, 10)
    assert list(called) == list(fault_rates.SIZES)
    assert called[5][0] < called[80][0]
    assert fault_rates.needed(called) is not None
    assert {times for times, _ in fault_rates.power(HARMLESS, POLICY_READ, 10).values()} == {0}


def test_a_fault_that_its_owner_never_sees_or_no_run_calls_is_not_noticed() -> None:
    once = replace(COMMON, struck={**COMMON.clean, KEYS[0]: COMMON.struck[KEYS[0]]})
    said = Console(file=io.StringIO())
    noticed = [fault_rates.is_noticed(each, POLICY_READ, said, 8) for each in (COMMON, HARMLESS, once)]
    assert noticed == [True, False, False]


def test_one_new_failure_of_zero_tolerance_is_called_at_once() -> None:
    assert share(recorded("leaks_author_plain", "framework_name"), 40) > 0.9


def test_pass_k_falls_below_that_of_the_clean_sessions_and_the_more_the_larger_k() -> None:
    clean, struck = (list(column.cells) for column in fault_rates._reliability(COMMON).columns[1:])
    assert clean == ["1.000"] * 4
    assert float(str(struck[0])) > float(str(struck[-1]))


def test_a_fault_strikes_about_one_session_in_twenty_the_same_on_every_run_and_never_or_always_at_the_ends() -> None:
    hit = [strikes(RARE, f"p{number}", seed) for number in range(200) for seed in range(10)]
    assert hit == [strikes(RARE, f"p{number}", seed) for number in range(200) for seed in range(10)]
    assert 0.7 * RATE < sum(hit) / len(hit) < 1.3 * RATE
    assert not any(strikes(RARE, "p", seed, 0.0) for seed in range(50))
    assert all(strikes(RARE, "p", seed, 1.0) for seed in range(50))


def test_every_session_is_played_with_and_without_the_fault() -> None:
    jobs = both_ways(RARE, ["healthy_10k", "teen_miler"], 3)
    assert len(jobs) == len({(job.fault, job.spec.name, job.spec.seed) for job in jobs}) == 12
