"""The check values are of Daniels and Gilbert 1979, Riegel 1981 and the house gain model, worked by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.vdot import (
    oxygen_cost,
    plausible_gain_pct,
    race_time_s,
    required_gain_pct,
    sustainable_fraction,
    vdot,
)


@pytest.mark.parametrize(
    ("distance_m", "time_s", "vo2", "fraction", "expected"),
    [
        (5000, 1200, 47.465, 0.95298, 49.81),
        (10000, 2400, 47.465, 0.91376, 51.94),
        (21097.5, 5400, 43.839, 0.85998, 50.98),
        (42195.0, 10800, 43.839, 0.81899, 53.53),
        (5000, 1800, 28.665, 0.93003, 30.82),
        (1500, 300, 59.437, 1.09146, 54.46),
        (10000, 3000, 36.012, 0.90002, 40.01),
        (42195.0, 14400, 30.658, 0.80882, 37.9),
    ],
)
def test_daniels_and_gilbert_give_the_published_vdot(
    distance_m: float, time_s: float, vo2: float, fraction: float, expected: float
) -> None:
    minutes = time_s / 60
    assert oxygen_cost(distance_m / minutes) == pytest.approx(vo2, abs=0.001)
    assert sustainable_fraction(minutes) == pytest.approx(fraction, abs=0.00001)
    assert vdot(distance_m, time_s) == pytest.approx(expected, abs=0.006)


@given(st.floats(800, 100_000), st.floats(2.0, 7.0))
def test_race_time_inverts_vdot(distance_m: float, speed_m_s: float) -> None:
    time_s = distance_m / speed_m_s
    assert race_time_s(vdot(distance_m, time_s), distance_m) == pytest.approx(time_s, rel=1e-4)


@pytest.mark.parametrize(
    ("weeks", "gains"),
    [
        (4, (3.63, 1.81, 0.92, 0.46)),
        (8, (6.59, 3.3, 1.7, 0.85)),
        (12, (9.02, 4.51, 2.36, 1.18)),
        (16, (11.01, 5.51, 2.92, 1.46)),
        (20, (12.64, 6.32, 3.39, 1.7)),
        (26, (14.55, 7.27, 3.97, 1.98)),
        (52, (18.51, 9.26, 5.31, 2.66)),
    ],
)
def test_the_plausible_gain_follows_experience_and_weeks(weeks: float, gains: tuple[float, ...]) -> None:
    assert [plausible_gain_pct(weeks, years) for years in (0.49, 1.99, 4.99, 5)] == pytest.approx(gains, abs=0.006)
    assert [plausible_gain_pct(weeks, years) for years in (0, 0.5, 2, 30)] == pytest.approx(gains, abs=0.006)


@pytest.mark.parametrize(
    ("from_m", "from_s", "to_m", "goal_s", "expected"),
    [
        (5000, 1200, 5000, 1170, 2.56),
        (10000, 3000, 10000, 2460, 21.95),
        (5000, 1800, 5000, 1650, 9.09),
        (21097.5, 6300, 42195, 12600, 3.73),
    ],
)
def test_the_required_gain_compares_equivalent_times(
    from_m: float, from_s: float, to_m: float, goal_s: float, expected: float
) -> None:
    equivalent = race_time_s(vdot(from_m, from_s), to_m)
    assert required_gain_pct(equivalent, goal_s) == pytest.approx(expected, abs=0.02)
