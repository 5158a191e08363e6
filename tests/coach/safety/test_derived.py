"""Derived values at their limits, by what the gate makes of them."""

from typing import Any

from coach.profile.profile import Profile
from coach.records.safety import SafetyResult
from coach.safety.gate import evaluate
from coach.safety.rules import healthy_profile


def judge(*declined: str, **changes: Any) -> SafetyResult:
    """The verdict on the healthy profile with `changes`; a field set to `...` is absent."""
    profile: dict[str, Any] = {**healthy_profile(), **changes}
    return evaluate({k: v for k, v in profile.items() if v is not ...}, frozenset(declined))


def test_a_count_that_cannot_reach_two_waits_for_nothing() -> None:
    """Missed cycles alone are one sign of low energy, however many they are."""
    declined = judge("missed_cycles_consecutive", sex="female", missed_cycles_consecutive=...)
    assert "reds_cluster" not in {each.rule for each in declined.unresolved}
    beside_another = judge(
        "missed_cycles_consecutive", sex="female", missed_cycles_consecutive=..., weight_loss_last_month_pct=6
    )
    assert "reds_cluster" in {each.rule for each in beside_another.unresolved}


def test_a_bmi_of_thirty_is_thirty_at_every_height() -> None:
    """In floating point 30 x 1.82 x 1.82 kg at 182 cm is a little less."""
    for cm in range(145, 212):
        kg = round(30 * (cm / 100) ** 2, 6)
        inactive: Profile = {"regular_exercise_3m": False, "hard_sessions_requested_per_week": 1}
        result = judge(height_cm=cm, weight_kg=kg, cv_risk_factors=("smoker",), supervised=False, **inactive)
        assert "inactive_high_risk_unsupervised_hard" in result.fired, cm
