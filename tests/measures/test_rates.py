"""Holm, pass^k and power against worked examples, libraries and brute force."""

from itertools import combinations
from math import ceil, sqrt

import pytest
from comparisons import personas_needed
from hypothesis import given
from hypothesis import strategies as st
from numpy.random import default_rng
from scipy.stats import binom, hypergeom, multinomial
from statsmodels.stats.power import zt_ind_solve_power

from measures.bootstrap import MOST_CLUSTERS
from measures.clustered import clustered_mean
from measures.holm import holm
from measures.mcnemar import mcnemar
from measures.pass_k import Trials, mean_pass_k, pass_k
from measures.power import (
    Design,
    exact_power,
    smallest_difference,
    smallest_exact,
    smallest_fall,
)

p_values = st.lists(st.floats(min_value=0, max_value=1), min_size=1, max_size=12)


@given(p_values)
def test_holm_is_what_its_definition_says(values: list[float]) -> None:
    """The largest of `(m - i) * p` among the p values up to one's own, `i` counted from 0 in their order."""
    steps = [(p, min(1.0, (len(values) - i) * p)) for i, p in enumerate(sorted(values))]
    assert holm(values) == pytest.approx([max(step for p, step in steps if p <= value) for value in values])


@given(p_values)
def test_holm_keeps_order_and_lies_between_nothing_and_bonferroni(values: list[float]) -> None:
    adjusted = holm(values)
    for value, corrected in zip(values, adjusted, strict=True):
        assert value - 1e-12 <= corrected <= min(1.0, value * len(values)) + 1e-12
    assert [corrected for _, corrected in sorted(zip(values, adjusted, strict=True))] == sorted(adjusted)


def test_holm_of_nothing_is_nothing() -> None:
    assert holm([]) == []


@given(st.integers(min_value=1, max_value=8), st.data())
def test_pass_k_counts_the_draws_without_a_failure(total: int, data: st.DataObject) -> None:
    passed = data.draw(st.integers(min_value=0, max_value=total))
    k = data.draw(st.integers(min_value=1, max_value=total))
    outcomes = [True] * passed + [False] * (total - passed)
    draws = list(combinations(outcomes, k))
    assert pass_k(passed, total, k) == pytest.approx(sum(map(all, draws)) / len(draws))
    assert pass_k(passed, total, k) == pytest.approx(hypergeom.pmf(k, total, passed, k))


def test_pass_k_needs_k_trials() -> None:
    with pytest.raises(ValueError, match="no 3 of 2"):
        pass_k(2, 2, 3)


def test_the_mean_leaves_out_personas_with_too_few_trials_and_says_how_many_stayed() -> None:
    found = mean_pass_k([Trials("a", 4, 4), Trials("b", 2, 4), Trials("c", 1, 1)], 2)
    assert found is not None
    assert found.mean == pytest.approx((1 + 1 / 6) / 2)
    assert found.personas == 2
    assert found.interval is not None
    assert tuple(found.interval) == pytest.approx((1 / 6, 1.0))
    assert mean_pass_k([Trials("c", 1, 1)], 2) is None


@given(st.integers(min_value=2, max_value=2000), st.integers(min_value=0, max_value=4))
def test_personas_that_came_to_the_same_still_have_an_interval(personas: int, passed: int) -> None:
    found = mean_pass_k([Trials(f"p{number}", passed, 4) for number in range(personas)], 1)
    assert found is not None
    assert found.interval is not None
    assert found.interval.low <= found.mean <= found.interval.high
    assert found.interval.high - found.interval.low == pytest.approx(1 - 0.05 ** (1 / personas))


def test_where_every_session_passed_the_chance_has_a_lower_bound() -> None:
    found = mean_pass_k([Trials(f"p{number}", 4, 4) for number in range(81)], 4)
    assert found is not None
    assert tuple(found.interval or ()) == pytest.approx((0.9637, 1.0), abs=5e-5)


