import pytest

from coach.profile.race_goals import wished_event


@pytest.mark.parametrize(
    ("goal", "event"),
    [
        ("I want to run a marathon", "marathon"),
        ("I'd like to run my first half marathon in under 2 hours", "half"),
        ("I'm 34, and I want to run a 10 km race", "10k"),
        ("I'm training for the Berlin marathon", "marathon"),
        ("Run a faster 10k", "10k"),
        ("A fast 10k.", "10k"),
    ],
)
def test_the_one_race_that_a_goal_wishes_for_is_found(goal: str, event: str) -> None:
    assert wished_event(goal) == event


@pytest.mark.parametrize(
    "goal",
    [
        "I did a 5k last year and now I want to run a marathon",
        "From 5k to marathon",
        "My 5k friends and me signed up for the marathon",
        "I have run a 5k, and I'd like to run 42 km",
        "I want to run a 5k and eventually an ultra",
        "I want to run a 5k now and twenty-six miles in spring",
        "I want to run a half, then the full one",
    ],
)
def test_of_several_distances_none_is_taken(goal: str) -> None:
    assert wished_event(goal) is None


@pytest.mark.parametrize(
    "goal",
    [
        "I want to cheer for my wife at the London marathon",
        "My wife wants to run a marathon",
        "My wife's marathon",
        "I ran a marathon last year and want to get fit",
        "Ran a marathon",
        "Never a marathon",
        "I don't want to run a marathon",
        "I want to recover from a marathon",
        "I want to do a 10k swim",
    ],
)
def test_a_race_that_nobody_wishes_to_run_is_none(goal: str) -> None:
    assert wished_event(goal) is None
