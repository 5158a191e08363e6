"""Sessions that are called something else than they are, and plans that leave out what a rule needs."""

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from coach.plan.validation import PastRun

Plan = dict[str, Any]
STEPS = [
    {"kind": "warmup", "duration_min": 12, "zone": "E"},
    {"kind": "work", "repeat": 6, "duration_min": 4.5, "zone": "I"},
    {"kind": "recover", "repeat": 5, "duration_min": 2, "zone": "E"},
    {"kind": "cooldown", "duration_min": 8, "zone": "E"},
]
INTERVALS = {
    "type": "run", "purpose": "interval", "km": 11, "duration_min": 57, "zone": "I", "rpe": 9, "steps": STEPS,
    "text": "6 x 4:30",
}  # fmt: skip
ALL_EASY = {"zone": "E", "steps": [{**step, "zone": "E"} for step in STEPS]}


def _with(case: Any, week: int, session: Plan, days: tuple[int, ...] = (1, 2)) -> Any:
    """The plan with the session on those days of that week, which are otherwise free, and its sums put right."""

    def edit(plan: Plan) -> None:
        found = plan["weeks"][week]
        for day in days:
            found["days"][day]["sessions"] = [session]
        sessions = [one for day in found["days"] for one in day["sessions"]]
        found["km"] = sum(one.get("km") or 0 for one in sessions if one["type"] in {"run", "race"})
        found["minutes"] = sum(one["duration_min"] for one in sessions)

    return case.edited(edit)


@pytest.mark.parametrize(
    ("label", "severity"),
    [
        ({"purpose": "strides", "text": "strides"}, "error"),
        ({"purpose": "interval", **ALL_EASY}, "error"),
        ({"purpose": "easy", **ALL_EASY}, "error"),
        ({"purpose": "easy", "rpe": 4, **ALL_EASY}, None),
    ],
)
def test_hard_running_is_hard_whatever_it_is_called(case: Any, label: Plan, severity: str | None) -> None:
    assert _with(case, 4, {**INTERVALS, **label}).severity_of("load_hard_spacing") == severity


@pytest.mark.parametrize(
    ("repeat", "minutes", "severity"), [(10, 0.5, None), (6, 0.9, None), (3, 3.0, "error"), (40, 0.5, "error")]
)
def test_strides_are_short_and_few(case: Any, repeat: int, minutes: float, severity: str | None) -> None:
    steps = [{"kind": "run", "duration_min": 40, "zone": "E"},
             {"kind": "work", "repeat": repeat, "duration_min": minutes, "zone": "R"}]  # fmt: skip
    strides = {**INTERVALS, "purpose": "strides", "zone": "E", "rpe": 4, "steps": steps}
    strides["duration_min"] = 40 + repeat * minutes
    assert _with(case, 4, strides).severity_of("load_hard_spacing") == severity


def test_the_strides_of_a_very_slow_runner_are_not_hard(runner: Any) -> None:
    assert runner.case(recent_race_distance_km=10.0, recent_race_time_s=6480.0, goal_time_s=None).judged().valid


@pytest.mark.parametrize("kind", ["cross", "mobility", "strength"])
def test_a_step_of_running_is_a_run_in_any_session(case: Any, kind: str) -> None:
    hidden = {
        "type": kind, "purpose": "easy", "km": 7, "duration_min": 45, "zone": "E", "rpe": 3, "text": "7 km easy run",
        "steps": [{"kind": "run", "km": 7, "duration_min": 45, "zone": "E"}],
    }  # fmt: skip
    only = case.edited(lambda plan: [day.update(sessions=[]) for week in plan["weeks"] for day in week["days"]])
    assert only.under("no_running").severity_of("safety_contraindications") is None
    assert _with(only, 0, hidden).under("no_running").severity_of("safety_contraindications") == "error"
    assert _with(only, 0, hidden, tuple(range(7))).severity_of("load_rest_days") == "error"


MOBILITY = {"type": "mobility", "purpose": "mobility", "duration_min": 45, "rpe": 2, "text": "gentle mobility"}
HIDDEN: dict[str, Plan] = {
    "distance in a step": {"steps": [{"kind": "work", "km": 5}]},
    "distance": {"km": 12, "duration_min": 70, "text": "run 12 km fast"},
    "hard steps": {"steps": [{"kind": "work", "repeat": 5, "duration_min": 4, "zone": "I"}]},
    "a fast purpose": {"purpose": "interval", "rpe": 9, "text": "6 x 3 min hard on the stairs."},
    "effort": {"duration_min": 90, "rpe": 10, "text": "Hill sprints."},
    "a fast zone": {"duration_min": 120, "zone": "R"},
    "strength": {"purpose": "strength", "rpe": 8, "text": "Squats and box jumps."},
    "jumps": {"tags": ["axial_load", "plyometric"]},
}
HARD = {"hard steps", "a fast purpose", "effort", "a fast zone"}


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_called_mobility_is_what_it_holds(case: Any, name: str) -> None:
    week = tuple(range(7))
    idle = case.edited(lambda plan: [day.update(sessions=[]) for day in plan["weeks"][4]["days"]])
    rules = ("load_rest_days", "struct_training_days", "load_hard_count", "load_hard_spacing")
    gentle, hidden = _with(idle, 4, MOBILITY, week), _with(idle, 4, {**MOBILITY, **HIDDEN[name]}, week)
    assert [gentle.severity_of(rule) for rule in rules] == [None] * 4
    hard = "error" if name in HARD else None
    assert [hidden.severity_of(rule) for rule in rules] == ["error", "error", hard, hard]


