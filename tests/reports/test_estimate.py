"""What an estimate rests on: families, not personas, and bounds that hold where nothing differs."""

import random

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sampling import share

from reports.estimate import Estimate, estimate

Row = tuple[str, str, float, float]
families = st.integers(min_value=1, max_value=60)
sessions = st.integers(min_value=1, max_value=6)


def of(rows: list[Row]) -> Estimate:
    table = pl.DataFrame(rows, schema=["persona", "cluster", "base", "candidate"], orient="row")
    return estimate(table, binary=True, confidence=0.95)


def alike(count: int, epochs: int, twins: int = 1) -> Estimate:
    """All sessions pass on both sides; each family has `twins` personas."""
    return of([(f"p{n}-{t}", f"f{n}", 1.0, 1.0) for n in range(count) for t in range(twins) for _ in range(epochs)])


@given(families, sessions, st.integers(min_value=1, max_value=3))
def test_twins_add_nothing_to_a_bound_where_no_pair_differs(count: int, epochs: int, twins: int) -> None:
    one, many = alike(count, epochs), alike(count, epochs, twins)
    assert (many.units, many.trials) == (one.units, one.trials) == (count, one.trials)
    assert one.trials == (count * epochs if count >= 20 else count)
    assert many.unseen_share(0.95) == pytest.approx(1 - 0.05 ** (1 / one.trials))


@given(st.integers(min_value=2, max_value=60), sessions)
def test_zero_failures_bound_the_loss_at_the_stated_confidence(count: int, epochs: int) -> None:
    found = alike(count, epochs)
    assert found.lower == pytest.approx(-(1 - 0.05 ** (1 / found.trials)))
    assert found.interval is not None
    assert found.interval.high == -found.interval.low == pytest.approx(1 - 0.025 ** (1 / found.trials))
    # A candidate that fails as often as the bound shows no failure in as many trials with a chance of 5%.
    assert (1 + found.lower) ** found.trials == pytest.approx(0.05)


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(0, 9)), min_size=2, max_size=40))
def test_mcnemar_speaks_only_where_every_pair_is_a_family_of_its_own(pairs: list[tuple[bool, bool, int]]) -> None:
    rows = [(f"p{n}", f"f{family}", float(base), float(cand)) for n, (base, cand, family) in enumerate(pairs)]
    found = of(rows)
    assert found.units == len({family for _, _, family in pairs})
    assert (found.test == "exact McNemar") == (found.units == len(pairs))
    assert found.p is None or found.p_fall is None or found.p_fall >= 0.5**found.units


@pytest.mark.parametrize("pairs", [6, 7, 12, 40, 160])
def test_what_the_exact_test_shows_leaves_0_out_of_the_interval(pairs: int) -> None:
    most = min(pairs, 30)
    moves = [(fell, rose) for fell in range(most + 1) for rose in range(min(pairs - fell, 30) + 1)]
    for fell, rose in share(moves, 1 if pairs < 40 else 7):
        moved = [(1.0, 0.0)] * fell + [(0.0, 1.0)] * rose + [(1.0, 1.0)] * (pairs - fell - rose)
        found = of([(f"p{n}", f"p{n}", *pair) for n, pair in enumerate(moved)])
        assert found.p is not None
        assert found.interval is not None
        assert found.p > 0.05 or found.interval.low > 0 or found.interval.high < 0, (fell, rose)


@given(st.integers(min_value=6, max_value=200), st.integers(min_value=1, max_value=4))
def test_where_all_personas_moved_alike_the_interval_leaves_0_out(count: int, failing: int) -> None:
    """The sign of the difference is shown then, and only how far others moved is open."""
    found = of([(f"p{n}", f"p{n}", 1.0, float(epoch >= failing)) for n in range(count) for epoch in range(4)])
    assert found.p is not None
    assert found.p < 0.05
    assert found.interval is not None
    assert -1 <= found.interval.low <= found.difference <= found.interval.high < 0


def test_twins_that_say_the_same_alarm_no_more_often_than_promised() -> None:
    """Families of one to four twins with one session each; McNemar over personas alarms in 10% of such comparisons."""
    draw, alarms = random.Random(20260105), 0
    for _ in range(300):
        rows: list[Row] = []
        for family in range(24):
            base, candidate = (float(draw.random() < 0.85) for _ in "12")
            rows += [(f"p{family}-{twin}", f"f{family}", base, candidate) for twin in range(1 + family % 4)]
        p = of(rows).p_fall
        alarms += p is not None and p <= 0.05
    assert alarms <= 0.08 * 300
