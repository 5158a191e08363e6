"""A goal time in people's words becomes seconds, or nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.profile.target_time import target_seconds
from coach.profile.wording import clock


@pytest.mark.parametrize(
    ("target", "km", "seconds"),
    [
        ("4:25", 1.5, 265),
        ("sub 3:30", 42.195, 12600),
        ("1:35", 21.0975, 5700),
        ("1:35 half", None, 5700),
        ("sub 25 5k", None, 1500),
        ("sub-20", 5, 1200),
        ("sub 3", 42.195, 10800),
        ("3h30", 42.195, 12600),
        ("3 hours 30 minutes", 42.195, 12600),
        ("under 45 minutes", 10, 2700),
        ("1:59.9", 0.8, 119),
        ("3:29:59", None, 12599),
        ("24:00", 160.9344, 86400),
        ("3.5 hours", 42.195, 12600),
        ("4 min 25 s", 1.5, 265),
        ("4:25", None, None),
        ("0:03", 10, None),
        ("fast", 10, None),
        ("top 10", 10, None),
        ("in 2027", 10, None),
        (None, 10, None),
        ("", 10, None),
    ],
)
def test_a_target_is_read_as_a_runner_means_it(target: str | None, km: float | None, seconds: float | None) -> None:
    assert target_seconds(target, km) == seconds


@given(st.integers(150, 800), st.sampled_from([0.8, 1.5, 5.0, 10.0, 21.0975, 42.195, 100.0]))
def test_a_clock_time_at_a_running_pace_comes_back(pace: int, km: float) -> None:
    seconds = round(pace * km)
    assert target_seconds(clock(seconds), km) == seconds


@given(st.text(alphabet="0123456789:.hms subandkmin", max_size=20), st.none() | st.floats(0.05, 500))
def test_any_target_gives_a_positive_time_or_none(target: str, km: float | None) -> None:
    found = target_seconds(target, km)
    assert found is None or found >= 0
