"""Age is known before the schema; it changes questions, reframe and first weeks, and is never given as a reason."""

import re
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

import pytest

from coach import variants
from coach.events import CoachSaid, FactRecorded, GoalsCaptured, ModelCalled, Moved, PlanShown, SchemaAccepted
from coach.life_stages import table
from coach.profile.catalogue import catalogue
from coach.records.block import TrainingBlock, TrainingSession
from coach.states import State
from evals.bulk import Job, played
from evals.checks.life_stage_fit import check_life_stage_fit, judge_weeks
from evals.checks.life_stage_fit import first_weeks as first_weeks_of
from evals.checks.plan_reading import HARD_PURPOSES as HARD
from evals.checks.view import SessionView, view
from evals.session import Spec
from personas.load import load
from personas.persona import ExpectedApproach, Persona, Truth

LABELLED = {19: "flatmates_signed_up", 30: "desk_and_a_start_number", 43: "brothers_bet_at_forty_four"}
"""Ages, each with the persona that is labelled for its band, and whose goal an open question widens."""
AGES, WIDENING = tuple(LABELLED), tuple(LABELLED.values())


def aged(**truth: Any) -> Persona:
    """One healthy runner with one goal; nothing but what is told of the age differs."""
    runner = load("healthy_10k")
    return runner.model_copy(update={"facts": {**runner.facts, "age_years": Truth(**truth)}})


@cache
def session(name: str, years: int | None = None, variant: str = "baseline") -> tuple[SessionView, Mapping[str, Any]]:
    return lived(load(name) if years is None else aged(value=years), variant)


def lived(persona: Persona, variant: str = "baseline") -> tuple[SessionView, Mapping[str, Any]]:
    done = played(Job(Spec(persona, variants.load(variant)), model="offline/coach"))
    assert done.error is None
    assert done.stored is not None
    return view(done.stored), done.verdicts


def only(seen: SessionView, kind: type) -> Any:
    found = seen.last(kind)
    assert found is not None
    return found[1]


def plan_of(years: int) -> TrainingBlock:
    found: TrainingBlock = only(session("healthy_10k", years)[0], PlanShown).plan
    return found


def by_week(plan: TrainingBlock, purposes: Collection[str] = HARD) -> list[list[TrainingSession]]:
    """The sessions of each week that serve one of these purposes."""
    weeks = ([each for day in week.days for each in day.sessions] for week in plan.weeks)
    return [[each for each in week if each.purpose in purposes] for week in weeks]


@pytest.mark.parametrize("variant", ["baseline", "static_schema"])
def test_age_is_a_fact_before_the_schema_is_written(variant: str) -> None:
    seen, _ = session("healthy_10k", 30, variant)
    kinds = [
        type(event)
        for event in seen.events
        if isinstance(event, SchemaAccepted) or (isinstance(event, FactRecorded) and event.fact.field == "age_years")
    ]
    assert kinds == [FactRecorded, SchemaAccepted]
    asked = [event.text for _, event in seen.of(CoachSaid) if "how old" in event.text.lower()]
    assert len(asked) == 1, "once, and never again in the intake"


def test_who_will_not_tell_is_not_pressed_and_the_talk_goes_on() -> None:
    seen, _ = lived(aged(value=28, tell="never"))
    facts = {event.fact.field: event.fact for _, event in seen.of(FactRecorded)}
    assert facts["age_years"].standing == "declined"
    assert only(seen, SchemaAccepted).intake.goal_analysis.reframe is None
    assert len(facts) > 20, "everything else is asked for all the same"


def test_the_schema_and_the_questions_differ_with_the_age() -> None:
    fields: dict[int, set[str]] = {}
    for years in AGES:
        seen, _ = session("healthy_10k", years)
        intake = only(seen, SchemaAccepted).intake
        fields[years] = {field.name for field in intake.fields}
        own = [field for field in intake.fields if field.name not in catalogue().fields]
        said = " ".join(event.text for _, event in seen.of(CoachSaid))
        assert [field.question in said for field in own] == [True]
    assert [sorted(fields[a] ^ fields[b]) for a, b in ((19, 30), (30, 43), (19, 43))] == [
        ["available_minutes", "what_gets_in_the_way", "who_you_run_with"],
        ["available_minutes", "strength_equipment", "what_does_you_good", "what_gets_in_the_way"],
        ["strength_equipment", "what_does_you_good", "who_you_run_with"],
    ]


