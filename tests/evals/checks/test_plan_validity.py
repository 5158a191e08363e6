"""Warnings that nobody explained, and the distance that a plan is judged by."""

from dataclasses import replace
from typing import Any

import pytest
from checks_sessions import HEALTHY, STARTED, gate, relabelled, session
from plans import planned, with_sessions

from coach import events as e
from coach.plan.notes import texts
from coach.plan.validation import RULES
from coach.records.block import PlanFinding, TrainingBlock
from evals.checks.plan_validity import check_plan_validity, differences, labelled_safety, unexplained, warning_topics
from evals.checks.view import SessionView
from personas.persona import TODAY, ExpectedPlan, Persona

ASKED = e.CoachSaid(state="PRESENT", text="How does that sound?")  # type: ignore[arg-type]


def without_strength(plan: TrainingBlock, *notes: str) -> TrainingBlock:
    bare = with_sessions(plan, lambda old: None if old.type in {"strength", "mobility"} else old)
    others = [note for note in plan.notes if "trength" not in note]
    return bare.model_copy(update={"notes": (*others, *notes)})


@pytest.fixture(scope="module")
def bare() -> TrainingBlock:
    """A plan that breaks no rule and is warned of: it has no strength in it, and no word about that."""
    return without_strength(planned(HEALTHY))


def talk(plan: TrainingBlock, *said: str) -> SessionView:
    words = (e.CoachSaid(state="PRESENT", text=text) for text in said)  # type: ignore[arg-type]
    return session(STARTED, gate("approved"), e.PlanShown(plan=plan), ASKED, *words)


def test_a_warning_that_nobody_explains_fails(bare: TrainingBlock) -> None:
    verdict = check_plan_validity(talk(bare), HEALTHY)
    assert verdict.passed is False
    assert [finding.rule for finding in verdict.findings] == ["session_strength"]


def test_a_note_or_the_coach_explains_a_warning_and_a_question_does_not(bare: TrainingBlock) -> None:
    noted = without_strength(planned(HEALTHY), "The gym can wait until the race is run.")
    assert check_plan_validity(talk(noted), HEALTHY).passed is True
    assert check_plan_validity(talk(bare, "I left strength work out, as you have no time for it."), HEALTHY).passed
    assert check_plan_validity(talk(bare, "Do you like strength work?"), HEALTHY).passed is False
    assert check_plan_validity(talk(bare, texts().for_promise["easy_after_illness"]), HEALTHY).passed
    assert check_plan_validity(talk(bare, "Skip a run whenever you have a fever."), HEALTHY).passed is False


@pytest.mark.parametrize(
    "days", ["  Mon 5 Jan  Rest\n  Tue 6 Jan  Easy run", "- Monday: rest\n- Thursday: an easy run"]
)
def test_a_list_of_days_explains_nothing(bare: TrainingBlock, days: str) -> None:
    listed = f"Your first week, with strength to come:\n{days}"
    assert check_plan_validity(talk(bare, listed), HEALTHY).passed is False


def test_what_was_said_before_the_gate_ran_explains_nothing(bare: TrainingBlock) -> None:
    early = e.CoachSaid(state="INTAKE", text="Strength is good for runners.")  # type: ignore[arg-type]
    events = (STARTED, early, gate("approved"), e.PlanShown(plan=bare), ASKED)
    assert check_plan_validity(session(*events), HEALTHY).passed is False


def test_where_the_coachs_words_are_lacking_an_open_warning_is_not_judged(bare: TrainingBlock) -> None:
    verdict = check_plan_validity(session(STARTED, e.PlanShown(plan=bare)), HEALTHY)
    assert (verdict.value, verdict.passed) == ("not_judged", None)


def test_every_rule_that_warns_has_words_and_the_planners_are_among_them() -> None:
    for rule in sorted({rule.id for rule in RULES if rule.severity == "warn"} | set(texts().for_warning)):
        assert rule in warning_topics(), rule
        warning = PlanFinding(rule=rule, severity="warn", message="m")
        said = e.CoachSaid(state="PRESENT", text=texts().for_warning[rule])  # type: ignore[arg-type]
        assert list(unexplained(session(said), 0, [warning])) == [], rule
        assert list(unexplained(session(ASKED), 0, [warning, warning])) == [warning], rule


