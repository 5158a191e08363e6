"""The interval of a share counted by a judge who errs, against its promise and its limits."""

import pytest
from numpy.random import default_rng

from measures.misclassified import Measured, corrected_interval
from measures.wilson import wilson


@pytest.mark.parametrize(
    ("share", "recall", "specificity", "labelled"), [(0.1, 0.9, 0.95, 70), (0.5, 0.8, 0.8, 70), (0.02, 0.95, 0.9, 20)]
)
def test_it_holds_the_true_share_nineteen_times_in_twenty(
    share: float, recall: float, specificity: float, labelled: int
) -> None:
    draw, held, runs = default_rng(3), 0, 1000
    for _ in range(runs):
        accused = draw.binomial(400, share * recall + (1 - share) * (1 - specificity))
        caught, spared = draw.binomial(labelled, recall), draw.binomial(labelled, specificity)
        low, high = corrected_interval(
            int(accused), 400, recall=Measured(int(caught), labelled), specificity=Measured(int(spared), labelled)
        )
        held += low <= share <= high
    assert held >= 0.93 * runs


def test_a_judge_that_never_errs_leaves_the_plain_interval() -> None:
    sure = Measured(10_000_000, 10_000_000)
    assert tuple(corrected_interval(30, 100, recall=sure, specificity=sure)) == pytest.approx(
        tuple(wilson(30, 100)), abs=1e-3
    )


def test_the_less_is_known_of_the_judge_the_wider_it_is() -> None:
    widths = []
    for labelled in (1000, 100, 10):
        right = Measured(labelled * 9 // 10, labelled)
        low, high = corrected_interval(30, 100, recall=right, specificity=right)
        widths.append(high - low)
    assert widths == sorted(widths)
    assert widths[0] < widths[-1]


def test_a_judge_that_guesses_has_none() -> None:
    with pytest.raises(ValueError, match="guessing"):
        corrected_interval(30, 100, recall=Measured(5, 10), specificity=Measured(5, 10))
