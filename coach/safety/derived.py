"""Values that rules read and nobody is asked for: each from base fields, by a fixed formula.

Three-valued like the rules: an absent input leaves the value unknown (and names the input), an input that does
not apply (None) leaves nothing to compute. Knows no rule; the numbers stand in derived.yaml.
"""

import math
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from pathlib import Path
from types import EllipsisType
from typing import Literal, NamedTuple

from coach import sourced_yaml
from coach.profile.profile import Profile
from coach.records.base import Record
from coach.records.fact import Value
from coach.vdot import plausible_gain_pct, race_time_s, required_gain_pct, vdot

PATH = Path(__file__).with_name("derived.yaml")


class DerivedRow(Record):
    below_km: float | None
    block: int
    warn: int


class RaceWeeks(Record):
    up_to_km: float | None
    rows: tuple[DerivedRow, ...]


class Numbers(Record):
    """The file derived.yaml."""

    known_disease: frozenset[str]
    acsm_symptoms: frozenset[str]
    obesity_bmi: float
    energy: dict[str, float]
    growth: dict[str, float]
    race_weeks: tuple[RaceWeeks, ...]


@cache
def numbers() -> Numbers:
    return sourced_yaml.read_as(PATH, Numbers)


class Unknown(frozenset[str]):
    """Stands for a value that the base fields in it would decide."""

    __slots__ = ()


Answer = Value | Unknown
Truth = bool | Unknown


def _given(profile: Profile, names: Iterable[str], compute: Callable[..., Value]) -> Answer:
    """`compute` of the named values; None if one does not apply, `Unknown` of the absent ones."""
    values = [profile.get(name, ...) for name in names]
    if None in values:
        return None
    if ... in values:
        return Unknown(name for name in names if name not in profile)
    return compute(*values)


def _holds(profile: Profile, names: Iterable[str], test: Callable[..., bool]) -> Truth:
    """As `_given`, for a predicate: what does not apply does not hold."""
    found = _given(profile, names, test)
    return found if isinstance(found, Unknown) else found is True


def _unknown_of(parts: Iterable[Answer]) -> Unknown:
    return Unknown(name for part in parts if isinstance(part, Unknown) for name in part)


def _any(*parts: Truth) -> Truth:
    return True if True in parts else _unknown_of(parts) or False


def _all(*parts: Truth) -> Truth:
    return False if False in parts else _unknown_of(parts) or True


_MANY = 2
"""No rule counts further."""


def _count(*parts: Truth) -> Answer:
    """How many hold; with some unknown, the known ones once there are two."""
    held, unknown = sum(part is True for part in parts), _unknown_of(parts)
    return held if held >= _MANY or not unknown else unknown


def _whether_many(*parts: Truth) -> Answer:
    """As `_count`, for rules that ask for two and no less: with some unknown, the known ones where two cannot be."""
    most = sum(part is not False for part in parts)
    return sum(part is True for part in parts) if most < _MANY else _count(*parts)


def _bmi(kg: float, cm: float) -> float:
    """Rounded, so that 30 is 30: the last bits of a division decide no rule."""
    return round(kg / (cm / 100) ** 2, 6)


def _body_mass_index(profile: Profile) -> Answer:
    return _given(profile, ("weight_kg", "height_cm"), _bmi)


def _goal_body_mass_index(profile: Profile) -> Answer:
    return _given(profile, ("goal_weight_kg", "height_cm"), _bmi)


def _weight_loss_goal(profile: Profile) -> Truth:
    return _holds(profile, ("goal_weight_kg", "weight_kg"), lambda goal, now: goal < now)


def _weight_loss_rate(profile: Profile) -> Answer:
    losing = _weight_loss_goal(profile)
    if losing is False:
        return None
    names = ("weight_kg", "goal_weight_kg", "goal_weight_weeks")
    return _given(profile, names, lambda now, goal, weeks: (now - goal) / weeks)


