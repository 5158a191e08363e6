"""Race events by name and by words; running told apart from other sports. Phrases: tests/phrases/profile.yaml."""

from hypothesis import given
from hypothesis import strategies as st

from coach.profile.race_events import distance_km, find_event, race_events
from coach.profile.sports import other_sport, running_events


def test_an_event_is_known_by_its_name_and_all_its_words() -> None:
    for name, event in race_events().items():
        assert [distance_km(word) for word in (name, *event.words)] == [event.km] * (len(event.words) + 1), name
        assert [find_event(word) for word in event.words] == [name] * len(event.words), name


@given(st.text(max_size=60))
def test_any_text_may_be_searched(text: str) -> None:
    found = find_event(text)
    assert found is None or found in race_events()
    assert set(running_events(text)) <= set(race_events())
    assert other_sport(text) is None or not list(running_events(text))
