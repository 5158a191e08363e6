"""Another sport is told apart from running, and running that only mentions one is not refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.profile.race_events import race_events
from coach.profile.sports import multisport_event, other_sport, running_events

OTHER = {
    "swim 1 km": "swimming",
    "I want to swim 1 km without stopping": "swimming",
    "I'd like to learn to swim": "swimming",
    "I want to swim the Channel": "swimming",
    "a 10k swim in open water": "swimming",
    "marathon swim in July": "swimming",
    "I want to get into swimming. 1 km would be the goal.": "swimming",
    "1500 m freestyle under 20 minutes": "swimming",
    "a bike race in May": "cycling",
    "I want to do a bike race": "cycling",
    "I want to ride 100 miles": "cycling",
    "cycle 100 km in a day": "cycling",
    "train for a gran fondo": "cycling",
    "A mountain bike marathon in August, please": "cycling",
    "I want to get better at cycling, 40 km time trial": "cycling",
    "Can you coach me for a 5 km cycling race?": "cycling",
    "row 2 km under 8 minutes": "rowing",
    "I want to get into rowing": "rowing",
    "a cross-country ski marathon": "skiing",
    "I want to try inline skating, maybe a marathon on skates": "skating",
    "I want to get better at tennis": "ball games",
}
RUNNING = {
    "run to the swimming pool": [],
    "a 10k, and cross-train on the bike": ["10k"],
    "cross-train on the bike": [],
    "parkrun then swim": ["5k"],
    "a half marathon, I also swim on Mondays": ["half"],
    "10k under 50, I bike to work": ["10k"],
    "I bike to work every day. A 10k under 50 would be nice.": ["10k"],
    "I swim twice a week and want to run a 5k": ["5k"],
    "I want to swim 1 km and run 5 km": ["5k"],
    "run a 5k, then bike 20 km home": ["5k"],
    "get back to running after years of cycling": [],
    "I used to swim, now I want to run a marathon": ["marathon"],
    "a 10k along the bike path": ["10k"],
    "5k run in a park by the swimming pool": ["5k"],
    "run 3 days in a row": [],
    "lose some weight, I swim twice a week": [],
    "Less cycling, more running: a half in autumn": ["half"],
    "I want to beat my football mates over 5k": ["5k"],
    "my first marathon. I ride horses on Sundays": ["marathon"],
    "1500m in 4:25": ["1500m"],
    "get fitter": [],
    "couch to 5k": ["5k"],
    "jog while the kids are at swimming": [],
    "a trail ultra": [],
}
MULTISPORT = {
    "my first triathlon": None,
    "an Olympic triathlon in June": "10k",
    "sprint tri, swim 750 m, bike 20 km, run 5 km": "5k",
    "finish a half Ironman": "half",
    "Ironman 70.3 in September": "half",
    "an ironman before I turn 40": "marathon",
    "a duathlon": None,
}


@pytest.mark.parametrize("text", OTHER)
def test_a_goal_of_another_sport_is_named_and_has_no_running_event(text: str) -> None:
    assert other_sport(text) == OTHER[text]
    assert not list(running_events(text))


@pytest.mark.parametrize("text", RUNNING)
def test_a_running_goal_that_mentions_another_sport_stays_one(text: str) -> None:
    assert other_sport(text) is None
    assert multisport_event(text) is None
    assert list(running_events(text)) == RUNNING[text]


@pytest.mark.parametrize("text", MULTISPORT)
def test_of_several_sports_the_run_is_coached(text: str) -> None:
    assert other_sport(text) is None
    assert multisport_event(text) == (MULTISPORT[text],)


@given(st.text(max_size=80))
def test_any_text_may_be_read(text: str) -> None:
    assert set(running_events(text)) <= set(race_events())
    assert other_sport(text) is None or not list(running_events(text))


@pytest.mark.parametrize("text", ["no, the swim please. 1 km", "just the bike race", "cycling instead. 100 km"])
def test_who_insists_on_another_sport_is_understood(text: str) -> None:
    assert other_sport(text) is not None
