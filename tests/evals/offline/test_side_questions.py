"""What is not an answer gets one that fits: the why of what is named, and a plain word on the language."""

from typing import Any

from scenes import athlete, coach, misunderstood, scene

from coach.profile.catalogue import catalogue
from coach.records.goal import Goal
from evals.offline.goal_capture import capture
from evals.offline.phrases import table
from evals.offline.questions import due_questions
from evals.offline.side_questions import answer_to_side_question
from personas.acts import Act, Ask, Simple, StateGoal

RUNNING = coach("What does your running look like?", Ask(field="running_experience_years"))
HEART = coach("Has a doctor ever told you about a heart problem?", Ask(field="known_conditions"))


def answered(text: str, *acts: Act) -> str:
    seen = scene(misunderstood("a 10k"), RUNNING, misunderstood("30 km"), HEART, athlete(text, *acts))
    return answer_to_side_question(seen, 1).text


def test_a_why_about_an_earlier_question_gets_the_reason_of_that_question() -> None:
    text = answered("Why do you need to know how long I have been running?", Simple(kind="ask_why"))
    assert catalogue().questions["running_now"].why in text
    assert catalogue().questions["health"].why not in text


def test_a_why_that_names_nothing_is_about_what_was_asked_last() -> None:
    assert catalogue().questions["health"].why in answered("why do you need that?", Simple(kind="ask_why"))


def test_a_wish_for_another_language_is_no_change_of_subject() -> None:
    text = answered("Entschuldigung, können wir auch auf Deutsch sprechen?", Simple(kind="ask_language"))
    assert "English" in text
    assert text not in table()["off_topic"]


def test_two_entries_on_one_question_are_one_question() -> None:
    def entry(*names: str) -> dict[str, Any]:
        return {"id": "weight_goal", "question": "?", "why": "", "fields": dict.fromkeys(names, ())}

    seen = scene(misunderstood("hi"), ask_next=[entry("goal_weight_kg"), entry("goal_weight_weeks")])
    put = due_questions(seen, 1)
    assert isinstance(put, tuple)
    assert [each.text for each in put] == [catalogue().questions["weight_goal"].text]
    assert {ask.field for ask in put[0].asks} == {"goal_weight_kg", "goal_weight_weeks"}


def test_a_triathlete_hears_at_once_that_the_plan_is_for_the_run() -> None:
    wish = "I want to do a sprint triathlon in May and not fall apart on the run"
    goal = Goal(text=wish, type="performance", sport="triathlon", event="sprint triathlon")
    seen = scene(athlete(wish, StateGoal(goal=goal)), tools=frozenset({"capture_goal"}))
    (call,) = capture(seen, 1).calls
    assert any(call.input["question"].startswith(words) for words in table()["run_part"])
