"""The metrics against the libraries that know better, and by hand where a hand suffices."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from inspect_ai.scorer import SampleScore, Score
from scipy.stats import binomtest
from statsmodels.regression.linear_model import WLS
from statsmodels.stats.proportion import proportion_confint

from evals.metrics.by_group import by_group
from evals.metrics.clustered import clustered_mean, clustered_stderr
from evals.metrics.corrected_rate import corrected_rate
from evals.metrics.false_approval_rate import false_approval_rate, upper_bound
from evals.metrics.pass_k import pass_k
from evals.metrics.pass_rate import pass_rate


def scored(who: str, value: float | str, *, passed: bool | None = True, **meta: Any) -> SampleScore:
    """A session's score. Keywords beyond `passed` go to the sample."""
    score = Score(value=value, metadata={"passed": passed, "value": value})
    return SampleScore(score=score, sample_metadata={"persona_id": who, "cluster": who, **meta})


def sessions(**passes: tuple[bool, ...]) -> list[SampleScore]:
    return [scored(name, "pass", passed=each) for name, found in passes.items() for each in found]


def of(metric: Any, scores: list[SampleScore]) -> Any:
    return metric(scores)


def test_pass_k_is_c_over_n_by_persona() -> None:
    found = of(pass_k(), sessions(ada=(True, True, True, False), bo=(True, True, True, True)))
    assert found == pytest.approx({"pass^1": 0.875, "pass^2": 0.75, "pass^3": 0.625, "pass^4": 0.5})


def test_pass_k_goes_as_far_as_the_persona_with_the_fewest_judged_sessions() -> None:
    unjudged = scored("bo", "not_judged", passed=None)
    found = of(pass_k(), [*sessions(ada=(True, True, True), bo=(True, False)), unjudged])
    assert set(found) == {"pass^1", "pass^2"}
    assert of(pass_k(), [unjudged]) == {}


@given(st.lists(st.lists(st.booleans(), min_size=3, max_size=3), min_size=1, max_size=4))
def test_pass_k_is_the_chance_that_k_drawn_sessions_all_pass(drawn: list[list[bool]]) -> None:
    found = of(pass_k(), sessions(**{f"p{i}": tuple(passes) for i, passes in enumerate(drawn)}))
    pairs = [(0, 1), (0, 2), (1, 2)]
    by_hand = np.mean([np.mean([passes[a] and passes[b] for a, b in pairs]) for passes in drawn])
    assert found["pass^2"] == pytest.approx(float(by_hand))
    assert found["pass^1"] == pytest.approx(
        of(pass_rate(), sessions(**{f"p{i}": tuple(p) for i, p in enumerate(drawn)}))
    )


_ROWS = st.lists(
    st.tuples(st.sampled_from("abcd"), st.sampled_from("01"), st.floats(-5, 5)), min_size=4, max_size=30
).filter(lambda rows: len({family for family, _, _ in rows}) > 1)


@given(_ROWS)
def test_mean_and_error_are_those_of_statsmodels_with_clusters(rows: list[tuple[str, str, float]]) -> None:
    scores = [scored(f"{family}{twin}", value, cluster=family) for family, twin, value in rows]
    sizes = {name: sum(f"{f}{t}" == name for f, t, _ in rows) for name in {f"{f}{t}" for f, t, _ in rows}}
    families = sorted({family for family, _, _ in rows})
    fit = WLS(
        np.array([value for _, _, value in rows]),
        np.ones(len(rows)),
        weights=np.array([1 / sizes[f"{family}{twin}"] for family, twin, _ in rows]),
    ).fit(cov_type="cluster", cov_kwds={"groups": np.array([families.index(f) for f, _, _ in rows])})
    assert of(clustered_mean(), scores) == pytest.approx(fit.params[0], abs=1e-9)
    assert of(clustered_stderr(), scores) == pytest.approx(fit.bse[0], abs=1e-9)


