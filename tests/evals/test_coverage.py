"""The library covers the ground: every rule fired by one and just missed by another, every behaviour and outcome."""

from coverage_of_personas import coverage, missing

from personas.files import names
from personas.load import load


def test_nothing_is_without_a_persona_and_what_only_one_shows_is_missed_without_them() -> None:
    found = coverage(load(name) for name in names())
    assert missing(found) == []
    gone = {"chest_pain_hidden", "half_in_seven_weeks"}
    rest = {topic: {item: sorted({*ids} - gone) for item, ids in items.items()} for topic, items in found.items()}
    assert {"behaviour: goes_silent", "rule fires: rf_chest_pain"} <= set(missing(rest))
