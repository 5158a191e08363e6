"""The library covers the ground: every rule fired by one and just missed by another, every behaviour and outcome."""

from coverage_of_personas import coverage, missing

from personas.files import names
from personas.load import load


def test_nothing_is_without_a_persona() -> None:
    assert missing(coverage(load(name) for name in names())) == []


def test_without_a_persona_what_only_they_show_is_missed() -> None:
    without = [load(name) for name in names() if name not in {"chest_pain_hidden", "half_in_seven_weeks"}]
    lacking = missing(coverage(without))
    assert "behaviour: goes_silent" in lacking
    assert "rule fires: rf_chest_pain" in lacking