@pytest.mark.parametrize("years", AGES)
def test_a_label_holds_for_its_own_band_alone(years: int) -> None:
    seen, _ = session("healthy_10k", years)
    passed = {label: check_life_stage_fit(seen, asking_like(name)).passed for label, name in LABELLED.items()}
    assert passed == {label: label == years for label in LABELLED}


def asking_like(name: str) -> Persona:
    """The persona with the topics of its label, and any first weeks."""
    persona = load(name)
    assert persona.expect.approach is not None
    topics = ExpectedApproach(asks_about=persona.expect.approach.asks_about)
    return persona.model_copy(update={"expect": persona.expect.model_copy(update={"approach": topics})})


FIRST_WEEKS = {19: ("builds_engine", 4, 2), 30: ("one_focus", 2, 2), 43: ("baselines_first", 2, 0)}
"""Age to the shape of the first two weeks, and how many sessions with strides and hard sessions they hold."""


@pytest.mark.parametrize("years", AGES)
def test_the_first_weeks_differ_with_the_age(years: int) -> None:
    plan, (shape, *counts) = plan_of(years), FIRST_WEEKS[years]
    assert [sum(map(len, by_week(plan, purposes)[:2])) for purposes in ({"strides"}, HARD)] == counts
    warm_up = min(each.steps[0].duration_min or 0 for week in by_week(plan) for each in week)
    assert (warm_up >= 15) is (years == 43)
    assert judge_weeks(shape, first_weeks_of(plan), load("healthy_10k").truth).broken == ()


def test_one_kind_of_hard_work_a_week_where_that_is_the_focus() -> None:
    weeks = {years: by_week(plan_of(years)) for years in AGES}
    kinds = {years: max(len({each.purpose for each in week}) for week in found) for years, found in weeks.items()}
    assert kinds == {19: 2, 30: 1, 43: 2}
    assert max(map(len, weeks[30])) == max(map(len, weeks[19])), "one kind, on as many days"
    assert any(" and on " in week.focus for week in plan_of(30).weeks), "named once, with both days"


@pytest.mark.parametrize("years", AGES)
def test_the_reframe_is_kept_and_reaches_the_planner_and_nobody_else(years: int) -> None:
    seen, verdicts = session("healthy_10k", years)
    reframe = only(seen, SchemaAccepted).intake.goal_analysis.reframe
    assert reframe
    states = {event.state for _, event in seen.of(ModelCalled) if "reframe" in (event.context or {})}
    assert states == {State.PLAN}
    assert reframe not in " ".join(line.text for line in seen.visible)
    assert verdicts["unspoken"].passed


def test_the_prompts_name_every_band_of_the_table() -> None:
    bounds = {stage.below for stage in table() if stage.below != float("inf")}
    for prompt in ("analyst.md", "plan.md"):
        text = variants.load("baseline").prompts[prompt]
        assert [bound for bound in bounds if not re.search(rf"\b({bound:.0f}|{bound - 1:.0f})\b", text)] == [], prompt


@pytest.mark.parametrize("name", WIDENING)
def test_an_open_question_brings_the_wider_goal(name: str) -> None:
    seen, verdicts = session(name)
    moves = [event.reason for _, event in seen.of(Moved)]
    assert moves[:4] == ["goal_stated", "revisit_goal", "goal_stated", "schema_accepted"]
    persona, goals = load(name), only(seen, GoalsCaptured).goals
    assert [goal.text.strip(".") for goal in goals] == [persona.behaviours[0].to.text]  # type: ignore[union-attr]
    assert only(seen, PlanShown).plan.goal == goals[0].text
    assert [check for check, verdict in verdicts.items() if verdict.passed is False] == []


@pytest.mark.parametrize("name", WIDENING)
def test_without_an_analyst_the_first_goal_stands(name: str) -> None:
    seen, verdicts = session(name, None, "static_schema")
    assert only(seen, GoalsCaptured).goals[0].text == load(name).goals[0].text
    assert [check for check, verdict in verdicts.items() if verdict.passed is False] == []