def _growth(target: float, weeks: float, current: float, race_km: float) -> float:
    g = numbers().growth
    taper = g["short_taper_weeks"] if race_km <= g["short_race_km"] else g["long_taper_weeks"]
    building = max(1.0, g["share_of_weeks"] * (weeks - taper))
    return float((target / max(current, g["least_current_km"])) ** (1 / building) - 1) * 100


def _volume_growth(profile: Profile) -> Answer:
    names = ("target_weekly_volume_km", "weeks_available", "current_weekly_volume_km", "race_distance_km")
    raceless = profile.get("race_distance_km", 0.0) is None
    return _given({**profile, "race_distance_km": 0.0} if raceless else profile, names, _growth)


def _race_row(race_km: float, current_km: float) -> DerivedRow:
    table = next(r for r in numbers().race_weeks if r.up_to_km is None or race_km <= r.up_to_km)
    return next(row for row in table.rows if row.below_km is None or current_km < row.below_km)


def _race_weeks(profile: Profile, limit: Literal["block", "warn"]) -> Answer:
    names = ("race_distance_km", "current_weekly_volume_km")
    return _given(profile, names, lambda race, current: getattr(_race_row(race, current), limit))


def _required_gain(profile: Profile) -> Answer:
    names = ("recent_race_distance_km", "recent_race_time_s", "race_distance_km", "goal_time_s")
    return _given(profile, names, _gain_to)


def _gain_to(raced_km: float, raced_s: float, race_km: float, goal_s: float) -> float:
    return required_gain_pct(race_time_s(vdot(raced_km * 1000, raced_s), race_km * 1000), goal_s)


def _plausible_gain(profile: Profile) -> Answer:
    return _given(profile, ("weeks_available", "running_experience_years"), plausible_gain_pct)


def _goal_gain_ratio(profile: Profile) -> Answer:
    required, plausible = _required_gain(profile), _plausible_gain(profile)
    if required is None or plausible is None:
        return None
    # No weeks leave no plausible gain: then any gain at all is far beyond it.
    return _unknown_of((required, plausible)) or _number(required) / max(_number(plausible), 1e-6)


def _number(value: Answer) -> float:
    return float(value) if isinstance(value, int | float) else math.nan


def known_disease(profile: Profile) -> Truth:
    """Whether a cardiovascular, metabolic or renal condition is known (acsm_2015; not hypertension)."""
    return _holds(profile, ("known_conditions",), lambda found: not numbers().known_disease.isdisjoint(found))


def _acsm_symptom(profile: Profile) -> Truth:
    return _holds(profile, ("symptoms",), lambda found: not numbers().acsm_symptoms.isdisjoint(found))


def _names(profile: Profile, field: str, value: str) -> Truth:
    return _holds(profile, (field,), lambda found: value in found)


def _cv_risks(profile: Profile) -> Answer:
    """Risk factors, each counted once however it was told."""
    obese = _holds(profile, ("weight_kg", "height_cm"), lambda kg, cm: _bmi(kg, cm) >= numbers().obesity_bmi)
    told = "cv_risk_factors"
    return _whether_many(
        _names(profile, told, "smoker"),
        _names(profile, told, "dyslipidaemia"),
        _names(profile, told, "family_history_premature_cad"),
        _any(_names(profile, told, "obesity"), obese),
        _any(_names(profile, told, "hypertension"), _names(profile, "known_conditions", "hypertension")),
    )


def _at_least(profile: Profile, field: str, number: str) -> Truth:
    least = numbers().energy[number]
    return _holds(profile, (field,), lambda value: value >= least)


