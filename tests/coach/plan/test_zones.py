"""Training paces against the published check values, and their properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.plan.zones import FRACTIONS, Paces, paces_of, present_vdot, zone_pace

CHECKED = {
    50.0: {"E": (293.5, 351.9), "M": (265.0, 290.4), "T": (255.2, 267.6), "I": (230.1, 239.9), "R": (213.0, 221.2)},
    38.0: {"E": (365.5, 436.5), "M": (330.5, 361.7), "T": (318.4, 333.6), "I": (287.3, 299.4), "R": (266.0, 276.2)},
}


@pytest.mark.parametrize("vdot", sorted(CHECKED))
def test_zones_are_the_published_ones(vdot: float) -> None:
    found = {zone: zone_pace(vdot, zone) for zone in FRACTIONS}
    assert found == {zone: pytest.approx(pace, abs=0.06) for zone, pace in CHECKED[vdot].items()}


@given(st.floats(25, 80), st.floats(0.1, 5))
def test_more_fitness_is_faster_in_every_zone(vdot: float, more: float) -> None:
    assert all(zone_pace(vdot + more, zone) < zone_pace(vdot, zone) for zone in FRACTIONS)


@given(st.floats(25, 80))
def test_a_shown_pace_lies_inside_its_zone(vdot: float) -> None:
    paces = Paces(400.0, vdot)
    for zone in FRACTIONS:
        shown, (fast, slow) = paces.target(zone), zone_pace(vdot, zone)
        assert shown is not None
        assert fast <= shown[0] <= shown[1] <= slow + 1


@given(st.floats(0, 120))
def test_without_a_race_there_is_only_a_guess_for_durations(weekly_km: float) -> None:
    paces = paces_of(None, None, weekly_km)
    assert {paces.target(zone) for zone in FRACTIONS} == {None}
    assert paces.middle("R") < paces.middle("I") < paces.middle("T") < paces.middle("M") < paces.middle("E")


@pytest.mark.parametrize(("km", "seconds"), [(None, 1200.0), (5.0, None), (5.0, 20_000.0), (5.0, 300.0)])
def test_numbers_that_are_no_race_say_nothing_about_fitness(km: float | None, seconds: float | None) -> None:
    assert present_vdot(km, seconds) is None
