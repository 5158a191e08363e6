"""Cohen's kappa against statsmodels, and an interval that is as wide as few sessions deserve."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import cohens_kappa as reference

from measures.kappa import AgreementTable, cohens_kappa, kappa_interval

COUNT = st.integers(0, 40)


@given(st.builds(AgreementTable, COUNT, COUNT, COUNT, COUNT))
def test_it_is_what_statsmodels_says_or_not_defined(table: AgreementTable) -> None:
    found = cohens_kappa(table)
    if sum(table) in {0, table.both, table.neither}:
        assert found is None
        assert kappa_interval(table) is None
    else:
        assert found == pytest.approx(reference(np.reshape(table, (2, 2)), return_results=False))


def test_the_interval_is_near_the_asymptotic_one_where_there_are_many_sessions() -> None:
    table = AgreementTable(400, 60, 40, 300)
    low, high = kappa_interval(table) or (0, 0)
    theirs = reference(np.reshape(table, (2, 2)))
    assert (low, high) == pytest.approx((theirs.kappa_low, theirs.kappa_upp), abs=0.01)


@pytest.mark.parametrize(
    "table",
    [AgreementTable(5, 0, 0, 5), AgreementTable(9, 0, 0, 1), AgreementTable(0, 3, 3, 0), AgreementTable(3, 1, 0, 0)],
)
def test_a_few_sessions_never_give_a_narrow_interval_and_it_holds_the_estimate(table: AgreementTable) -> None:
    low, high = kappa_interval(table) or (0, 0)
    assert low <= (cohens_kappa(table) or 0) <= high
    assert high - low > 0.3


def test_it_holds_the_true_kappa_in_about_95_of_100_tables() -> None:
    chances = (0.8, 0.02, 0.02, 0.16)
    true = cohens_kappa(AgreementTable(*(round(100 * each) for each in chances)))
    drawn = [AgreementTable(*map(int, each)) for each in np.random.default_rng(1).multinomial(25, chances, 60)]
    bounds = [found for table in drawn if (found := kappa_interval(table))]
    assert len(bounds) > 55
    assert sum(low <= (true or 0) <= high for low, high in bounds) / len(bounds) > 0.9
