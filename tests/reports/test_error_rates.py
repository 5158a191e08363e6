"""What the intervals, the gate and the power line promise, counted over seeded repetitions."""

import random
import statistics
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from reports.estimate import estimate
from reports.gate import non_inferiority
from reports.lines import Material, lines
from reports.pairing import Meeting, table_of
from reports.policy import Policy, read_policy
from reports.statistics.power import personas_needed, smallest_difference

POLICY = read_policy(Path(__file__).parents[2] / "evals" / "gate.toml")
ONE = frozenset({1})


def _side(passed: bool) -> dict[str, Any]:  # noqa: FBT001 (a value, not a switch)
    return {"number": None, "passed": passed, "value": "pass" if passed else "fail"}


def _material(draw: random.Random, scorer: str, *, personas: int, base: float, candidate: float) -> Material:
    """Four sessions a persona; personas differ in how hard they are, which both runs meet alike."""
    meetings = []
    for number in range(personas):
        hard = draw.uniform(-0.08, 0.08)
        for seed in range(4):
            before, after = (_side(draw.random() < min(1, rate + hard)) for rate in (base, candidate))
            name, session = f"p{number}", f"p{number}/{seed}"
            meetings.append(Meeting(name, session, before, after))
    return Material(scorer, table_of(meetings), ONE, ONE)


def _alarms(draw: random.Random, materials: list[Material], policy: Policy) -> bool:
    return any(line.standing == "regressed" for line in non_inferiority(lines(materials, policy), policy))


def test_identical_variants_alarm_no_more_than_the_policy_says() -> None:
    draw = random.Random(20260105)
    repetitions = 120
    alarms = sum(
        _alarms(draw, [_material(draw, f"s{n}", personas=30, base=0.9, candidate=0.9) for n in range(4)], POLICY)
        for _ in range(repetitions)
    )
    # 5 % of 120 is 6; eleven or more would come up in 4 % of all seeds at most.
    assert alarms <= 10


def test_a_fall_is_called_as_often_as_the_power_line_promises() -> None:
    draw = random.Random(20260105)
    personas = personas_needed(0.9, 0.8, 4)
    repetitions = 80
    found = sum(
        _alarms(draw, [_material(draw, "outcome", personas=personas, base=0.9, candidate=0.8)], POLICY)
        for _ in range(repetitions)
    )
    assert found >= 0.7 * repetitions


def test_a_tenth_of_the_facts_lost_is_called_at_the_size_that_the_power_line_names() -> None:
    """A tenth of all collected values turns wrong; the size comes from how such sessions vary, not from trying."""
    draw = random.Random(20260105)
    pilot = [value for name in range(40) for value in _fidelities(draw, f"p{name}", lost=0.0)]
    spread = statistics.pstdev([*pilot, *(value - 0.1 for value in pilot)])
    personas = next(n for n in range(6, 200) if smallest_difference(spread * (2 / (4 * n)) ** 0.5) <= 0.1)
    repetitions = 80
    found = sum(
        _alarms(draw, [_numbers(draw, "intake_fidelity", personas=personas, lost=0.1)], POLICY)
        for _ in range(repetitions)
    )
    silent = sum(
        _alarms(draw, [_numbers(draw, "intake_fidelity", personas=personas, lost=0.0)], POLICY)
        for _ in range(repetitions)
    )
    assert found >= 0.8 * repetitions
    assert silent <= 0.1 * repetitions


def _fidelities(draw: random.Random, _persona: str, *, lost: float) -> list[float]:
    """Four sessions: of some thirty collected values few are wrong, and `lost` of the rest."""
    wrong = draw.choice([0.0, 0.0, 0.0, 0.03, 0.1])
    return [statistics.fmean(draw.random() >= wrong + lost for _ in range(30)) for _ in range(4)]


def _numbers(draw: random.Random, scorer: str, *, personas: int, lost: float) -> Material:
    def side(value: float) -> dict[str, Any]:
        return {"number": value, "passed": value > 0.999, "value": str(value)}

    meetings = []
    for name in (f"p{number}" for number in range(personas)):
        before, after = (_fidelities(draw, name, lost=each) for each in (0.0, lost))
        meetings += [
            Meeting(name, f"{name}/{n}", side(a), side(b)) for n, (a, b) in enumerate(zip(before, after, strict=True))
        ]
    return Material(scorer, table_of(meetings), ONE, ONE)


@pytest.mark.parametrize(("personas", "epochs", "binary"), [(8, 4, True), (30, 4, True), (30, 1, True), (12, 1, False)])
def test_intervals_cover_the_truth_about_as_often_as_they_say(personas: int, epochs: int, *, binary: bool) -> None:
    draw = random.Random(personas + epochs)
    repetitions, truth, covered = 100, -0.05, 0
    for _ in range(repetitions):
        pairs = []
        for number in range(personas):
            for _epoch in range(epochs):
                before, after = (_drawn(draw, rate, binary=binary) for rate in (0.85, 0.85 + truth))
                pairs.append((f"p{number}", f"p{number}", before, after))
        table = pl.DataFrame(pairs, schema=["persona", "cluster", "base", "candidate"], orient="row")
        interval = estimate(table, binary=binary, confidence=0.95).interval
        covered += interval is not None and interval.low <= truth <= interval.high
    assert covered >= 0.9 * repetitions


def _drawn(draw: random.Random, rate: float, *, binary: bool) -> float:
    return float(draw.random() < rate) if binary else draw.gauss(rate, 0.1)
