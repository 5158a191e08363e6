import pytest

from evals.offline.goal_capture import capture
from evals.offline.goals import find_goals
from evals.offline.said import Said
from evals.offline.seen import Seen, Turn

TOOLS = frozenset({"capture_goal"})
ASKED = {"goals": [], "question": "What would you like to work towards?"}


def _athlete(text: str) -> Turn:
    return Turn("user", (text,), (), ())


def _asked() -> Turn:
    return Turn("assistant", (), (("capture_goal", ASKED),), ())


def _captured(*turns: Turn) -> Said:
    return capture(Seen({}, turns, TOOLS), seed=1)


def _goals(said: Said) -> list[tuple[str, str]]:
    return [(goal["text"], goal["type"]) for goal in said.calls[0].input["goals"]]


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("I have run for ten years and want to keep going.", "health"),
        ("I am ten weeks after my knee surgery and my app says I can jog?", "health"),
        ("I'd like to run more.", "fitness"),
        ("I want to get faster at cross-country running.", "performance"),
    ],
)
def test_a_wish_without_a_known_event_is_a_goal_in_the_athletes_words(words: str, kind: str) -> None:
    assert _goals(_captured(_athlete(f"{words} Twelve weeks to go."))) == [(words.rstrip("."), kind)]


@pytest.mark.parametrize("words", ["Hello there!", "I'm Anna, a teacher from Kent.", "I run 30 km a week."])
def test_without_a_wish_the_coach_asks(words: str) -> None:
    said = _captured(_athlete(words))
    assert not said.calls[0].input["goals"]
    assert said.calls[0].input["question"]


def test_once_asked_whatever_is_no_evasion_is_the_goal() -> None:
    assert _goals(_captured(_athlete("Hello!"), _asked(), _athlete("the parish relay"))) == [
        ("the parish relay", "fitness")
    ]


def test_the_goal_is_asked_at_most_twice() -> None:
    evasions = (_athlete("Hello!"), _asked(), _athlete("I don't know."), _asked(), _athlete("You decide."))
    assert not _captured(*evasions[:3]).calls[0].input["goals"]
    assert len(_goals(_captured(*evasions))) == 1


def test_a_weight_to_lose_beside_a_race_is_a_second_goal() -> None:
    found = find_goals("I want a 3:15 marathon. 4 kg off by spring, everybody fast is lighter.")
    assert [(goal.get("event"), goal["type"]) for goal in found] == [
        ("marathon", "performance"),
        (None, "weight_loss"),
    ]


def test_a_weekly_volume_is_no_event() -> None:
    assert find_goals("I want to run 30 km a week at some point") == []


def test_a_race_that_was_is_no_goal() -> None:
    found = find_goals("I ran a marathon in 2019. My most recent race was a 10k. I want to run a fast mile now.")
    assert [goal["event"] for goal in found] == ["mile"]


def test_a_race_that_is_given_up_is_no_goal() -> None:
    assert [goal["event"] for goal in find_goals("I'd rather run a 10k instead of the marathon.")] == ["10k"]


@pytest.mark.parametrize(
    "said", ["I weigh 74 kg at the moment.", "I have a weight of 80 kg.", "My weekly distance is 15 km."]
)
def test_what_is_so_now_is_no_goal(said: str) -> None:
    assert find_goals(said) == []


@pytest.mark.parametrize(
    "said", ["I want to weigh 78 kg", "I'd love to be back at a weight of 70", "Aiming to weigh 60kg"]
)
def test_a_weight_that_is_wished_for_is_a_goal(said: str) -> None:
    assert [goal["type"] for goal in find_goals(said)] == ["weight_loss"]


def test_a_race_and_a_weight_side_by_side_are_two_goals() -> None:
    found = find_goals("My race is a 5k and I want to weigh 78 kg.")
    assert [(goal.get("event"), goal["type"]) for goal in found] == [("5k", "performance"), (None, "weight_loss")]
    assert len(find_goals("I want to lose 5 kg for my marathon.")) == 1


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("A half marathon in May, last spring I ran one in 2:01.", "half"),
        ("My last race was a 10k, it took 50 minutes.", None),
        ("I'd thought of a big week of eighty-five k.", None),
    ],
)
def test_a_race_named_first_is_wished_for_whatever_was_run_before(text: str, event: str | None) -> None:
    assert [goal.get("event") for goal in find_goals(text)] == ([event] if event else [])


def test_who_wants_to_win_has_a_goal_though_no_event_is_known() -> None:
    said = _captured(
        _athlete("Hi, so excited! i want to win the village cross country, i came 6th last time. Can't wait!")
    )
    assert [words.partition(",")[0] for words, _ in _goals(said)] == ["i want to win the village cross country"]


def test_the_city_marathon_is_a_marathon() -> None:
    assert [goal["event"] for goal in find_goals("A friend bet me I cannot run the city marathon.")] == ["marathon"]
