"""The shape of the first weeks and the topics asked, against the label."""

from typing import Any

import pytest
from checks_sessions import HEALTHY, deposited, session
from plans import planned

from coach import events as e
from coach.records.block import TrainingBlock, TrainingSession, Week
from evals.checks.life_stage_fit import SHAPES, check_life_stage_fit, first_weeks
from personas.acts import Act, Decline, PutOff, Tell
from personas.persona import ExpectedApproach, Persona, Truth

PLAN = planned()


def approached(**label: Any) -> Persona:
    expect = HEALTHY.expect.model_copy(update={"approach": ExpectedApproach(**label)})
    return HEALTHY.model_copy(update={"expect": expect})


def judged(plan: TrainingBlock, shape: str) -> bool | None:
    return check_life_stage_fit(session(e.PlanShown(plan=plan)), approached(first_weeks=shape)).passed


def every_session(week: Week, change: Any) -> Week:
    days = tuple(
        day.model_copy(update={"sessions": tuple(found for s in day.sessions if (found := change(s)) is not None)})
        for day in week.days
    )
    return week.model_copy(update={"days": days})


def with_weeks(change: Any) -> TrainingBlock:
    return PLAN.model_copy(update={"weeks": tuple(change(week) for week in PLAN.weeks)})


def hard(session_: TrainingSession) -> TrainingSession:
    purpose = "interval" if session_.purpose in {"easy", "strides"} else session_.purpose
    return session_.model_copy(update={"purpose": purpose, "zone": "I", "steps": ()})


@pytest.mark.parametrize("shape", SHAPES)
def test_the_planners_plan_has_no_shape_that_it_should_not(shape: str) -> None:
    assert judged(PLAN, shape) is True


@pytest.mark.parametrize("shape", SHAPES)
def test_weeks_full_of_hard_running_have_none_of_the_shapes(shape: str) -> None:
    assert judged(with_weeks(lambda week: every_session(week, hard)), shape) is False


def test_an_engine_is_not_built_on_half_of_what_is_run_already() -> None:
    less = with_weeks(
        lambda week: every_session(
            week.model_copy(update={"km": week.km / 2}),
            lambda s: s.model_copy(update={"km": s.km / 2 if s.km else None, "steps": ()}),
        )
    )
    assert judged(less, "builds_engine") is False
    assert judged(less, "baselines_first") is True


def test_two_kinds_of_demanding_work_in_a_week_are_two_focuses() -> None:
    def second(s: TrainingSession) -> TrainingSession:
        return s.model_copy(update={"purpose": "hills"}) if s.purpose == "strides" else s

    two = with_weeks(lambda week: every_session(week, second))
    assert judged(two, "one_focus") is False
    assert judged(two, "builds_engine") is True


def test_baselines_come_with_strength_and_without_a_leap() -> None:
    bare = with_weeks(lambda week: every_session(week, lambda s: None if s.type == "strength" else s))
    assert judged(bare, "baselines_first") is False
    leap = PLAN.model_copy(update={"weeks": (PLAN.weeks[0].model_copy(update={"km": 60.0}), *PLAN.weeks[1:])})
    assert judged(leap, "baselines_first") is False


def test_the_taper_is_no_first_week() -> None:
    taper = PLAN.weeks[-2].model_copy(update={"phase": "taper"})
    assert first_weeks(PLAN.model_copy(update={"weeks": (PLAN.weeks[0], taper)})) == (PLAN.weeks[0],)


@pytest.mark.parametrize(
    ("topic", "passed"),
    [
        ("sleep_hours_avg", True),
        ("today", True),
        ("sleep", True),
        ("food", False),
        ("swimming", False),
        ("club|night", True),
        ("club|team", False),
    ],
)
def test_a_topic_is_a_field_a_topic_of_the_catalogue_or_a_word(topic: str, passed: bool) -> None:  # noqa: FBT001 (a table)
    asked = session(e.CoachSaid(state="INTAKE", text="How many hours do you sleep a night?"))  # type: ignore[arg-type]
    assert check_life_stage_fit(asked, approached(asks_about=(topic,))).passed is passed


SLEEP = "I sleep seven hours a night."
PLANNED = e.PlanShown(plan=PLAN)
AT_LAST = e.CoachSaid(state="PRESENT", text="Here it is.")  # type: ignore[arg-type]
SLEPT = e.AthleteSaid(turn=1, text=SLEEP)


@pytest.mark.parametrize(
    ("events", "field", "passed"),
    [
        ((SLEPT, PLANNED, AT_LAST), "sleep_hours_avg", True),
        ((PLANNED, AT_LAST, SLEPT), "sleep_hours_avg", False),
        ((SLEPT, PLANNED, AT_LAST), "age_years", False),
    ],
    ids=["before the plan", "after the plan", "about something else"],
)
def test_what_the_athlete_volunteered_before_a_plan_needs_no_question(
    events: tuple[e.Event, ...],
    field: str,
    passed: bool,  # noqa: FBT001 (a table)
) -> None:
    view = deposited(session(*events), {SLEEP: (Tell(field=field, value=7),), AT_LAST.text: ()})
    for topic in ("sleep_hours_avg", "today", "sleep"):
        verdict = check_life_stage_fit(view, approached(asks_about=(topic,)))
        assert (verdict.passed, f"volunteered {topic}" in verdict.explanation) == (passed, passed)