def test_strength_work_that_is_called_mobility_strains(case: Any) -> None:
    lifting = _with(case, 4, {**MOBILITY, "purpose": "strength", "rpe": 8}, (2,)).under("no_heavy_isometric")
    assert lifting.severity_of("safety_contraindications") == "error"


@pytest.mark.parametrize("label", [{"rpe": 9, "zone": None}, {"rpe": 3, "text": "Race the parkrun."}, {"rpe": 3}])
def test_a_run_whose_purpose_is_a_race_is_a_race(case: Any, label: Plan) -> None:
    run = {"type": "run", "purpose": "easy", "km": 4, "duration_min": 24, "zone": "E", "text": "4 km", **label}
    open_block = case.edited(
        lambda plan: [
            plan.update(race_date=None, race_km=None),
            *(day.update(sessions=[]) for week in plan["weeks"] for day in week["days"]),
        ]
    ).under("no_race_goal")
    assert _with(open_block, 4, run, (2,)).severity_of("safety_contraindications") is None
    assert _with(open_block, 4, {**run, "purpose": "race"}, (2,)).severity_of("safety_contraindications") == "error"


@pytest.mark.parametrize(("minutes", "severity"), [(999, "error"), (42.5, None)])
def test_no_step_is_longer_than_its_session(case: Any, minutes: float, severity: str | None) -> None:
    run = {"type": "run", "purpose": "easy", "km": 7, "duration_min": 42, "zone": "E", "rpe": 3, "text": "7 km",
           "steps": [{"kind": "run", "km": 7, "duration_min": minutes, "zone": "E"}]}  # fmt: skip
    assert _with(case, 4, run, (2,)).severity_of("struct_session_complete") == severity


@pytest.mark.parametrize(("minutes", "severity"), [(10, "error"), (30, None)])
def test_nobody_runs_easily_at_an_impossible_speed_whatever_is_known_of_them(
    case: Any, minutes: float, severity: str | None
) -> None:
    run = {"type": "run", "purpose": "easy", "km": 5.5, "duration_min": minutes, "zone": "E", "rpe": 3, "text": "5.5"}
    unmeasured = _with(case, 4, run, (2,)).knowing(recent_race_distance_km=None, recent_race_time_s=None)
    assert unmeasured.edited(_without_paces).severity_of("pace_matches_current_vdot") == severity


def _without_paces(plan: Plan) -> None:
    for week in plan["weeks"]:
        for day in week["days"]:
            for session in day["sessions"]:
                for part in (session, *session.get("steps", ())):
                    part["pace_s_per_km"] = None


WALK_RUNS: dict[str, list[Plan]] = {
    "one walk for three runs": [{"kind": "run", "repeat": 3, "duration_min": 9}, {"kind": "walk", "duration_min": 1}],
    "runs in a row behind one walk": [{"kind": "walk", "duration_min": 8},
                                      {"kind": "run", "repeat": 4, "duration_min": 5}],
    "three runs in a row": [{"kind": "walk", "duration_min": 1}, *[{"kind": "run", "duration_min": 9}] * 3],
    "a walk after each run": [{"kind": "run", "repeat": 3, "duration_min": 9},
                              {"kind": "walk", "repeat": 3, "duration_min": 1}],
    "runs behind two walks": [{"kind": "walk", "repeat": 2, "duration_min": 1},
                              *[{"kind": "run", "duration_min": 9}] * 2],
    "a walk around each run": [{"kind": "walk", "repeat": 6, "duration_min": 2},
                               {"kind": "run", "repeat": 5, "duration_min": 4}],
    "a walk before each run but the first": [{"kind": "walk", "repeat": 5, "duration_min": 2},
                                             {"kind": "run", "repeat": 6, "duration_min": 4}],
    "a walk between two runs": [{"kind": "run", "repeat": 3, "duration_min": 9},
                                {"kind": "walk", "repeat": 2, "duration_min": 1}],
}  # fmt: skip


@pytest.mark.parametrize(
    ("steps", "broken"), [(steps, not name.startswith("a walk")) for name, steps in WALK_RUNS.items()], ids=WALK_RUNS
)
def test_running_goes_on_until_somebody_walks(restricted: Any, steps: list[Plan], *, broken: bool) -> None:
    case = restricted("walk_run_only", current_weekly_volume_km=8, longest_run_last_30d_km=4, weeks_available=8)
    minutes = sum(step.get("repeat", 1) * step["duration_min"] for step in steps)
    session = {"type": "run", "purpose": "walk_run", "km": 3, "duration_min": minutes, "zone": "E", "rpe": 3,
               "steps": steps, "text": "walk and run"}  # fmt: skip
    found = [flaw.message for flaw in _with(case, 0, session, (1,)).judged().findings if "at a stretch" in flaw.message]
    assert bool(found) == broken


