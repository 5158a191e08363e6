"""The planner on single runners; that everybody gets a sound plan or an honest no stands in test_everybody."""

import datetime as dt
import itertools
import re
from typing import Any

import pytest

from coach.plan.athlete import WEEKDAYS
from coach.plan.caps import CLEARED_BY, EASY_UNREVIEWED, EASY_UNTIL_CLEARED, NO_HARD, NO_RUNNING, PROMISED
from coach.plan.notes import texts
from coach.plan.planner import CannotPlan, build_plan
from coach.plan.reading import is_running, placed, read_plan
from coach.plan.validation.body_weight import speaks_of_weight
from coach.profile.profile import Profile
from coach.records.block import TrainingBlock
from coach.records.goal import Goal
from coach.records.safety import SafetyResult
from coach.safety.rules import rules

TODAY = dt.date(2026, 1, 5)
GOAL = Goal(text="I want to run well", event=None)
MASTERS: dict[str, Any] = {
    "age_years": 43, "sex": "female", "height_cm": 168, "weight_kg": 59, "training_days_per_week": 6,
    "weeks_available": 16, "current_weekly_volume_km": 45, "race_distance_km": 1.5,
    "recent_race_distance_km": 1.5, "recent_race_time_s": 305.0, "running_experience_years": 10,
}  # fmt: skip


def _masters_plan() -> Any:
    safety = SafetyResult(
        status="approved_with_warnings", fired=("sleep_short",),
        contraindications=("cap_hard_sessions_1", "cap_volume_growth"),
    )  # fmt: skip
    goal = Goal(text="I want to run a 4:25 1500m", event="1500m", target="4:25")
    return build_plan(MASTERS, (goal,), safety, today=TODAY)


def test_the_masters_runner_gets_sixteen_careful_weeks_to_the_race() -> None:
    plan = _masters_plan()
    races = [at for at in placed(plan) if at.session.type == "race"]
    assert [(at.day.date, at.session.km) for at in races] == [(dt.date(2026, 4, 26), 1.5)]
    assert len(plan.weeks) == 16
    assert plan.weeks[0].km <= 49.5
    assert min(week.rest_days for week in read_plan(plan).weeks) >= 1
    assert max(len(week.hard) for week in read_plan(plan).weeks) == 1


def test_a_goal_beyond_this_block_is_taken_in_stages() -> None:
    assert any(
        "5:05 today" in note and "4:25" in note and "first target" in note for note in _masters_plan().note_texts
    )


def test_the_same_question_has_the_same_plan() -> None:
    assert _masters_plan() == _masters_plan()


def test_without_a_recent_race_there_are_no_paces() -> None:
    profile = {name: value for name, value in MASTERS.items() if not name.startswith("recent")}
    plan = build_plan(profile, (GOAL,), SafetyResult(status="approved"), today=TODAY)
    sessions = [at.session for at in placed(plan)]
    assert {session.pace_s_per_km for session in sessions} == {None}
    assert {step.pace_s_per_km for session in sessions for step in session.steps} == {None}


def test_a_beginner_starts_with_a_little_running_and_much_walking() -> None:
    profile: Profile = {
        "age_years": 30, "training_days_per_week": 3, "weeks_available": 10, "current_weekly_volume_km": 0,
        "longest_run_last_30d_km": 0, "race_distance_km": 5.0, "running_experience_years": 0,
    }  # fmt: skip
    plan = build_plan(profile, (GOAL,), SafetyResult(status="approved"), today=TODAY)
    first = [at.session for at in placed(plan) if at.week.index <= 4 and at.session.type == "run"]
    assert first
    assert plan.weeks[0].km <= 3
    assert all(any(step.kind == "walk" for step in session.steps) for session in first)


def test_where_running_is_out_the_week_moves_in_other_ways() -> None:
    safety = SafetyResult(status="approved_with_warnings", contraindications=("no_running",))
    plan = build_plan(MASTERS, (GOAL,), safety, today=TODAY)
    assert not any(is_running(at.session) for at in placed(plan))
    assert {at.session.type for at in placed(plan)} >= {"cross"}
    assert plan.race_date is None


@pytest.mark.parametrize("weekday", range(1, 7))
def test_a_block_begun_in_midweek_starts_on_the_next_monday_and_keeps_the_race_day(weekday: int) -> None:
    today = TODAY + dt.timedelta(days=weekday)
    plan = build_plan(MASTERS, (GOAL,), SafetyResult(status="approved"), today=today)
    assert plan.start_date == dt.date(2026, 1, 12)
    assert plan.race_date == today + dt.timedelta(days=7 * 16 - 1)


