from typing import Any

import pytest

from evals.offline.goals import find_goals
from evals.offline.intake import calls_for, new_items
from evals.offline.present import _act
from evals.offline.seen import Seen, Turn

HEALTH = "Do you have any medical conditions, and do you take any medicines?"


def _items(known: dict[str, Any], said: str, asked: str = HEALTH) -> dict[str, Any]:
    seen = Seen({"known": known}, (Turn("assistant", (asked,), (), ()), Turn("user", (said,), (), ())), frozenset())
    return {item["field"]: item.get("value") for item in new_items(seen, said)}


def test_a_list_grows_by_what_is_told_later() -> None:
    assert _items({"known_conditions": ["asthma"]}, "I have osteoporosis too.") == {
        "known_conditions": ["asthma", "osteoporosis"]
    }


def test_a_later_no_takes_nothing_out_of_a_list() -> None:
    assert "known_conditions" not in _items({"known_conditions": ["asthma"]}, "No, none of that.")


def test_a_correction_replaces_a_list() -> None:
    said = "I have to correct myself: I take a statin."
    assert _items({"medications": ["beta_blocker"]}, said)["medications"] == ["statin"]


@pytest.mark.parametrize(
    "said",
    [
        "Perfect, I'll follow this plan.",
        "Yes, I accept the plan, let's start. Is that okay?",
        "Great plan, I'm in.",
        "I like it, let's do it! I hope that isn't too much information.",
        "That's not too hard, let's go with it.",
        "Great, let's go. Sorry, I talk too much.",
        "Sounds good. When do we start?",
        "Great plan, I'm in. Happy now?",
    ],
)
def test_a_yes_to_the_plan_is_heard(said: str) -> None:
    call = _act(said)
    assert call is not None
    assert call.tool == "accept_plan"


@pytest.mark.parametrize(
    "said",
    [
        "I don't want this plan.", "Sounds good, but what is the long run for?", "I accept if we drop the strength.",
        "Sounds good! Can I run with my dog?", "I like it, let's do it. Oh, and I broke my toe.",
    ],
)  # fmt: skip
def test_a_no_a_condition_a_question_or_news_is_no_yes(said: str) -> None:
    assert _act(said) is None


@pytest.mark.parametrize(
    "said",
    [
        "I'm in, but no Fridays.", "Great, let's go. It's a bit too much running.", "Perfect! Fridays don't work.",
        "Looks good, could we start a week later?",
    ],
)  # fmt: skip
def test_a_yes_with_a_change_in_the_same_breath_is_a_change(said: str) -> None:
    call = _act(said)
    assert call is not None
    assert call.tool == "refine_plan"


MARATHON = {"goals": [{"event": "marathon", "type": "performance"}]}


@pytest.mark.parametrize(
    ("said", "goal"),
    [
        ("My last race was a 10k, 53:30. Forget the marathon. I'd rather run a 10k under 53.", "I'd rather run a 10k"),
        ("Scrap that goal, here's the new one. I want to run a half. I did a 5k in May.", "I want to run a half"),
        ("I'd rather run a 5k instead of the marathon.", "I'd rather run a 5k"),
        ("I'm changing my goal to a half. My latest 10k was 45:10.", "I'm changing my goal to a half"),
        ("Forget the marathon, I just want to run trails with my kids.", "Forget the marathon, I just want to run"),
    ],
)
def test_the_sentence_with_the_new_goal_is_the_goal(said: str, goal: str) -> None:
    (call,) = calls_for(Seen(MARATHON, (Turn("user", (said,), (), ()),), frozenset({"change_goal"})), said)[:1]
    assert call.tool == "change_goal"
    assert call.input["words"].startswith(goal)


def test_a_yes_to_the_plan_tells_nothing_about_what_the_plan_mentions() -> None:
    shown = "- The strength work stays on the ground: do you have weights or a gym?\n\nHow does that look to you?"
    assert _items({}, "Yes, I accept the plan, let's start.", asked=shown) == {}


def test_another_goal_on_top_keeps_the_present_one() -> None:
    said = "I have another goal on top. And I would like to run a 10k in spring."
    (call,) = calls_for(Seen(MARATHON, (Turn("user", (said,), (), ()),), frozenset({"change_goal"})), said)[:1]
    assert (call.tool, call.input["keeps_current"]) == ("change_goal", True)


def test_an_answer_about_the_present_race_is_no_further_goal() -> None:
    said = "The marathon is in May, and I want to weigh 70 kg for the marathon too."
    assert "change_goal" not in [
        call.tool
        for call in calls_for(Seen(MARATHON, (Turn("user", (said,), (), ()),), frozenset({"change_goal"})), said)
    ]


def change(said: str, held: dict[str, Any] = MARATHON) -> dict[str, Any]:
    (call,) = calls_for(Seen(held, (Turn("user", (said,), (), ()),), frozenset({"change_goal"})), said)[:1]
    return dict(call.input)


def test_two_new_goals_are_both_handed_on() -> None:
    words = change("I've changed my mind: a 10k in spring and also I want to lose 5 kg.")["words"]
    assert [(goal.get("event"), goal["type"]) for goal in find_goals(words)] == [
        ("10k", "performance"),
        (None, "weight_loss"),
    ]


def test_the_same_race_in_another_time_is_a_new_goal_where_it_comes_instead() -> None:
    held = {"goals": [{"event": "10k", "type": "performance", "target": "45:00"}]}
    assert "43:00" in change("Scrap that, let's go for a 10k under 43:00 instead.", held)["words"]


def test_a_figure_that_is_only_guessed_at_changes_nothing_that_was_told() -> None:
    asked = "How many kilometres a week do you run?"
    said = "Two jogs down to the river and back, 12 km a week together."
    assert "hard_sessions_requested_per_week" not in _items({"hard_sessions_requested_per_week": 0}, said, asked)
