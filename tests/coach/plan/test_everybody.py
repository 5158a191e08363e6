"""Everybody the gate itself approves gets a sound plan, or hears honestly what is in the way and what would work."""

import datetime as dt
from typing import Any, get_args

from hypothesis import event, example, find, given, settings
from hypothesis import strategies as st
from sampling import examples

from coach.plan.athlete import WEEKDAYS
from coach.plan.caps import MAINTAIN, promised
from coach.plan.daily_distances import SECOND_OF_LONG, SMALL_WEEK_KM
from coach.plan.notes import about_absent_work, texts
from coach.plan.planner import CannotPlan, build_plan
from coach.plan.reading import placed
from coach.plan.sessions import GRID_KM
from coach.plan.validation import validate_plan
from coach.profile.profile import Profile
from coach.records.block import Note, TrainingBlock
from coach.records.change import PlanChange
from coach.records.goal import Goal
from coach.records.safety import SafetyResult
from coach.safety.gate import evaluate
from coach.safety.rules import healthy_profile, rules

TODAY = dt.date(2026, 1, 5)
LONG_KM, HALF_KM_MIN = 5, 5
APPROVALS = {"approved", "approved_with_warnings"}
RULE_EXAMPLES = tuple(
    example for compiled in rules() for example in (*compiled.rule.fires, *compiled.rule.spares)
)  # fmt: skip
"""Changes to a healthy profile that fire a rule, or just do not."""
GOALS = (
    Goal(text="I want to run well"),
    Goal(text="I want a 10k in 45:00", event="10k", target="45:00"),
    Goal(text="I want to lose 8 kg and run 5k", type="weight_loss"),
    Goal(text="My first marathon", event="marathon"),
)
DAY = st.sampled_from(WEEKDAYS)
WISHES = st.one_of(
    st.none(),
    st.sampled_from(["no_hard", "fewer_hard", "less", "more"]).map(lambda kind: PlanChange(kind=kind)),
    st.lists(DAY, min_size=2, max_size=2, unique=True).map(lambda days: PlanChange(kind="swap", days=tuple(days))),
    st.sets(DAY, min_size=1).map(lambda days: PlanChange(kind="without_days", days=tuple(sorted(days)))),
    st.tuples(st.sampled_from(["long_run_on", "no_long_run_on", "hard_on"]), DAY).map(
        lambda drawn: PlanChange(kind=drawn[0], days=(drawn[1],))
    ),
    st.integers(1, 26).map(lambda weeks: PlanChange(kind="start_later", count=weeks)),
    st.integers(1, 7).map(lambda days: PlanChange(kind="days_per_week", count=days)),
    st.tuples(st.sampled_from(["race_on", "start_later"]), st.integers(0, 300)).map(
        lambda drawn: PlanChange(kind=drawn[0], date=TODAY + dt.timedelta(days=drawn[1]))
    ),
)
"""Every kind of change, and a wish that has no name."""

LIFE: dict[str, st.SearchStrategy[Any]] = {
    "age_years": st.integers(12, 82),
    "sex": st.sampled_from(["female", "male"]),
    "weight_kg": st.integers(45, 115),
    "training_days_per_week": st.integers(0, 7),
    "current_weekly_volume_km": st.integers(0, 110),
    "longest_run_last_30d_km": st.integers(0, 32),
    "weeks_available": st.one_of(st.integers(0, 30), st.sampled_from([103, 104, 105, 200])),
    "race_distance_km": st.sampled_from([None, 0.8, 1.5, 3.0, 5.0, 10.0, 15.0, 21.0975, 42.195, 50.0, 100.0]),
    "running_experience_years": st.sampled_from([0, 0.3, 0.5, 2, 6, 20]),
    "target_weekly_volume_km": st.sampled_from([None, 5, 40, 120]),
    "recent_race_distance_km": st.sampled_from([None, 1.5, 5.0, 21.0975]),
    "recent_race_time_s": st.integers(280, 9000).map(float),
    "goal_time_s": st.sampled_from([None, 260.0, 1200.0, 5400.0, 12000.0]),
    "available_days": st.sets(st.sampled_from(WEEKDAYS)).map(lambda days: tuple(d for d in WEEKDAYS if d in days)),
    "available_minutes": st.dictionaries(st.sampled_from(WEEKDAYS), st.sampled_from([0, 15, 20, 35, 60, 150])),
}


@st.composite
def people(draw: st.DrawFn) -> Profile:
    """Healthy but for up to three examples of the safety rules, with a life of its own; or only what differs."""
    known = dict(healthy_profile()) if draw(st.booleans()) else {}
    for change in draw(st.lists(st.sampled_from(RULE_EXAMPLES), max_size=3)):
        known |= change
    for name in sorted(draw(st.sets(st.sampled_from(sorted(LIFE)), max_size=8))):
        known[name] = draw(LIFE[name])
    return known


def _checked(plan: Any, profile: Profile, goal: Goal, gate: SafetyResult, today: dt.date) -> None:
    """No error; each warning and each contraindication answered in a note."""
    judged = validate_plan(plan, profile, goal, gate, as_of=today)
    assert [found for found in judged.findings if found.severity == "error"] == []
    said = {*plan.note_texts, *_as_in_general(plan)}
    assert {texts().for_warning[found.rule] for found in judged.findings} <= said
    wanted = set(gate.contraindications) & set(texts().for_contraindication)
    if MAINTAIN in promised(gate.fired):
        wanted -= {"cap_volume_growth", "cap_long_run"}  # nothing grows, and a note says so
    owed = {texts().for_contraindication[name] for name in wanted} - about_absent_work(plan)
    openings = [text.partition("{")[0] for text in owed]
    assert [text for text in openings if not any(note.startswith(text) for note in said)] == []
    _reads_like_a_plan(plan, profile.get("available_minutes") or {})