def test_an_athlete_nobody_knows_gets_the_careful_defaults() -> None:
    plan = build_plan({}, (GOAL,), SafetyResult(status="approved"), today=TODAY)
    assert (len(plan.weeks), plan.race_date, plan.weeks[0].km <= 3) == (12, None, True)


@pytest.mark.parametrize("status", ["blocked", "unresolved"])
def test_no_plan_is_built_while_the_gate_is_shut(status: Any) -> None:
    with pytest.raises(CannotPlan):
        build_plan(MASTERS, (GOAL,), SafetyResult(status=status), today=TODAY)


@pytest.mark.parametrize("weeks", [0, 300])
def test_without_room_for_a_block_the_nearest_that_works_is_offered(weeks: int) -> None:
    with pytest.raises(CannotPlan, match="no room") as caught:
        build_plan({**MASTERS, "weeks_available": weeks}, (GOAL,), SafetyResult(status="approved"), today=TODAY)
    nearest = caught.value.nearest
    assert nearest is not None
    assert (len(nearest.weeks), nearest.race_date) == (12, None)


def test_weight_words_of_the_goal_stay_out_where_they_may_do_harm() -> None:
    safety = SafetyResult(status="approved_with_warnings", contraindications=("no_weight_loss_target",))
    goals = (Goal(text="I want to lose 8 kg", type="weight_loss"), Goal(text="run 5k without losing 1 kg"))
    plan = build_plan({**MASTERS, "race_distance_km": None}, goals, safety, today=TODAY)
    assert "kg" not in plan.model_dump_json().replace("weight_kg", "")


ACHILLES: dict[str, Any] = {
    "age_years": 41, "training_days_per_week": 5, "current_weekly_volume_km": 42.0, "weeks_available": 12,
    "target_weekly_volume_km": 52.0, "longest_run_last_30d_km": 14.0, "running_experience_years": 12.0,
    "race_distance_km": 10.0, "tendon_pain_nrs": 5,
}  # fmt: skip


def warned(*fired: str, contraindications: tuple[str, ...] = ()) -> SafetyResult:
    return SafetyResult(status="approved_with_warnings", fired=fired, contraindications=contraindications)


def test_no_note_for_a_warning_can_break_a_rule() -> None:
    """The planner relies on it: notes that explain warnings never make a valid plan invalid."""
    notes = texts().for_warning.values()
    assert not [note for note in notes if speaks_of_weight(note)]


def test_the_clearance_for_vigorous_effort_is_that_of_the_safety_rule() -> None:
    cleared_by = {compiled.rule.id: compiled.rule.cleared_by for compiled in rules()}
    assert cleared_by["acsm_active_known_disease_vigorous"] == CLEARED_BY


def test_every_promise_is_that_of_a_safety_rule() -> None:
    assert set(PROMISED) <= {compiled.rule.id for compiled in rules()}
    promised = {promise for promises in PROMISED.values() for promise in promises}
    assert promised | {NO_HARD, EASY_UNTIL_CLEARED, EASY_UNREVIEWED, NO_RUNNING} == set(texts().for_promise)


@pytest.mark.parametrize("days", [2, 3, 4, 5, 6])
def test_a_sore_tendon_runs_easily_and_every_other_day_with_strength_in_between(days: int) -> None:
    safety = warned("tendon_pain_3_to_5", contraindications=("cap_long_run", "no_hills_or_sprints", "no_plyometrics"))
    plan = build_plan({**ACHILLES, "training_days_per_week": days}, (GOAL,), safety, today=TODAY)
    runs = [at for at in placed(plan) if is_running(at.session)]
    dates = [at.day.date for at in runs]
    assert min((after - before).days for before, after in itertools.pairwise(dates)) > 1
    assert {at.session.zone for at in runs} == {"E"}
    assert max(at.session.km or 0.0 for at in runs) <= ACHILLES["longest_run_last_30d_km"]
    assert max(sum(bool(day.sessions) for day in week.days) for week in plan.weeks) <= days
    strength = [at.day.date for at in placed(plan) if at.session.type == "strength"]
    assert strength
    assert days <= 3 or not set(strength) & set(dates)  # three runs leave no other day
    promised = PROMISED["tendon_pain_3_to_5"]
    assert {texts().for_promise[promise] for promise in promised} <= set(plan.note_texts)
    assert not any("speed" in week.focus for week in plan.weeks)