def test_runs_that_tell_only_their_minutes_are_at_least_as_far_as_a_slow_runner_gets(runner: Any) -> None:
    case = runner.case(current_weekly_volume_km=5, longest_run_last_30d_km=3, running_experience_years=2)
    run = {"type": "run", "purpose": "easy", "duration_min": 90, "zone": "E", "rpe": 3, "text": "90 min easy",
           "steps": [{"kind": "run", "duration_min": 90, "zone": "E"}]}  # fmt: skip
    judged = _with(case, 0, run, (0, 2, 4, 6))
    assert judged.severity_of("load_first_week") == "error"
    assert judged.severity_of("load_single_session_spike") == "error"
    assert {"load_weekly_growth", "load_long_run_share"} <= set(judged.judged().not_judged)


def test_only_the_race_itself_leaves_no_distance(case: Any) -> None:
    race = {"type": "race", "purpose": "race", "km": 30, "duration_min": 180, "rpe": 9, "text": "race"}
    often = _with(case, 4, race, (6,))
    assert often.severity_of("load_two_week_growth") == "error"
    assert often.severity_of("load_single_session_spike") == "error"


def test_a_race_is_too_long_for_a_child_whether_the_block_names_it_or_not(case: Any) -> None:
    unnamed = case.knowing(age_years=14).edited(lambda plan: plan.update(race_km=None))
    assert unnamed.severity_of("safety_minor_limits") == "error"


def _easy(**pace: Any) -> Plan:
    steps = [{"kind": "run", "km": 12, **{key: value for key, value in pace.items() if key != "zone"}}]
    return {"type": "run", "purpose": "easy", "km": 12, "duration_min": 48, "rpe": 5, "steps": steps, "text": "12 km",
            **pace}  # fmt: skip


@pytest.mark.parametrize(
    ("session", "severity"),
    [
        (_easy(pace_s_per_km=[235, 245]), "error"),
        (_easy(duration_min=40, zone="E"), "error"),
        (_easy(duration_min=40), "error"),
        (_easy(duration_min=80, zone="E"), None),
    ],
)
def test_a_pace_without_a_zone_and_a_time_without_a_pace_may_not_be_faster_than_the_session_is_for(
    case: Any, session: Plan, severity: str | None
) -> None:
    assert _with(case, 4, session, (2,)).severity_of("pace_matches_current_vdot") == severity


@pytest.mark.parametrize(
    ("unknown", "rule", "edit"),
    [
        ("age_years", "load_hard_count", lambda case: _with(case, 4, INTERVALS, (1, 4))),
        ("running_experience_years", "load_hard_count", lambda case: _with(case, 4, INTERVALS, (1, 4))),
        ("age_years", "load_rest_days", lambda case: _with(case, 4, INTERVALS, (0, 1, 2, 3, 4))),
        ("age_years", "pace_hr_valid", lambda case: _with(case, 4, {**INTERVALS, "hr_bpm": [150, 210]}, (1,))),
    ],
)
def test_what_depends_on_somebody_unknown_is_not_judged(
    case: Any, unknown: str, rule: str, edit: Callable[[Any], Any]
) -> None:
    known = edit(case)
    assert rule not in known.judged().not_judged
    missing = replace(known, profile={key: value for key, value in known.profile.items() if key != unknown})
    assert rule in missing.judged().not_judged


@pytest.mark.parametrize("where", ["session", "step"])
def test_a_pace_is_fast_first(case: Any, where: str) -> None:
    def edit(plan: Plan) -> None:
        run = next(s for day in plan["weeks"][0]["days"] for s in day["sessions"] if s["purpose"] == "easy")
        (run if where == "session" else run["steps"][0])["pace_s_per_km"] = [419, 350]

    with pytest.raises(ValidationError, match="fast, slow"):
        case.edited(edit)


@pytest.mark.parametrize("km", [1_000_000, -5])
def test_a_past_run_is_a_distance_somebody_can_run(km: float) -> None:
    with pytest.raises(ValidationError):
        PastRun(date=dt.date(2026, 1, 1), km=km)


def test_a_past_run_after_the_start_of_the_block_is_none(case: Any) -> None:
    def lengthen(plan: Plan) -> None:
        long = next(s for day in plan["weeks"][1]["days"] for s in day["sessions"] if s["purpose"] == "long")
        long["km"] = 30

    late = replace(case, history=(PastRun(date=case.plan.start_date + dt.timedelta(days=2), km=30),))
    assert late.edited(lengthen).severity_of("load_single_session_spike") == "error"


def test_hours_capped_by_an_unknown_age_are_not_judged(case: Any) -> None:
    capped = case.under("cap_weekly_hours_to_age")
    assert "safety_contraindications" not in capped.judged().not_judged
    ageless = replace(capped, profile={key: value for key, value in capped.profile.items() if key != "age_years"})
    assert "safety_contraindications" in ageless.judged().not_judged
