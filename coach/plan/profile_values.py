"""Values of a profile as the planner and the plan rules use them. Knows no plan."""

from coach.profile.profile import Profile
from coach.records.fact import is_number

NOVICE_YEARS = 0.5
"""Whoever has run for less than this is new to it."""


def number(profile: Profile, field: str) -> float | None:
    """The value of `field` in its unit; None where it is absent or no number."""
    value = profile.get(field)
    return float(value) if is_number(value) else None


def bmi(profile: Profile) -> float | None:
    kg, cm = number(profile, "weight_kg"), number(profile, "height_cm")
    return kg / (cm / 100) ** 2 if kg and cm else None
