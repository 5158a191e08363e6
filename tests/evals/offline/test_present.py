"""The offline coach with a plan on the table: it acts on wishes, answers questions, and keeps unsaid what is unsaid."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from scenes import athlete, called, coach, misunderstood, scene

from coach.plan.plan_brief import brief_of
from coach.plan.planner import CannotPlan, build_plan
from coach.records.block import TrainingBlock
from coach.records.change import PlanChange
from coach.records.goal import Goal
from coach.records.safety import SafetyResult
from evals.checks.unspoken.scanning import scan
from evals.offline.phrases import table
from evals.offline.planning import plan as planned
from evals.offline.present import converse
from evals.offline.request_view import RequestTurn, RequestView
from evals.reading.plan_wishes import wish_in
from personas.acts import Act, ChangeGoal, RequestChange, Simple

PROFILE: dict[str, Any] = {
    "age_years": 52, "training_days_per_week": 5, "current_weekly_volume_km": 42, "longest_run_last_30d_km": 13,
    "weeks_available": 12, "race_distance_km": 10.0, "running_experience_years": 4, "recent_race_distance_km": 5.0,
    "recent_race_time_s": 1320.0,
}  # fmt: skip
GOAL, SAFETY, TODAY = Goal(text="A good 10K", event="10k"), SafetyResult(status="approved"), dt.date(2026, 1, 5)
PLAN = build_plan(PROFILE, (GOAL,), SAFETY, today=TODAY)
TOOLS = frozenset({"refine_plan", "accept_plan", "correct_data", "change_goal"})


NO_FRIDAY, LESS = PlanChange(kind="without_days", days=("fri",)), PlanChange(kind="less")


def in_brief(block: TrainingBlock) -> dict[str, Any]:
    """The sections of a plan that is on the table."""
    brief = brief_of(block).model_dump(mode="json")
    return {"plan_weeks": brief.pop("weeks"), "plan": brief}


def hearing(*acts: Act, block: TrainingBlock = PLAN) -> RequestView:
    """The plan was shown, and the athlete answers."""
    turns = (athlete("hi"), coach("Here it is."), athlete("words", *acts))
    return scene(*turns, tools=TOOLS, **in_brief(block), known={})


def answering(turn: RequestTurn, **sections: Any) -> RequestView:
    """The plan was shown, and the athlete answers with that turn."""
    seen = hearing()
    return replace(seen, sections={**seen.sections, **sections}, turns=(*seen.turns[:-1], turn))


@pytest.mark.parametrize("kind", ["ask_why", "ask_known", "off_topic", "push_back"])
def test_a_yes_with_something_else_in_the_same_breath_is_none(kind: Any) -> None:
    assert converse(hearing(Simple(kind="accept"), Simple(kind=kind)), 0).calls == ()


def test_words_that_were_not_understood_accept_nothing_and_hear_that_nothing_has_changed() -> None:
    answer = converse(answering(misunderstood("??")), 0)
    assert answer.calls == ()
    assert any(wording in answer.text for wording in table()["present_unread"])


def test_the_race_of_the_present_goal_is_a_wish_for_another_plan() -> None:
    words = "i want the 10k to be easier"  # which a reader took for a change of the goal
    seen = answering(athlete(words, ChangeGoal(words=words)), goals=[{"text": "a 10k", "event": "10k"}])
    (call,) = converse(seen, 0).calls
    assert call.tool == "refine_plan"


def test_a_why_about_a_lighter_week_is_answered_about_that_week() -> None:
    lighter = next(int(number) for number, week in brief_of(PLAN).weeks.items() if week.lighter)
    text = converse(answering(athlete(f"why is week {lighter} lighter?", Simple(kind="ask_why"))), 0).text
    assert any(wording.format(week=lighter) in text for wording in table()["lighter_week"])


def test_a_wish_goes_on_to_be_planned_in_the_athletes_words() -> None:
    (call,) = converse(hearing(RequestChange(change=LESS), Simple(kind="accept")), 0).calls
    assert (call.tool, call.input) == ("refine_plan", {"request": "words"})


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_question_is_answered_in_words_that_keep_everything_unsaid(seed: int) -> None:
    answer = converse(hearing(Simple(kind="ask_why", words="why this long run?")), seed)
    assert answer.calls == ()
    assert scan(answer.text) == ()


def planning(*turns: RequestTurn, **sections: Any) -> RequestView:
    told = {
        "goals": [GOAL.model_dump()], "profile": PROFILE, "safety": SAFETY.model_dump(mode="json"),
        "today": TODAY.isoformat(), **sections,
    }  # fmt: skip
    return scene(athlete("hi"), *turns, tools=frozenset({"generate_plan"}), **told)


def wished(change: PlanChange | None) -> tuple[RequestTurn, RequestTurn, RequestTurn]:
    return athlete("words", RequestChange(change=change)), *called("refine_plan", {"request": "words"})


def block_of(seen: RequestView) -> TrainingBlock:
    (call,) = planned(seen).calls
    return TrainingBlock.model_validate(call.input["plan"], strict=False)


def weekdays(block: TrainingBlock) -> set[str]:
    return {day.weekday for week in block.weeks for day in week.days if day.sessions}


def test_a_later_wish_keeps_the_earlier_ones() -> None:
    seen = planning(
        *wished(NO_FRIDAY), *called("generate_plan", {}), *wished(LESS), previous_plan=PLAN.model_dump(mode="json")
    )
    block = block_of(seen)
    assert "fri" not in weekdays(block)
    assert block.weeks[0].km < PLAN.weeks[0].km
    assert (block.version, len([note for note in block.notes if "as you asked" in note])) == (2, 2)
    assert "Less distance" in block.notes[0]


def test_of_several_wishes_the_newest_is_spoken_of() -> None:
    block = block_of(planning(*wished(NO_FRIDAY), *called("generate_plan", {}), *wished(None)))
    assert "stands as it was" in block.notes[0]


def test_another_goal_leaves_the_old_wishes_behind() -> None:
    another = athlete("10k then", ChangeGoal(goal=Goal(text="10k", event="10k")))
    assert "fri" in weekdays(block_of(planning(*wished(NO_FRIDAY), another)))


def test_a_wish_without_a_name_changes_nothing_and_the_plan_says_so() -> None:
    block = block_of(planning(*wished(None)))
    assert block.weeks == PLAN.weeks
    assert "stands as it was" in block.notes[0]


def test_a_wish_that_cannot_be_met_is_explained_and_the_plan_stays() -> None:
    every = PlanChange(kind="without_days", days=("mon", "tue", "wed", "thu", "fri", "sat", "sun"))
    (call,) = planned(planning(*wished(every))).calls
    assert "would not work out" in call.input["cannot"]
    assert scan(call.input["cannot"]) == ()
    assert TrainingBlock.model_validate(call.input["plan"], strict=False).weeks == PLAN.weeks


def changed(plan: TrainingBlock, *turns: RequestTurn, **sections: Any) -> RequestView:
    """What the coach meets when a wish, or whatever `turns` say, has led to `plan`."""
    turns = turns or (athlete("hi"), *called("refine_plan", {"request": "x"}))
    told = in_brief(plan.model_copy(update={"version": 2}))
    return replace(scene(*turns, tools=TOOLS, **told, **sections), news=frozenset({"plan"}))


def test_a_stand_in_is_not_presented_as_the_change() -> None:
    text = converse(changed(PLAN, is_nearest=True), 0).text
    assert any(wording in text for wording in table()["nearest_lead"])
    assert not any(wording in text for wording in table()["changed_lead"])


def test_a_changed_plan_says_what_has_changed() -> None:
    block = build_plan(PROFILE, (GOAL,), SAFETY, today=TODAY, changes=(NO_FRIDAY,))
    text = converse(changed(block), 0).text
    assert "Friday stays free, as you asked." in text


@pytest.mark.parametrize("profile", [{"available_days": ()}, {"weeks_available": 0}, {"training_days_per_week": 0}])
def test_what_is_in_the_way_is_said_without_saying_what_is_unsaid(profile: dict[str, Any]) -> None:
    with pytest.raises(CannotPlan) as caught:
        build_plan({**PROFILE, **profile}, (GOAL,), SAFETY, today=TODAY)
    assert scan(str(caught.value)) == ()


AS_BEFORE = {"days_kept": 84}


@pytest.mark.parametrize(
    ("words", "change"),
    [
        ("Can you move the long run to Saturday, please?", PlanChange(kind="long_run_on", days=("sat",))),
        ("Could the long run be on Saturday instead?", PlanChange(kind="long_run_on", days=("sat",))),
        ("I can only do three days a week after all.", PlanChange(kind="days_per_week", count=3)),
        ("can we start two weeks later", PlanChange(kind="start_later", count=2)),
        ("no tempo please, i said no hard sessions", PlanChange(kind="no_hard")),
    ],
)
def test_a_wish_in_words_is_made(words: str, change: PlanChange) -> None:
    wish = athlete(words, RequestChange(words=words))
    assert wish_in(words) == change
    assert block_of(planning(wish)).weeks == block_of(planning(*wished(change))).weeks != PLAN.weeks


@pytest.mark.parametrize(
    "words",
    [
        "Please take the strength work out, I hate it.",
        "Could we start on Wednesday instead?",
        "I would like the paces in minutes per mile.",
        "i'd rather not do the gym stuff",
        "Can I swap the Wednesday run for a swim?",
        "I can't do the long run on Saturday.",
        "Not three days a week, please.",
    ],
)
def test_a_wish_that_no_planner_knows_is_not_told_as_done(words: str) -> None:
    assert wish_in(words) is None
    wish = athlete(words, RequestChange(words=words))
    plan = block_of(planning(wish, *called("refine_plan", {"request": words})))
    text = converse(changed(plan, wish, *called("refine_plan", {"request": "x"}), plan_changes=AS_BEFORE), 0).text
    assert any(wording in text for wording in table()["wish_beyond"])
    assert "stands as it was" in text
    assert "Week 1" not in text
    assert not any(wording in text for wording in table()["changed_lead"])


def test_a_plan_made_anew_and_found_the_same_is_not_told_as_changed() -> None:
    text = converse(changed(PLAN, athlete("hi"), *called("correct_data", {}), plan_changes=AS_BEFORE), 0).text
    assert any(wording in text for wording in table()["noted_lead"])