def test_coming_back_from_a_bone_injury_is_every_other_day() -> None:
    safety = warned("return_to_run_phase", contraindications=("walk_run_only", "no_plyometrics", "cap_volume_growth"))
    plan = build_plan({**ACHILLES, "bsi_status": "returning"}, (GOAL,), safety, today=TODAY)
    dates = [at.day.date for at in placed(plan) if is_running(at.session)]
    assert min((after - before).days for before, after in itertools.pairwise(dates)) > 1


ELITE: dict[str, Any] = {
    "age_years": 27, "training_days_per_week": 6, "current_weekly_volume_km": 120.0, "weeks_available": 12,
    "target_weekly_volume_km": 130.0, "longest_run_last_30d_km": 26.0, "running_experience_years": 12.0,
    "race_distance_km": 10.0, "recent_race_distance_km": 10.0, "recent_race_time_s": 1980.0,
}  # fmt: skip


def test_a_large_present_volume_is_where_the_plan_begins() -> None:
    plan = build_plan(ELITE, (GOAL,), SafetyResult(status="approved"), today=TODAY)
    assert plan.weeks[0].km == pytest.approx(120, rel=0.05)
    assert not any("You run about" in note for note in plan.note_texts)


@pytest.mark.parametrize(
    ("limit", "reason"),
    [
        ({"training_days_per_week": 4}, "longer than is good for them"),
        ({"available_minutes": dict.fromkeys(WEEKDAYS, 60)}, "what fits into the days and times"),
    ],
)
def test_a_plan_that_begins_lower_says_why(limit: dict[str, Any], reason: str) -> None:
    plan = build_plan({**ELITE, **limit}, (GOAL,), SafetyResult(status="approved"), today=TODAY)
    assert plan.weeks[0].km < 108
    assert [note for note in plan.note_texts if "about 120 km a week now" in note and reason in note]


ULTRA: Profile = {
    "age_years": 36, "training_days_per_week": 5, "current_weekly_volume_km": 38, "weeks_available": 20,
    "race_distance_km": 50, "target_weekly_volume_km": 60, "longest_run_last_30d_km": 18, "running_experience_years": 6,
}  # fmt: skip
ALL_EASY: Profile = {
    "age_years": 44, "training_days_per_week": 4, "current_weekly_volume_km": 30, "weeks_available": 12,
    "race_distance_km": 10, "target_weekly_volume_km": 36, "longest_run_last_30d_km": 9,
    "running_experience_years": 2.5,
}  # fmt: skip


def _under(profile: Profile, *contraindications: str) -> Any:
    safety = SafetyResult(status="approved_with_warnings", contraindications=contraindications)
    return read_plan(build_plan(profile, (GOAL,), safety, today=TODAY)).weeks


def test_lighter_weeks_come_through_the_peak_where_growth_is_capped() -> None:
    weeks = _under(ULTRA, "cap_long_run", "cap_volume_growth")
    loaded = [week.index for week in weeks if not week.is_cutback and week.phase not in {"taper", "race"}]
    runs = [[week for _, week in group] for _, group in itertools.groupby(enumerate(loaded), lambda at: at[1] - at[0])]
    assert max(len(run) for run in runs) == 3


def test_an_easy_block_reaches_the_distance_asked_for_and_keeps_it_in_the_peak() -> None:
    weeks = _under(ALL_EASY, "no_high_intensity")
    assert [week.training_km for week in weeks if week.phase == "peak"] == [36.0, 36.0]
    assert max(week.training_km for week in weeks) == 36.0


def _told(plan: TrainingBlock) -> str:
    return " ".join((*plan.note_texts, *(week.focus for week in plan.weeks)))


def test_a_plan_without_running_speaks_of_none(restricted: Any) -> None:
    told = _told(restricted("no_running", "no_plyometrics", weeks_available=10).plan)
    assert not re.search(r"with easy running|long run|next race or time trial|at your present distance", told)


def test_one_harder_session_a_week_is_promised_only_where_there_is_one(restricted: Any) -> None:
    capped, easy = (("cap_hard_sessions_1",), ("cap_hard_sessions_1", "no_high_intensity", "walk_run_only"))
    assert "One harder session a week" in _told(restricted(*capped).plan)
    assert "One harder session a week" not in _told(restricted(*easy).plan)


def test_the_shorter_race_is_named(restricted: Any) -> None:
    told = _told(restricted("cap_race_distance", "two_rest_days_required", age_years=14).plan)
    assert "We aim at a shorter race in this block, 5 km;" in told


def test_without_a_race_no_note_waits_for_one(restricted: Any) -> None:
    plan = restricted("no_race_goal", recent_race_distance_km=None, recent_race_time_s=None).plan
    assert "Paces are left open: go by effort." in plan.note_texts
