"""The offline coach with a plan on the table: it acts on wishes, answers questions, and keeps unsaid what is unsaid."""

import datetime as dt
from typing import Any

import pytest

from coach.plan.planner import CannotPlan, build_plan
from coach.records.block import TrainingBlock
from coach.records.goal import Goal
from coach.records.safety import SafetyResult
from evals.checks.unspoken.scanning import scan
from evals.offline.phrases import table
from evals.offline.plan_phrases import plan_phrases
from evals.offline.planning import plan as planned
from evals.offline.present import converse
from evals.offline.seen import Seen, Turn

PROFILE: dict[str, Any] = {
    "age_years": 52, "training_days_per_week": 5, "current_weekly_volume_km": 42, "longest_run_last_30d_km": 13,
    "weeks_available": 12, "race_distance_km": 10.0, "running_experience_years": 4, "recent_race_distance_km": 5.0,
    "recent_race_time_s": 1320.0,
}  # fmt: skip
GOAL, SAFETY, TODAY = Goal(text="A good 10K", event="10k"), SafetyResult(status="approved"), dt.date(2026, 1, 5)
PLAN = build_plan(PROFILE, (GOAL,), SAFETY, today=TODAY)
TOOLS = frozenset({"refine_plan", "accept_plan", "correct_data", "change_goal"})


def said(text: str) -> Turn:
    return Turn("user", (text,), (), ())


def called(name: str, given: dict[str, Any], text: str = "") -> tuple[Turn, Turn]:
    return Turn("assistant", (text,) if text else (), ((name, given),), ()), Turn("user", (), (), (("ok", False),))


def hearing(text: str, block: TrainingBlock = PLAN) -> Seen:
    """The plan was shown, and the athlete says `text`."""
    turns = (said("hi"), *called("generate_plan", {}), Turn("assistant", ("Here it is.",), (), ()), said(text))
    return Seen({"plan": block.model_dump(mode="json"), "known": {}}, turns, TOOLS)


QUESTIONS = [
    "why this long run?", "why is week 4 lighter?", "what pace for the tempo?", "when do I rest?", "Why so slow?",
    "what do I do on Tuesday?", "how fast are the intervals?", "why the taper?", "how does the moon look?",
]  # fmt: skip


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("seed", [0, 1])
def test_a_question_is_answered_in_words_that_keep_everything_unsaid(question: str, seed: int) -> None:
    answer = converse(hearing(question), seed)
    assert answer.calls == ()
    assert scan(answer.text, user_said=(question,)) == ()


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("why this long run?", "longest run is"),
        ("why is week 4 lighter?", "Week 4 has"),
        ("when do I rest?", "you rest on"),
    ],
)
def test_the_answer_is_the_plans_own(question: str, fact: str) -> None:
    assert fact in converse(hearing(question), 0).text


def test_what_the_plan_does_not_say_is_admitted() -> None:
    text = converse(hearing("how does the moon look?"), 0).text
    assert any(wording in text for wording in plan_phrases()["unanswered"])


@pytest.mark.parametrize(
    "wish",
    [
        "can we swap Tuesday and Thursday?", "no runs on Fridays please", "could we start a week later?",
        "I'd like less volume", "can we move the long run to Saturday?",
    ],
)  # fmt: skip
def test_a_wish_goes_on_to_be_planned_in_the_athletes_words(wish: str) -> None:
    (call,) = converse(hearing(wish), 0).calls
    assert call.tool in {"refine_plan", "correct_data"}
    if call.tool == "refine_plan":
        assert call.input == {"request": wish}


def planning(*turns: Turn, **sections: Any) -> Seen:
    told = {
        "goals": [GOAL.model_dump()], "profile": PROFILE, "safety": SAFETY.model_dump(mode="json"),
        "today": TODAY.isoformat(), **sections,
    }  # fmt: skip
    return Seen(told, (said("hi"), *turns), frozenset({"generate_plan"}))


def block_of(seen: Seen) -> TrainingBlock:
    (call,) = planned(seen).calls
    return TrainingBlock.model_validate(call.input["plan"], strict=False)


def weekdays(block: TrainingBlock) -> set[str]:
    return {day.weekday for week in block.weeks for day in week.days if day.sessions}


def test_a_later_wish_keeps_the_earlier_ones() -> None:
    first, second = {"request": "no runs on Fridays"}, {"request": "less volume"}
    seen = planning(
        *called("refine_plan", first), *called("generate_plan", {}), *called("refine_plan", second),
        request="less volume", previous_plan=PLAN.model_dump(mode="json"),
    )  # fmt: skip
    block = block_of(seen)
    assert "fri" not in weekdays(block)
    assert block.weeks[0].km < PLAN.weeks[0].km
    assert (block.version, len([note for note in block.notes if "as you asked" in note])) == (2, 2)


def test_another_goal_leaves_the_old_wishes_behind() -> None:
    seen = planning(*called("refine_plan", {"request": "no runs on Fridays"}), *called("change_goal", {"words": "10k"}))
    assert "fri" in weekdays(block_of(seen))


def test_a_wish_that_cannot_be_met_is_explained_and_the_plan_stays() -> None:
    every = "no runs on Monday, Tuesday, Wednesday, Thursday, Friday, Saturday and Sunday"
    (call,) = planned(planning(*called("refine_plan", {"request": every}), request=every)).calls
    assert "would not work out" in call.input["cannot"]
    assert scan(call.input["cannot"]) == ()
    assert TrainingBlock.model_validate(call.input["plan"], strict=False).weeks == PLAN.weeks


def test_a_stand_in_is_not_presented_as_the_change() -> None:
    turns = (said("hi"), *called("refine_plan", {"request": "x"}), *called("generate_plan", {"cannot": "no"}))
    text = converse(Seen({"plan": {**PLAN.model_dump(mode="json"), "version": 2}}, turns, TOOLS), 0).text
    assert any(wording in text for wording in plan_phrases()["nearest_lead"])
    assert not any(wording in text for wording in table()["changed_lead"])


def test_a_changed_plan_says_what_has_changed() -> None:
    block = build_plan(PROFILE, (GOAL,), SAFETY, today=TODAY, requests=("no runs on Fridays",))
    turns = (said("hi"), *called("refine_plan", {"request": "x"}), *called("generate_plan", {}))
    assert (
        "Friday stays free, as you asked."
        in converse(Seen({"plan": {**block.model_dump(mode="json"), "version": 2}}, turns, TOOLS), 0).text
    )


@pytest.mark.parametrize("profile", [{"available_days": ()}, {"weeks_available": 0}, {"training_days_per_week": 0}])
def test_what_is_in_the_way_is_said_without_saying_what_is_unsaid(profile: dict[str, Any]) -> None:
    with pytest.raises(CannotPlan) as caught:
        build_plan({**PROFILE, **profile}, (GOAL,), SAFETY, today=TODAY)
    assert scan(str(caught.value)) == ()


def test_a_yes_beside_something_left_open_accepts_nothing_before_it_is_asked() -> None:
    answer = converse(hearing("I like it, let's do it. As for my tendons, six, seven on the hill."), 0)
    assert answer.calls == ()
    assert "tendon" in answer.text