@pytest.mark.parametrize("act", [Decline(field="sleep_hours_avg"), PutOff(field="sleep_hours_avg")])
def test_a_refusal_and_an_evasion_volunteer_nothing(act: Act) -> None:
    view = deposited(session(SLEPT, PLANNED, AT_LAST), {SLEEP: (act,), AT_LAST.text: ()})
    assert check_life_stage_fit(view, approached(asks_about=("sleep",))).passed is False


def test_what_only_the_reader_heard_volunteered_tells_its_recall() -> None:
    verdict = check_life_stage_fit(session(SLEPT, PLANNED, AT_LAST), approached(asks_about=("sleep",)))
    assert (verdict.passed, set(verdict.judged)) == (True, {"reader recall"})


def test_no_label_is_not_applicable_and_no_plan_not_judged() -> None:
    unlabelled = HEALTHY.model_copy(update={"expect": HEALTHY.expect.model_copy(update={"approach": None})})
    assert check_life_stage_fit(session(e.PlanShown(plan=PLAN)), unlabelled).value == "not_applicable"
    assert check_life_stage_fit(session(), approached(first_weeks="one_focus")).value == "not_judged"


def test_weeks_without_a_session_have_no_shape_to_judge() -> None:
    empty = with_weeks(lambda week: every_session(week.model_copy(update={"km": 0.0}), lambda _: None))
    assert judged(empty, "one_focus") is None


def without_facts(persona: Persona, *names: str) -> Persona:
    return persona.model_copy(update={"facts": {n: each for n, each in persona.facts.items() if n not in names}})


def test_what_could_not_be_looked_at_is_told_beside_a_pass() -> None:
    blind = without_facts(approached(first_weeks="builds_engine"), "training_days_per_week", "current_weekly_volume_km")
    verdict = check_life_stage_fit(session(e.PlanShown(plan=PLAN)), blind)
    assert (verdict.passed, verdict.judged) == (True, {"criteria_not_judged": 2.0})
    assert "training days" in verdict.explanation
    whole = check_life_stage_fit(session(e.PlanShown(plan=PLAN)), approached(first_weeks="builds_engine"))
    assert (whole.passed, whole.judged) == (True, {})


def test_a_week_without_running_shows_no_easy_share() -> None:
    first = every_session(PLAN.weeks[0].model_copy(update={"km": 0.0}), lambda s: None if s.type == "run" else s)
    bare = PLAN.model_copy(update={"weeks": (first, *PLAN.weeks[1:])})
    verdict = check_life_stage_fit(session(e.PlanShown(plan=bare)), approached(first_weeks="one_focus"))
    assert "the easy share of week 1" in verdict.explanation
    assert verdict.judged["criteria_not_judged"] == 2.0


@pytest.mark.parametrize("shape", ["one_focus", "builds_engine"])
def test_first_weeks_of_strength_alone_are_not_judged(shape: str) -> None:
    strength = with_weeks(
        lambda week: every_session(
            week.model_copy(update={"km": 0.0, "is_cutback": True}), lambda s: s if s.type == "strength" else None
        )
    )
    blind = without_facts(approached(first_weeks=shape), "training_days_per_week")
    verdict = check_life_stage_fit(session(e.PlanShown(plan=strength)), blind)
    assert (verdict.value, verdict.passed) == ("not_judged", None)


def test_topics_are_due_beside_a_shape_too_once_a_plan_is_shown() -> None:
    both = approached(asks_about=("swimming",), first_weeks="one_focus")
    talk = session(AT_LAST, PLANNED)
    assert [each.rule for each in check_life_stage_fit(talk, both).findings] == ["asks_about"]


def flat(km: float) -> TrainingBlock:
    """Every week runs as far as the others, by what is written over it."""
    return with_weeks(
        lambda week: every_session(
            week.model_copy(update={"km": km, "is_cutback": False, "phase": "base"}),
            lambda s: s.model_copy(update={"km": 1.0 if s.km else None, "steps": ()}),
        )
    )


@pytest.mark.parametrize(("target", "grows"), [(None, False), (45, False), (36, True)])
def test_weeks_that_do_not_grow_build_an_engine_only_for_who_wants_no_more(target: int | None, *, grows: bool) -> None:
    """The athlete runs 35 km now."""
    facts = HEALTHY.facts | {"target_weekly_volume_km": Truth(value=target)}
    persona = approached(first_weeks="builds_engine").model_copy(update={"facts": facts})
    assert check_life_stage_fit(session(e.PlanShown(plan=flat(36.0))), persona).passed is grows


def test_the_first_step_is_up_to_a_tenth_and_judged_where_the_present_is_known() -> None:
    persona = approached(first_weeks="baselines_first")
    kept, leapt = (check_life_stage_fit(session(e.PlanShown(plan=flat(km))), persona) for km in (38.5, 39.0))
    assert (kept.passed, kept.judged, leapt.passed) == (True, {}, False)
    blind = without_facts(persona, "current_weekly_volume_km")
    unknown = check_life_stage_fit(session(e.PlanShown(plan=flat(39.0))), blind)
    assert (unknown.passed, unknown.judged) == (True, {"criteria_not_judged": 1.0})


@pytest.mark.parametrize(("week", "passed"), [(4, False), (5, True)])
def test_the_shape_is_that_of_four_weeks(week: int, *, passed: bool) -> None:
    assert judged(with_weeks(lambda each: every_session(each, hard) if each.index == week else each), "one_focus") is (
        passed
    )