def _as_in_general(plan: TrainingBlock) -> set[str]:
    """A nearer target with its numbers is the general sentence about it."""
    staged = any(isinstance(note, Note) and note.topic == "alternative" for note in plan.notes)
    return {texts().for_contraindication["reset_goal_date"]} if staged else set()


def _reads_like_a_plan(plan: TrainingBlock, minutes: Any) -> None:
    """Half kilometres and half minutes, no note twice, one longest run a week where its day has time for it."""
    assert len(set(plan.note_texts)) == len(plan.note_texts)
    runs = [at.session for at in placed(plan) if at.session.type == "run"]
    assert {2 * run.duration_min % 1 for run in runs} <= {0.0}
    for week in plan.weeks:
        km = [run.km or 0 for day in week.days for run in day.sessions if run.type == "run"]
        steady = [day for day in week.days for run in day.sessions if run.purpose in {"long", "easy", "strides"}]
        if steady and sum(km) >= SMALL_WEEK_KM:
            assert {2 * each % 1 for each in km} <= {0.0}
        long = [(run, day) for day in week.days for run in day.sessions if run.purpose == "long"]
        if len(km) > 1 and any(run.duration_min + HALF_KM_MIN < minutes.get(day.weekday, 1440) for run, day in long):
            longest, second, *_ = sorted(km, reverse=True)
            assert second < longest or longest <= 1
            assert longest < LONG_KM or second <= SECOND_OF_LONG * longest + GRID_KM


SHORT_RUNS: Profile = {
    "age_years": 14, "training_days_per_week": 3, "current_weekly_volume_km": 30, "weeks_available": 4,
    "race_distance_km": 1.5, "available_days": WEEKDAYS[:6], "longest_run_last_30d_km": 4.7,
}  # fmt: skip
FROM_FIFTY_TO_FIVE: Profile = {
    "age_years": 47, "training_days_per_week": 5, "current_weekly_volume_km": 49, "weeks_available": 12,
    "race_distance_km": 42.195, "running_experience_years": 0.3, "target_weekly_volume_km": 5,
    "recent_race_distance_km": 5.0, "recent_race_time_s": 850.0,
}  # fmt: skip
ONE_DAY_IS_SHORT: Profile = {
    "age_years": 14, "training_days_per_week": 7, "current_weekly_volume_km": 0, "weeks_available": 22,
    "race_distance_km": 1.5, "available_days": ("sun", "mon"), "available_minutes": {"sun": 30}, "bsi_status": "none",
}  # fmt: skip
THREE_DAYS_ONE_SHORT: Profile = {
    **healthy_profile(), "available_days": ("mon", "tue", "fri"), "available_minutes": {"fri": 20},
}  # fmt: skip


@settings(max_examples=examples(60))
@example(THREE_DAYS_ONE_SHORT, GOALS[0], set(), 0, [])
@example(SHORT_RUNS, GOALS[0], {"cap_long_run"}, 0, [])
@example(FROM_FIFTY_TO_FIVE, GOALS[0], {"cap_volume_growth"}, 3, [])
@example(ONE_DAY_IS_SHORT, GOALS[0], {"cap_hard_sessions_1", "cap_volume_growth"}, 0, [])
@given(
    profile=people(),
    goal=st.sampled_from(GOALS),
    more=st.one_of(st.just(set[str]()), st.sets(st.sampled_from(sorted(texts().for_contraindication)), max_size=5)),
    days_on=st.integers(0, 6),
    wishes=st.lists(WISHES, max_size=3),
)
def test_whoever_the_gate_approves_gets_a_sound_plan_or_an_honest_no(
    profile: Profile, goal: Goal, more: set[str], days_on: int, wishes: list[PlanChange | None]
) -> None:
    """`more`: contraindications beyond those of the gate, whatever they have to do with the profile."""
    gate, today = evaluate({**healthy_profile(), **profile}, frozenset()), TODAY + dt.timedelta(days=days_on)
    event(gate.status)
    if gate.status not in APPROVALS:
        return
    if more:
        every = tuple(sorted({*gate.contraindications, *more}))
        gate = gate.model_copy(update={"status": "approved_with_warnings", "contraindications": every})
    try:
        plan: TrainingBlock | None = build_plan(profile, (goal,), gate, today=today, changes=tuple(wishes))
    except CannotPlan as problem:
        event("cannot")
        refusal, plan = str(problem), problem.nearest
    else:
        event("plan")
        refusal = ""
    assert not refusal or _says_why(refusal, profile, gate, bool(wishes))
    if plan is not None:
        _checked(plan, profile, goal, gate, today)


def _says_why(refusal: str, profile: Profile, gate: SafetyResult, wished: bool) -> bool:  # noqa: FBT001 (a fact of the case)
    """The constraint that is named is really in the way."""
    if "That change would not work out" in refusal:
        return wished
    if "go-ahead" in refusal:
        return "no_exercise_until_cleared" in gate.contraindications and not profile.get("clearances")
    if "at least one day in the week" in refusal:
        listed, minutes = profile.get("available_days"), profile.get("available_minutes")
        days = listed if isinstance(listed, tuple) else WEEKDAYS
        limits = minutes if isinstance(minutes, dict) else {}
        return profile.get("training_days_per_week") == 0 or all(limits.get(day, 20) < 20 for day in days)
    if "no room for a plan" in refusal:
        weeks = profile.get("weeks_available")
        return isinstance(weeks, int) and not 2 <= weeks <= 104
    return False


def test_every_kind_of_change_is_drawn() -> None:
    for kind in get_args(PlanChange.model_fields["kind"].annotation):
        assert find(WISHES, lambda wish, kind=kind: wish is not None and wish.kind == kind)
