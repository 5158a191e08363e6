"""What follows from known facts, and that it never goes further than that."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.profile.catalogue import catalogue
from coach.profile.inference import applies, complete, denied
from coach.profile.profile import Profile
from coach.profile.validation import check_value
from coach.records.goal import Goal

FIELDS = catalogue().fields
RUN_5K = Goal(text="a 5k under 25", event="5k", target="sub 25")
LOSE = Goal(text="lose some weight", type="weight_loss")


@pytest.mark.parametrize(
    ("known", "closed"),
    [
        ({"sex": "male"}, {"pregnant", "pregnancy_contraindications", "weeks_postpartum", "pelvic_symptoms"}),
        ({"sex": "male"}, {"missed_cycles_consecutive", "amenorrhoea_explained"}),
        ({"age_years": 18}, {"guardian_involved", "weekly_sport_hours"}),
        ({"bsi_status": "none"}, {"bsi_high_risk_count_24m", "bsi_low_risk_count_24m", "painfree_walking_days"}),
        ({"medications": ("metformin",)}, {"has_hypo_plan"}),
        ({"regular_exercise_3m": True}, {"supervised", "cv_risk_factors"}),
        ({"pregnant": False}, {"pregnancy_contraindications"}),
        ({"weeks_postpartum": None}, {"pelvic_symptoms"}),
    ],
)
def test_what_cannot_apply_is_known_not_to(known: Profile, closed: set[str]) -> None:
    assert {complete(known, (RUN_5K,))[name] for name in closed} == {None}


@pytest.mark.parametrize(
    ("known", "still_open"),
    [
        ({}, set(FIELDS) - {"race_distance_km", "goal_time_s", "goal_weight_kg", "goal_weight_weeks"}),
        ({"sex": "female"}, {"pregnant", "missed_cycles_consecutive"}),
        ({"age_years": 17}, {"guardian_involved", "weekly_sport_hours"}),
        ({"known_conditions": ()}, {"resting_sbp_mmhg", "severe_hypo_last_24h"}),
        ({"bsi_status": "returning"}, {"painfree_walking_days", "months_absent_bsi_24m"}),
    ],
)
def test_what_may_still_apply_stays_unknown(known: Profile, still_open: set[str]) -> None:
    assert still_open & complete(known, (RUN_5K,)).keys() == set()


def test_the_goal_says_distance_and_time_unless_the_athlete_said_otherwise() -> None:
    found = complete({}, (Goal(text="4:25 over 1500", event="1500m", target="4:25"),))
    assert (found["race_distance_km"], found["goal_time_s"]) == (1.5, 265)
    told: Profile = {"race_distance_km": 10, "goal_time_s": 2700}
    assert complete(told, (RUN_5K,)).items() >= told.items()


def test_an_unknown_event_is_asked_and_not_guessed() -> None:
    goal = Goal(text="the village swamp run", event="swamp run")
    assert "race_distance_km" not in complete({}, (goal,))
    assert applies("race_distance_km", {}, (goal,)) is True


def test_a_goal_without_a_race_has_no_distance_and_no_time() -> None:
    found = complete({}, (Goal(text="feel fitter", type="fitness"),))
    assert (found["race_distance_km"], found["goal_time_s"]) == (None, None)


def test_several_goals_open_the_fields_of_each() -> None:
    assert applies("goal_weight_kg", {}, (RUN_5K,)) is False
    assert applies("goal_weight_kg", {}, (RUN_5K, LOSE)) is True
    assert applies("goal_time_s", {}, (LOSE, RUN_5K)) is True
    assert complete({}, (LOSE, RUN_5K))["race_distance_km"] == 5.0


def test_without_a_goal_nothing_is_concluded_about_it() -> None:
    assert applies("goal_weight_kg", {}, ()) is None
    assert complete({}, ()) == {}


def test_a_value_told_anyway_stands() -> None:
    assert complete({"sex": "male", "pregnant": True}, (RUN_5K,))["pregnant"] is True


def test_a_thin_athlete_may_have_a_clearance() -> None:
    healthy = {name: denied(name) for name in FIELDS if FIELDS[name].type in {"list", "bool"} and name != "clearances"}
    known: Profile = {**healthy, "bsi_status": "none", "eating_disorder_status": "none", "age_years": 30, "sex": "male"}
    known |= {"height_cm": 180, "regular_exercise_3m": True, **dict.fromkeys(UNTOUCHED)}
    assert applies("clearances", {**known, "weight_kg": 59}, (RUN_5K,)) is True
    assert applies("clearances", {**known, "weight_kg": 72}, (RUN_5K,)) is False


UNTOUCHED = [
    "weeks_postpartum", "weeks_since_surgery", "weeks_since_acl_reconstruction",
    "days_since_concussion", "tendon_pain_nrs", "months_since_myocarditis",
    "weight_loss_last_month_pct", "missed_cycles_consecutive", "resting_sbp_mmhg",
    "resting_dbp_mmhg",
]  # fmt: skip


def _value(name: str) -> st.SearchStrategy[Any]:
    field = FIELDS[name]
    low, high = field.range or (0, 0)
    by_type: dict[str, st.SearchStrategy[Any]] = {
        "bool": st.booleans(),
        "enum": st.sampled_from(sorted(field.values) or ["-"]),
        "list": st.lists(st.sampled_from(sorted(field.values) or ["-"]), unique=True, max_size=2).map(tuple),
        "minutes_by_day": st.just({"mon": 30.0}),
    }
    value = by_type.get(field.type, st.integers(int(low) + 1, int(high)))
    return value if field.screening else st.none() | value


PROFILES = st.lists(st.sampled_from(sorted(FIELDS)), unique=True).flatmap(
    lambda names: st.fixed_dictionaries({name: _value(name) for name in names})
)
GOALS = st.lists(st.sampled_from([RUN_5K, LOSE, Goal(text="fitter", type="fitness")]), unique=True, max_size=2).map(
    tuple
)


@given(PROFILES, GOALS)
def test_it_changes_nothing_that_is_known_and_has_nothing_to_add_the_second_time(
    known: Profile, goals: tuple[Goal, ...]
) -> None:
    once = complete(known, goals)
    assert {name: once[name] for name in known} == known
    assert complete(once, goals) == once
    assert [name for name, value in once.items() if name not in known and check_value(name, value)] == []


@given(PROFILES, GOALS, st.data())
def test_what_is_decided_stays_decided_when_more_is_told(
    known: Profile, goals: tuple[Goal, ...], data: st.DataObject
) -> None:
    hidden = data.draw(st.sets(st.sampled_from(sorted(FIELDS))))
    part = complete({name: value for name, value in known.items() if name not in hidden}, goals)
    agreed = {name: value for name, value in known.items() if part.get(name, value) == value}
    assert complete(agreed, goals).items() >= {n: v for n, v in part.items() if not isinstance(v, dict)}.items()