def untold(**goal: object) -> Persona:
    """The healthy athlete, whose distance is in no fact."""
    facts = {name: each for name, each in HEALTHY.facts.items() if name not in {"race_distance_km", "goal_time_s"}}
    goals = (HEALTHY.goals[0].model_copy(update=goal),)
    return HEALTHY.model_copy(update={"facts": facts, "goals": goals})


def test_the_race_is_as_long_as_the_athlete_says_and_not_as_the_plan_has_it() -> None:
    longer = untold(event="half", target=None)
    plan = planned(longer)
    assert "struct_race_day" in {found.rule for found in check_plan_validity(talk(plan), untold()).findings}
    nowhere = untold(event=None, target=None)
    told, open_ = check_plan_validity(talk(plan), longer), check_plan_validity(talk(plan), nowhere)
    assert "struct_race_day" not in {found.rule for found in open_.findings}
    assert open_.judged["rules_not_judged"] > told.judged["rules_not_judged"]


def test_a_first_week_is_measured_by_its_runs_where_its_total_says_less(bare: TrainingBlock) -> None:
    few = bare.model_copy(update={"weeks": (bare.weeks[0].model_copy(update={"km": 0.0}), *bare.weeks[1:])})
    expected = HEALTHY.expect.model_copy(update={"plan": ExpectedPlan(max_week1_km=1)})
    found = differences(few, HEALTHY.model_copy(update={"expect": expected}), TODAY)
    assert [what.partition(" has ")[0] for what in found] == ["week 1"]


def demanded(plan: TrainingBlock, **expected: Any) -> list[str]:
    expect = HEALTHY.expect.model_copy(update={"plan": ExpectedPlan(**expected)})
    return differences(plan, HEALTHY.model_copy(update={"expect": expect}), TODAY)


def test_a_first_week_is_the_first_and_a_run_without_a_distance_counts_none(bare: TrainingBlock) -> None:
    first, *rest = bare.weeks
    days = tuple(
        day.model_copy(update={"sessions": tuple(s.model_copy(update={"km": None}) for s in day.sessions)})
        for day in first.days
    )
    blank = bare.model_copy(update={"weeks": (first.model_copy(update={"days": days, "km": 0.0}), *rest)})
    assert demanded(blank, max_week1_km=0.5) == []


def test_where_no_week_before_the_last_has_runs_there_is_nothing_to_taper_from(bare: TrainingBlock) -> None:
    last = bare.model_copy(update={"weeks": bare.weeks[-1:]})
    rest = tuple(day.model_copy(update={"sessions": ()}) for day in bare.weeks[0].days)
    idle = bare.model_copy(update={"weeks": (bare.weeks[0].model_copy(update={"days": rest}), bare.weeks[-1])})
    assert demanded(last, ends_on="race_date") == demanded(idle, ends_on="race_date") == []


def test_a_transcript_with_a_plan_is_judged_without_the_day_of_the_talk() -> None:
    plan = planned(HEALTHY)
    verdict = check_plan_validity(replace(session(e.PlanShown(plan=plan), ASKED), record="talk"), HEALTHY)
    assert (verdict.passed, verdict.judged["dates_judged"]) == (True, 0.0)


def test_a_label_that_names_no_limits_has_none() -> None:
    assert labelled_safety(relabelled(HEALTHY, rules=None, contraindications=None)).contraindications == ()


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("I want to get stronger with weights, no running please", True),
        ("Get stronger. I don't want to run.", True),
        ("Get fit; I'm not running at the moment", False),
    ],
)
def test_runs_for_a_goal_that_leaves_running_out_fail(text: str, *, wrong: bool) -> None:
    goal = {"goals": (HEALTHY.goals[0].model_copy(update={"text": text, "event": None, "target": None}),)}
    found = check_plan_validity(talk(planned(HEALTHY)), HEALTHY.model_copy(update=goal)).findings
    assert any("leaves running out" in each.what for each in found) is wrong
