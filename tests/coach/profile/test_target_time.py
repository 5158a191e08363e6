"""A goal time in people's words becomes seconds, or nothing."""

from hypothesis import given
from hypothesis import strategies as st

from coach.profile.target_time import target_seconds
from coach.profile.wording import clock


@given(st.integers(150, 800), st.sampled_from([0.8, 1.5, 5.0, 10.0, 21.0975, 42.195, 100.0]))
def test_a_clock_time_at_a_running_pace_comes_back(pace: int, km: float) -> None:
    seconds = round(pace * km)
    assert target_seconds(clock(seconds), km) == seconds


@given(st.text(alphabet="0123456789:.hms subandkmin", max_size=20), st.none() | st.floats(0.05, 500))
def test_any_target_gives_a_positive_time_or_none(target: str, km: float | None) -> None:
    found = target_seconds(target, km)
    assert found is None or found >= 0
