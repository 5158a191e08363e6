"""Race events by name, by words, and inside a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.profile.race_events import distance_km, find_event, race_events


@pytest.mark.parametrize("name", race_events())
def test_an_event_is_known_by_its_name_and_all_its_words(name: str) -> None:
    event = race_events()[name]
    assert [distance_km(word) for word in (name, *event.words)] == [event.km] * (len(event.words) + 1)
    assert [find_event(word) for word in event.words] == [name] * len(event.words)


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("I want to run a 4:25 1500m", "1500m"),
        ("half marathon in autumn", "half"),
        ("my first full Marathon", "marathon"),
        ("couch to 5k, please", "5k"),
        ("sub-20 5 km", "5k"),
        ("a 1:35 half", "half"),
        ("a ten-mile race", "10 miles"),
        ("a 5:00 mile", "mile"),
        ("run for half an hour", None),
        ("half the time I walk", None),
        ("I eat 1500 calories", None),
        ("4x800m repeats", None),
        ("at 5:10 pace", None),
        ("get fitter", None),
        ("", None),
    ],
)
def test_an_event_is_found_in_a_sentence(text: str, event: str | None) -> None:
    assert find_event(text) == event


@pytest.mark.parametrize(
    ("event", "km"), [("12.5 km", 12.5), ("7k trail run", 7.0), ("600 m", 0.6), ("3 miles", 4.828032)]
)
def test_a_plain_distance_needs_no_entry(event: str, km: float) -> None:
    assert distance_km(event) == pytest.approx(km)


@pytest.mark.parametrize("event", [None, "", "swamp run", "ultra"])
def test_an_unknown_event_has_no_distance(event: str | None) -> None:
    assert distance_km(event) is None


@given(st.text(max_size=60))
def test_any_text_may_be_searched(text: str) -> None:
    found = find_event(text)
    assert found is None or found in race_events()


def test_half_of_an_amount_is_no_race() -> None:
    for text in ("seven and a half hours of sleep", "two and a half years of running", "six and a half miles"):
        assert find_event(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "My weekly distance is about 15 km right now",
        "weekly mileage: 30k",
        "I do 50k weeks",
        "around 20 km weekly",
        "My longest run so far was 12 km",
        "The furthest I have ever gone is 10k",
        "Every week I cover 25 km",
    ],
)
def test_what_is_run_in_training_is_no_race(text: str) -> None:
    assert find_event(text) is None


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("My weekly distance is 15 km and I want to run a 10k", "10k"),
        ("I run 20 km a week, my goal is a half marathon", "half"),
        ("Low mileage, training for a marathon", "marathon"),
        ("My longest race will be a marathon", "marathon"),
    ],
)
def test_a_race_beside_the_training_is_still_found(text: str, event: str) -> None:
    assert find_event(text) == event
