"""Intervals and exact tests against published examples and other libraries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar
from statsmodels.stats.proportion import proportion_confint

from measures.mcnemar import mcnemar
from measures.proportions import clopper_pearson, paired_proportions, rule_of_three
from measures.wilson import wilson

counts = st.integers(min_value=0, max_value=60)


@given(counts, counts)
def test_mcnemar_agrees_with_statsmodels(gained: int, lost: int) -> None:
    expected = statsmodels_mcnemar([[0, gained], [lost, 0]], exact=True).pvalue
    assert mcnemar(gained, lost) == pytest.approx(min(1.0, expected))


@given(counts, counts)
def test_mcnemar_is_symmetric_and_its_sides_cover_everything(gained: int, lost: int) -> None:
    assert mcnemar(gained, lost) == pytest.approx(mcnemar(lost, gained))
    assert mcnemar(gained, lost, "less") == pytest.approx(mcnemar(lost, gained, "greater"))
    assert mcnemar(gained, lost, "less") + mcnemar(gained, lost, "greater") >= 1


def test_paired_proportions_give_the_published_interval_of_the_airway_study() -> None:
    # Fagerland, Lydersen and Laake 2014, table V: Wald with Bonett-Price adjustment, -0.508 to -0.013.
    low, high = paired_proportions(1, 7, 21)
    assert (round(low, 3), round(high, 3)) == (-0.508, -0.013)


@given(counts, counts, st.integers(min_value=1, max_value=200))
def test_paired_proportions_mirror_and_stay_in_range(gained: int, lost: int, rest: int) -> None:
    low, high = paired_proportions(gained, lost, gained + lost + rest)
    assert -1 <= low < high <= 1
    assert tuple(paired_proportions(lost, gained, gained + lost + rest)) == pytest.approx((-high, -low))


def test_more_discordant_pairs_than_pairs_are_refused() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        paired_proportions(3, 3, 5)


@given(st.integers(min_value=1, max_value=300), st.data())
def test_wilson_and_clopper_pearson_agree_with_statsmodels(trials: int, data: st.DataObject) -> None:
    successes = data.draw(st.integers(min_value=0, max_value=trials))
    wilsons = proportion_confint(successes, trials, method="wilson")
    assert tuple(wilson(successes, trials)) == pytest.approx(wilsons, abs=1e-9)
    exact = proportion_confint(successes, trials, method="beta")
    assert tuple(clopper_pearson(successes, trials)) == pytest.approx(exact, abs=1e-9)


@given(st.integers(min_value=1, max_value=1000))
def test_the_rule_of_three_is_the_one_sided_clopper_pearson_bound_of_no_failure(trials: int) -> None:
    assert rule_of_three(trials) == pytest.approx(clopper_pearson(0, trials, confidence=0.9).high)
    assert rule_of_three(trials) <= 3 / trials


def test_no_trials_bound_nothing() -> None:
    with pytest.raises(ValueError, match="no trials"):
        rule_of_three(0)