def test_very_many_personas_get_the_t_interval_which_says_what_the_bootstrap_would() -> None:
    people = [Trials(f"p{number}", number % 3 > 0, 1) for number in range(MOST_CLUSTERS + 2)]
    many, fewer = mean_pass_k(people, 1), mean_pass_k(people[2:], 1)
    assert many is not None
    assert fewer is not None
    assert many.interval is not None
    assert tuple(many.interval) == pytest.approx(tuple(fewer.interval or ()), abs=0.004)


@given(st.integers(min_value=55, max_value=99), st.integers(min_value=2, max_value=50))
def test_power_agrees_with_statsmodels_for_one_trial(percent: int, points: int) -> None:
    base, candidate = percent / 100, (percent - points) / 100
    spread = sqrt((base * (1 - base) + candidate * (1 - candidate)) / 2)
    expected = zt_ind_solve_power((base - candidate) / spread, alpha=0.05, power=0.8, alternative="larger")
    assert personas_needed(base, candidate, 1) == ceil(expected - 1e-9)


def test_a_hundred_personas_with_four_sessions_see_about_a_fall_from_90_to_85_percent() -> None:
    assert smallest_fall(0.9, 100, 4) == pytest.approx(0.058, abs=0.001)


@given(st.floats(min_value=0.2, max_value=1), st.integers(min_value=20, max_value=500), st.sampled_from([1, 4, 8]))
def test_the_smallest_fall_is_the_one_that_needs_just_so_many(base: float, personas: int, epochs: int) -> None:
    fall = smallest_fall(base, personas, epochs)
    if fall is not None and fall > 1e-3:
        assert personas_needed(base, base - fall, epochs) in {personas, personas + 1}


def test_a_fall_that_cannot_be_seen_has_no_size() -> None:
    assert smallest_fall(0.1, 2, 1) is None


@pytest.mark.parametrize(("pairs", "needed"), [(6, 6), (8, 6), (30, 6), (100, 6)])
def test_what_the_exact_test_shows_is_seen_four_times_in_five(pairs: int, needed: int) -> None:
    """Six fallen pairs and none risen are two-sided 3%; the chance of so many is a binomial tail."""
    fall = smallest_exact(pairs, lambda less: (less, 0.0), 1.0, Design(0.025))
    assert fall is not None
    assert float(binom.sf(needed - 1, pairs, fall)) == pytest.approx(0.8, abs=1e-3)
    assert smallest_exact(5, lambda less: (less, 0.0), 1.0, Design(0.025)) is None


@given(st.integers(1, 12), st.floats(0, 0.5), st.floats(0, 0.5))
def test_the_exact_power_is_the_chance_of_every_outcome_that_the_test_calls(
    pairs: int, fell: float, rose: float
) -> None:
    chances = [
        float(multinomial.pmf([down, up, pairs - down - up], pairs, [fell, rose, 1 - fell - rose]))
        for down in range(pairs + 1)
        for up in range(pairs + 1 - down)
        if down + up and mcnemar(up, down, "less") <= 0.05
    ]
    assert exact_power(pairs, fell, rose, 0.05) == pytest.approx(sum(chances), abs=1e-9)


@pytest.mark.parametrize(("personas", "epochs"), [(6, 4), (12, 4), (81, 2)])
def test_the_smallest_fall_of_several_sessions_is_seen_four_times_in_five(personas: int, epochs: int) -> None:
    fall = smallest_fall(0.9, personas, epochs, design=Design(units=personas))
    assert fall is not None
    draw, names, seen = default_rng(7), [str(number) for number in range(personas)], 0
    for _ in range(1000):
        before, after = (draw.binomial(epochs, rate, personas) / epochs for rate in (0.9, 0.9 - fall))
        seen += clustered_mean((after - before).tolist(), names).p_less() <= 0.05
    assert 760 <= seen <= 900


def test_a_stricter_design_sees_less() -> None:
    assert smallest_difference(0.1) < smallest_difference(0.1, design=Design(alpha=0.01))
    assert smallest_difference(0.1) == pytest.approx(0.2486, abs=1e-4)
