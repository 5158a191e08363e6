"""The second opinion can add and raise, whatever a model sends."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from coach.profile.profile import Profile
from coach.records.safety import SafetyResult
from coach.safety.gate import evaluate
from coach.safety.reviewer import RANK, Concern, ReviewProfile, merge, problems
from coach.safety.rules import healthy_profile, rules

HINT = "Let's have somebody look at this before we build on it."
RULES = [compiled.rule for compiled in rules()]
FIRING: st.SearchStrategy[Profile] = st.sampled_from(RULES).flatmap(
    lambda rule: st.sampled_from([{**healthy_profile(), **example} for example in rule.fires])
)
PROFILES = st.builds(
    lambda profile, without: {name: value for name, value in profile.items() if name not in without},
    st.one_of(st.just(healthy_profile()), FIRING),
    st.sets(st.sampled_from(sorted(healthy_profile())), max_size=3),
)
CONCERNS = st.builds(
    Concern,
    id=st.sampled_from(["night_shifts", *(rule.id for rule in RULES)]),
    action=st.sampled_from(["warn", "flag_for_review", "block"]),
    hint=st.just(HINT),
    fields=st.just(("sleep_hours_avg",)),
)
REVIEWS = st.builds(ReviewProfile, concerns=st.lists(CONCERNS, max_size=4).map(tuple))


def concern(**changes: Any) -> Concern:
    given = {"id": "night_shifts", "action": "warn", "hint": HINT, "fields": ("sleep_hours_avg",), **changes}
    return Concern.model_validate(given)


@given(PROFILES, REVIEWS)
def test_a_review_never_lowers_and_never_removes(profile: Profile, review: ReviewProfile) -> None:
    before = evaluate(profile)
    after = merge(before, review, profile)
    assert RANK[after.status] >= RANK[before.status]
    assert after.requires_human_review >= before.requires_human_review
    for name in ("fired", "warnings", "verdicts"):
        assert set(map(repr, getattr(before, name))) <= set(map(repr, getattr(after, name)))
    for name in ("withheld_today", "unresolved", "contraindications", "recommendations"):
        assert getattr(after, name) == getattr(before, name)
    for name in ("fired", "warnings"):
        assert list(getattr(after, name)) == sorted(set(getattr(after, name)))


@given(PROFILES, REVIEWS)
def test_what_was_merged_is_marked_and_is_a_valid_result(profile: Profile, review: ReviewProfile) -> None:
    before = evaluate(profile)
    after = merge(before, review, profile)
    assert [each for each in after.verdicts if not each.proposed] == list(before.verdicts)
    assert sum(each.proposed for each in after.verdicts) == len(review.concerns)
    assert SafetyResult.model_validate_json(after.model_dump_json()) == after
    assert merge(before, ReviewProfile(concerns=review.concerns[::-1]), profile).status == after.status


@pytest.mark.parametrize(
    ("changes", "action", "status"),
    [
        ({}, "warn", "approved_with_warnings"),
        ({}, "flag_for_review", "approved_with_warnings"),
        ({}, "block", "blocked"),
        ({"symptoms": ("syncope",)}, "warn", "blocked"),
        ({"training_days_per_week": 7}, "warn", "approved_with_warnings"),
    ],
)
def test_the_status_after_one_concern(changes: Profile, action: str, status: str) -> None:
    profile = {**healthy_profile(), **changes}
    after = merge(evaluate(profile), ReviewProfile(concerns=(concern(action=action),)), profile)
    assert after.status == status
    assert after.requires_human_review == (action == "flag_for_review")
    assert HINT in after.warnings


def test_a_warning_does_not_settle_what_is_open_and_a_block_does() -> None:
    profile = {name: value for name, value in healthy_profile().items() if name != "tendon_pain_nrs"}
    before = evaluate(profile)
    raised = ("warn", "block")
    after = {action: merge(before, ReviewProfile(concerns=(concern(action=action),)), profile) for action in raised}
    assert {action: each.status for action, each in after.items()} == {"warn": "unresolved", "block": "blocked"}
    assert {each.unresolved for each in after.values()} == {before.unresolved}


@pytest.mark.parametrize(
    ("concerns", "said"),
    [
        ((concern(fields=("shoe_size",)),), "'shoe_size' is not a field"),
        ((concern(fields=("weeks_postpartum",)),), "nothing is known about weeks_postpartum"),
        ((concern(), concern(action="block")), "stands twice"),
    ],
)
def test_a_concern_that_rests_on_nothing_known_goes_back(concerns: tuple[Concern, ...], said: str) -> None:
    (found,) = problems(ReviewProfile(concerns=concerns), healthy_profile())
    assert said in found


@pytest.mark.parametrize(
    "wrong", [{"action": "approve"}, {"id": "No Id"}, {"hint": ""}, {"fields": ()}, {"status": "approved"}]
)
def test_what_is_no_concern_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        concern(**wrong)