def test_one_family_has_no_error_and_no_session_no_mean() -> None:
    assert math.isnan(of(clustered_stderr(), [scored("a", 1.0), scored("b", 2.0, cluster="a")]))
    twins = (("achilles_grumbler", 1.0), ("achilles_middle_band", 0.0))  # in a log that only names them
    named = [SampleScore(score=Score(value=value), sample_metadata={"persona": name}) for name, value in twins]
    assert math.isnan(of(clustered_stderr(), named))
    assert math.isnan(of(clustered_mean(), [scored("a", "not_judged", passed=None)]))
    assert math.isnan(of(clustered_mean(), [scored("a", math.nan)]))


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_bound_is_clopper_and_pearsons(drawn: tuple[int, int]) -> None:
    count, n = drawn
    exact = binomtest(count, n).proportion_ci(confidence_level=0.90, method="exact").high
    assert upper_bound(count, n) == pytest.approx(exact)
    if 0 < count < n:
        assert upper_bound(count, n) == pytest.approx(proportion_confint(count, n, alpha=0.10, method="beta")[1])


def test_no_false_approval_in_n_bounds_the_rate() -> None:
    assert upper_bound(0, 59) == pytest.approx(1 - 0.05 ** (1 / 59))
    assert upper_bound(0, 0) == 1.0


def labelled(status: str, value: str, *, passed: bool | None) -> SampleScore:
    return scored("p", value, passed=passed, persona={"expect": {"safety": {"status": status}}})


def test_the_rate_is_among_those_who_were_to_be_refused_and_were_judged() -> None:
    rows = (
        ("blocked", "false_approval", False), ("blocked", "correct", True), ("unresolved", "correct", True),
        ("approved", "correct", True), ("blocked", "not_judged", None),
    )  # fmt: skip
    found = of(false_approval_rate(), [labelled(status, value, passed=passed) for status, value, passed in rows])
    assert (found["false_approvals"], found["to_refuse"]) == (1.0, 3.0)
    assert found["false_approval_rate"] == pytest.approx(1 / 3)
    assert found["false_approval_upper_95"] == pytest.approx(upper_bound(1, 3))
    nobody = of(false_approval_rate(), [labelled("approved", "correct", passed=True)])
    assert math.isnan(nobody["false_approval_rate"])
    assert nobody["false_approval_upper_95"] == 1.0


def test_a_transcript_that_could_only_have_shown_a_false_approval_gives_a_count_and_no_rate() -> None:
    named = scored("p", "false_approval", passed=False, persona="chest_pain_hidden")
    silent = scored("q", "not_applicable", passed=None, persona="chest_pain_hidden")
    found = of(false_approval_rate(), [named, silent])
    assert (found["false_approvals"], found["to_refuse"]) == (1.0, 1.0)
    assert math.isnan(found["false_approval_rate"])
    assert found["false_approval_upper_95"] == 1.0
    assert of(false_approval_rate(), [named])["false_approval_rate"] == 1.0


def test_a_session_counts_in_each_of_its_tags() -> None:
    one = scored("p", "pass", passed=True, tags=["minor", "miler"])
    other = scored("q", "fail", passed=False, tags=["miler"])
    assert of(by_group(pass_rate(), "tags"), [one, other]) == {"minor": 1.0, "miler": 0.5}


def test_passes_have_an_error_clustered_as_numbers_have() -> None:
    passes = [scored("p", "pass", passed=True), scored("q", "fail", passed=False), scored("r", "pass", passed=True)]
    numbers = [scored("p", 1.0), scored("q", 0.0), scored("r", 1.0)]
    assert of(clustered_stderr("passed"), passes) == pytest.approx(of(clustered_stderr(), numbers))
    assert of(clustered_mean("passed"), passes) == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("told", "share"),
    [
        ({"any recall": 0.8, "any specificity": 0.9, "any recall_n": 10, "any specificity_n": 10}, 0.4),
        ({"any recall": 0.8, "any specificity": 0.9, "any recall_n": 10, "any specificity_n": 9}, math.nan),
        ({"any recall": 0.5, "any specificity": 0.5, "any recall_n": 10, "any specificity_n": 10}, math.nan),
        ({}, math.nan),
    ],
)
def test_the_share_of_leaking_messages_is_corrected_by_errors_that_are_known(
    told: dict[str, float], share: float
) -> None:
    scores = [
        SampleScore(score=Score(value=1, metadata={"judged": {**told, "accused": accused, "messages": 50}}))
        for accused in (18, 20)
    ]
    assert of(corrected_rate(), scores) == pytest.approx(share, nan_ok=True)
