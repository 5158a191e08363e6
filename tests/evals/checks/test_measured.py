"""Shares with their intervals, and what is said beside a pass of how many defects words show."""

import pytest

from evals.checks.measured import MeasuredShare, beside, measured
from evals.checks.verdict import not_judged, pass_or_fail


def test_the_interval_is_wilsons_as_newcombe_printed_it() -> None:
    """Newcombe 1998 (Stat Med 17:857-872), table I, method 3."""
    assert MeasuredShare(found=81, of=263).interval() == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert MeasuredShare(found=0, of=20).interval() == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert MeasuredShare(found=0, of=0).interval() == (0.0, 1.0)


def test_only_a_pass_tells_how_far_words_reach() -> None:
    name = next(iter(measured("words_reach").shares))
    passed, other = beside(name, pass_or_fail(())), not_judged("nothing")
    assert "labelled defects" in passed.explanation
    assert "defects_in_words" in passed.judged
    assert (beside(name, other), beside("no such scorer", pass_or_fail(()))) == (other, pass_or_fail(()))
