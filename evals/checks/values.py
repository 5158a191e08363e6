"""When two values of a field say the same: tolerances in the field's unit, and the ways of saying nothing."""

from coach.profile.validation import WEEKDAYS
from coach.records.fact import Value

TOLERANCE = {
    "height_cm": 1.5,
    "weight_kg": 0.75,
    "goal_weight_kg": 0.75,
    "current_weekly_volume_km": 1.0,
    "target_weekly_volume_km": 1.0,
    "longest_run_last_30d_km": 0.5,
    "race_distance_km": 0.11,
    "recent_race_distance_km": 0.11,
    "recent_race_time_s": 1.0,
    "goal_time_s": 1.0,
    "sleep_hours_avg": 0.25,
    "weight_loss_last_month_pct": 0.5,
    "running_experience_years": 0.25,
    "resting_sbp_mmhg": 0.5,
    "resting_dbp_mmhg": 0.5,
    "tendon_pain_nrs": 0.25,
}
"""How far a number may be off, in the field's unit: rounding and the athlete's own units; else exact."""

_NO_LIMIT: dict[str, Value] = {"available_days": WEEKDAYS}
"""Values that say the same as no value at all (settled reading 1: absent means no limit)."""

_COUNTS = frozenset(
    {
        "missed_cycles_consecutive",
        "tendon_pain_nrs",
        "acl_pain_nrs",
        "weight_loss_last_month_pct",
        "hard_sessions_requested_per_week",
        "bsi_high_risk_count_24m",
        "bsi_low_risk_count_24m",
        "months_absent_bsi_24m",
        "reliever_uses_per_week",
        "weekly_sport_hours",
        "running_experience_years",
        "longest_run_last_30d_km",
        "current_weekly_volume_km",
    }
)
"""Numbers of which none is as good as nought; zero weeks since an operation is today, not never."""


def same(name: str, got: Value, true: Value) -> bool:
    """Equal within the field's tolerance; nothing, none and no are the same where the truth is that there is none."""
    if is_absent(name, got) and is_absent(name, true):
        return True
    got, true = _settled(name, got), _settled(name, true)
    if isinstance(got, bool) or isinstance(true, bool):
        return got is true
    if isinstance(got, int | float) and isinstance(true, int | float):
        return abs(got - true) <= TOLERANCE.get(name, 1e-9)
    if isinstance(got, tuple | list) and isinstance(true, tuple | list):
        return set(got) == set(true)
    return got == true


def is_absent(name: str, value: Value) -> bool:
    """Whether the value says that there is nothing of the field."""
    return _is_empty(_settled(name, value))


def is_denial(value: Value) -> bool:
    """Whether a stated value of any field denies it: no, none, nothing, or a count of 0."""
    return _is_empty(value) or (type(value) is int and value == 0)


def _is_empty(value: Value) -> bool:
    return value is None or value is False or value in ((), "none")


def _settled(name: str, value: Value) -> Value:
    """`value` with the other ways of saying "none" of this field folded into None."""
    if name in _NO_LIMIT and value == _NO_LIMIT[name]:
        return None
    if name in _COUNTS and value == 0 and not isinstance(value, bool):
        return None
    return value
