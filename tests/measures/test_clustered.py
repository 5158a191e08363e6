"""The clustered mean against an ordinary regression with clustered errors, and the bootstrap beside it."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ttest_1samp
from statsmodels.regression.linear_model import OLS

from measures.bootstrap import cluster_bootstrap
from measures.clustered import clustered_mean

samples = st.lists(
    st.tuples(st.integers(min_value=-100, max_value=100).map(lambda n: n / 10), st.sampled_from("abcdefgh")),
    min_size=3,
    max_size=40,
).filter(lambda rows: len({cluster for _, cluster in rows}) > 1 and len({value for value, _ in rows}) > 1)


@given(samples)
def test_error_and_interval_agree_with_a_clustered_regression(rows: list[tuple[float, str]]) -> None:
    values, clusters = [value for value, _ in rows], [cluster for _, cluster in rows]
    groups = np.array([ord(cluster) for cluster in clusters])
    fit = OLS(values, np.ones(len(values))).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "use_correction": True, "df_correction": True}, use_t=True
    )
    found = clustered_mean(values, clusters)
    assert found.mean == pytest.approx(fit.params[0], abs=1e-9)
    assert found.error == pytest.approx(fit.bse[0], abs=1e-9)
    assert tuple(found.interval()) == pytest.approx(tuple(fit.conf_int()[0]), abs=1e-6)


def test_clusters_of_one_give_the_ordinary_t_test() -> None:
    # Student's (1908) sleep data: differences of ten patients, t = 4.0621, p = 0.002833.
    differences = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
    found = clustered_mean(differences, [str(index) for index in range(10)])
    assert found.statistic == pytest.approx(4.0621, abs=5e-5)
    assert found.p_value() == pytest.approx(0.002833, abs=5e-7)
    assert found.p_value() == pytest.approx(ttest_1samp(differences, 0).pvalue)


def test_twins_that_say_the_same_count_as_one() -> None:
    alone = clustered_mean([0.1, -0.2, 0.4], ["a", "b", "c"])
    doubled = clustered_mean([0.1, 0.1, -0.2, -0.2, 0.4, 0.4], ["a", "a", "b", "b", "c", "c"])
    assert doubled.error == pytest.approx(alone.error)
    assert tuple(doubled.interval()) == pytest.approx(tuple(alone.interval()))


def test_no_p_value_is_below_what_as_many_coin_flips_can_give() -> None:
    found = clustered_mean([-1.0] * 8, list("abcdefgh"))
    assert found.p_value() == 2 * 0.5**8


def test_one_cluster_is_refused() -> None:
    with pytest.raises(ValueError, match="one cluster"):
        clustered_mean([0.1, 0.2], ["a", "a"])


def test_the_bootstrap_is_seeded_and_near_the_t_interval_for_many_clusters() -> None:
    draw = random.Random(7)
    values, clusters = [draw.gauss(0.3, 1) for _ in range(300)], [str(index) for index in range(300)]
    found = cluster_bootstrap(values, clusters)
    assert found == cluster_bootstrap(values, clusters)
    assert found != cluster_bootstrap(values, clusters, seed=1)
    assert tuple(found) == pytest.approx(tuple(clustered_mean(values, clusters).interval()), abs=0.02)


@given(samples)
def test_the_bootstrap_stays_within_the_cluster_means(rows: list[tuple[float, str]]) -> None:
    by: dict[str, list[float]] = {}
    for value, cluster in rows:
        by.setdefault(cluster, []).append(value)
    means = [sum(values) / len(values) for values in by.values()]
    low, high = cluster_bootstrap([value for value, _ in rows], [cluster for _, cluster in rows])
    assert min(means) - 1e-9 <= low <= high <= max(means) + 1e-9