def _energy_primaries(profile: Profile) -> tuple[Truth, ...]:
    explained = _holds(profile, ("amenorrhoea_explained",), lambda found: found)
    unexplained = explained if isinstance(explained, Unknown) else not explained
    return (
        _all(_at_least(profile, "missed_cycles_consecutive", "missed_cycles"), unexplained),
        _any(
            _at_least(profile, "bsi_high_risk_count_24m", "bsi_high_risk"),
            _at_least(profile, "bsi_low_risk_count_24m", "bsi_low_risk"),
            _at_least(profile, "months_absent_bsi_24m", "months_absent"),
        ),
        _any(
            _holds(profile, ("eating_disorder_status",), lambda status: status == "current"),
            _holds(profile, ("compensatory_behaviours",), lambda found: found),
        ),
    )


def _energy_indicators(profile: Profile) -> Answer:
    below = numbers().energy["bmi_below"]
    thin = _holds(profile, ("weight_kg", "height_cm"), lambda kg, cm: _bmi(kg, cm) < below)
    return _whether_many(
        *_energy_primaries(profile),
        _all(_at_least(profile, "age_years", "adult_age"), thin),
        _at_least(profile, "weight_loss_last_month_pct", "weight_loss_pct"),
    )


class Derived(NamedTuple):
    """A derived value: its type, how to say what it is, and the formula."""

    type: Literal["number", "bool"]
    unit: str
    about: str
    compute: Callable[[Profile], Answer]


DERIVED: dict[str, Derived] = {
    "bmi": Derived("number", "kg/m2", "weight / height squared", _body_mass_index),
    "goal_bmi": Derived("number", "kg/m2", "goal weight / height squared", _goal_body_mass_index),
    "weight_loss_goal": Derived("bool", "", "the goal weight is below the weight", _weight_loss_goal),
    "weight_loss_rate_kg_wk": Derived("number", "kg/week", "kg to lose / weeks for it", _weight_loss_rate),
    "volume_growth_pct_wk": Derived("number", "%/week", "growth to the target volume", _volume_growth),
    "race_block_weeks": Derived("number", "weeks", "race_weeks: block", lambda p: _race_weeks(p, "block")),
    "race_warn_weeks": Derived("number", "weeks", "race_weeks: warn", lambda p: _race_weeks(p, "warn")),
    "required_gain_pct": Derived("number", "%", "gain that the goal time asks for", _required_gain),
    "plausible_gain_pct": Derived("number", "%", "gain that weeks and experience allow", _plausible_gain),
    "goal_gain_ratio": Derived("number", "", "required gain / plausible gain", _goal_gain_ratio),
    "has_known_cmr_disease": Derived("bool", "", "a condition of known_disease", known_disease),
    "has_acsm_symptom": Derived("bool", "", "a symptom of acsm_symptoms", _acsm_symptom),
    "cv_risk_count": Derived("number", "", "distinct cardiovascular risk factors", _cv_risks),
    "reds_primary_count": Derived("number", "", "primary signs of low energy", lambda p: _count(*_energy_primaries(p))),
    "reds_indicator_count": Derived("number", "", "all signs of low energy", _energy_indicators),
}


def derive(profile: Profile) -> dict[str, Answer]:
    """Every derived value; `Unknown` where base fields are wanting."""
    return {name: _derived(name, tuple(profile.get(each, ...) for each in names)) for name, names in _inputs().items()}


@lru_cache(maxsize=1 << 14)
def _derived(name: str, values: tuple[Value | EllipsisType, ...]) -> Answer:
    """The derived value for these values of its inputs; `...` where one is absent."""
    known = {name: value for name, value in zip(_inputs()[name], values, strict=True) if value is not ...}
    found = DERIVED[name].compute(known)
    return round(found, 6) if isinstance(found, float) else found


@cache
def _inputs() -> dict[str, tuple[str, ...]]:
    return {name: tuple(sorted(inputs_of(name))) for name in DERIVED}


@cache
def inputs_of(name: str) -> frozenset[str]:
    """The base fields that a derived value is made of; of a base field, itself."""
    of_nobody = DERIVED[name].compute({}) if name in DERIVED else Unknown({name})
    return frozenset(of_nobody) if isinstance(of_nobody, Unknown) else frozenset()
