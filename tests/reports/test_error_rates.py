"""What intervals and the power line promise, counted over seeded repetitions; false alarms have a file of their own."""

import random
from pathlib import Path

import polars as pl
import pytest
from comparisons import personas_needed

from reports.estimate import estimate
from reports.gate import non_inferiority
from reports.pairing import Meeting, Side, table_of
from reports.policy import read_policy
from reports.scorer_lines import Material, lines

POLICY = read_policy(Path(__file__).parents[2] / "evals" / "gate.toml")
ONE = frozenset({1})


def _side(draw: random.Random, rate: float) -> Side:
    passed = draw.random() < min(1, rate)
    return {"passed": passed, "value": "pass" if passed else "fail"}


def test_a_fall_is_called_as_often_as_the_power_line_promises() -> None:
    """Four sessions a persona; personas differ in how hard they are, which both runs meet alike."""
    draw = random.Random(20260105)
    called = 0
    for _ in range(80):
        hard = [
            (f"p{number}", draw.uniform(-0.08, 0.08)) for number in range(personas_needed(0.9, 0.8, 4)) for _ in "1234"
        ]
        met = [
            Meeting(name, f"{name}/{n}", _side(draw, 0.9 + more), _side(draw, 0.8 + more))
            for n, (name, more) in enumerate(hard)
        ]
        found = lines([Material("outcome", table_of(met), ONE, ONE)], POLICY)
        called += any(line.standing == "regressed" for line in non_inferiority(found, POLICY))
    assert called >= 0.7 * 80


@pytest.mark.parametrize(("personas", "epochs", "binary"), [(8, 4, True), (30, 4, True), (30, 1, True), (12, 1, False)])
def test_intervals_cover_the_truth_about_as_often_as_they_say(personas: int, epochs: int, *, binary: bool) -> None:
    draw = random.Random(personas + epochs)
    repetitions, truth, covered = 100, -0.05, 0
    for _ in range(repetitions):
        names = [f"p{number}" for number in range(personas) for _ in range(epochs)]
        rows = [(name, name, *(_drawn(draw, rate, binary=binary) for rate in (0.85, 0.85 + truth))) for name in names]
        table = pl.DataFrame(rows, schema=["persona", "cluster", "base", "candidate"], orient="row")
        interval = estimate(table, binary=binary, confidence=0.95).interval
        covered += interval is not None and interval.low <= truth <= interval.high
    assert covered >= 0.9 * repetitions


def _drawn(draw: random.Random, rate: float, *, binary: bool) -> float:
    return float(draw.random() < rate) if binary else draw.gauss(rate, 0.1)
