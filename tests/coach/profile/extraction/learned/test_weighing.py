"""How evidence becomes belief: more of it never counts for less, and what clears an athlete needs the most."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.profile.catalogue import catalogue
from coach.profile.extraction.learned.weighing import Evidence, Hearer, believed, best, chance, meaning, weights

CHANCES = st.floats(0, 1)
FIELDS = sorted(catalogue().fields)
SAID = Evidence(
    field="symptoms", kind="list", value=("syncope",), by_rules=False, by_network=True, support=0.5, rival=0.0,
    told=0.5, taken=0.0, asked=True, loose=False, inferred=False, clash=False, long=False, void=False,
)  # fmt: skip
EVIDENCE = st.builds(
    Evidence,
    field=st.sampled_from(FIELDS),
    kind=st.sampled_from(["null", "flag", "choice", "week", "list", "empty", "zero", "number"]),
    value=st.sampled_from([None, True, False, "well", ("syncope",), (), 0, 7]),
    by_rules=st.booleans(),
    by_network=st.booleans(),
    support=CHANCES,
    rival=CHANCES,
    told=CHANCES,
    taken=CHANCES,
    asked=st.booleans(),
    loose=st.booleans(),
    inferred=st.booleans(),
    clash=st.booleans(),
    long=st.booleans(),
    void=st.booleans(),
)


@given(EVIDENCE, CHANCES)
def test_more_support_never_makes_a_fact_less_likely(evidence: Evidence, other: float) -> None:
    low, high = sorted((evidence.support, other))
    assert chance(replace(evidence, support=low), weights()) <= chance(replace(evidence, support=high), weights())


@given(EVIDENCE, CHANCES)
def test_a_likelier_rival_never_makes_a_fact_likelier(evidence: Evidence, other: float) -> None:
    low, high = sorted((evidence.rival, other))
    assert chance(replace(evidence, rival=high), weights()) <= chance(replace(evidence, rival=low), weights())


@given(EVIDENCE, CHANCES, CHANCES)
def test_what_is_believed_at_one_chance_is_believed_at_a_higher(evidence: Evidence, one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert believed(evidence, high) or not believed(evidence, low)


@given(CHANCES, st.booleans())
def test_what_clears_an_athlete_needs_a_surer_reading_than_what_holds_one_back(likely: float, ruled: bool) -> None:  # noqa: FBT001
    harm = replace(SAID, by_rules=ruled)
    none = replace(harm, value=(), kind="empty")
    assert believed(harm, likely) or not believed(none, likely)


@pytest.mark.parametrize(
    ("value", "kind"), [(None, "null"), ((), "empty"), (0, "zero"), (False, "flag"), ("none", "choice")]
)
def test_a_no_is_heard_by_the_rules_or_in_one_word_by_a_stranger(value: Any, kind: Any) -> None:
    assert not believed(replace(SAID, value=value, kind=kind), 1.0, "coach")
    one_word = kind in ("flag", "choice")
    assert believed(replace(SAID, field="track_access", value=value, kind=kind), 0.95, "check") == one_word
    assert believed(replace(SAID, field="track_access", value=value, kind=kind), 0.95) == (
        kind not in ("null", "empty")
    )


def test_of_what_was_surely_asked_less_certainty_is_demanded() -> None:
    told = replace(SAID, field="training_days_per_week", value=4, kind="number", by_rules=True)
    assert believed(replace(told, put=True), 0.5)
    assert not believed(told, 0.5)


@given(CHANCES)
def test_harm_that_the_rules_heard_stays_to_a_wary_asker_while_the_network_hears_anything_of_it(likely: float) -> None:
    assert believed(replace(SAID, by_rules=True, told=0.2), likely, "coach")


def test_harm_is_no_fact_of_its_own_until_it_is_likely() -> None:
    assert not believed(replace(SAID, by_rules=True, told=0.2), 0.7)
    assert believed(replace(SAID, by_rules=True, told=0.2), 0.9)
    assert believed(replace(SAID, by_rules=True, told=0.2, short=True), 0.3)


def test_harm_that_the_rules_heard_goes_where_nothing_else_hears_it() -> None:
    assert not believed(replace(SAID, by_rules=True, told=0.001), 0.05, "coach")


def test_a_likely_clearance_of_the_network_alone_is_none() -> None:
    said = replace(SAID, field="clearances", value=("cardiac",))
    assert not believed(said, 0.9, "coach")
    assert not believed(said, 0.9, "check")
    assert believed(replace(said, by_rules=True), 0.9)


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("symptoms", (), "reassuring"),
        ("symptoms", ("syncope",), "alarming"),
        ("asthma_control", "well", "reassuring"),
        ("asthma_control", "partly", "alarming"),
        ("severe_hypo_last_24h", False, "reassuring"),
        ("concussion_symptoms", True, "alarming"),
        ("tendon_pain_nrs", 0, "reassuring"),
        ("tendon_pain_nrs", 4, "alarming"),
        ("clearances", ("cardiac",), "reassuring"),
        ("age_years", 41, "other"),
    ],
)
def test_a_value_alarms_reassures_or_does_neither(field: str, value: object, expected: str) -> None:
    assert meaning(field, value) == expected  # type: ignore[arg-type]


def test_the_likeliest_of_the_believed_is_chosen() -> None:
    assert best([(SAID, 0.9), (SAID, 0.97), (SAID, 0.2)]) == 1


def test_nothing_is_chosen_where_nothing_is_believed() -> None:
    assert best([(SAID, 0.1), (SAID, 0.2)]) is None
    assert best([]) is None


def test_every_field_of_harm_is_in_the_catalogue() -> None:
    from coach.profile.extraction.learned.weighing import fields_named

    assert fields_named() <= set(FIELDS)


def test_a_word_in_passing_is_no_wish() -> None:
    passing = replace(SAID, field="desired_intensity", kind="choice", value="light", asked=False)
    assert not believed(passing, 0.9, "check")
    assert not believed(passing, 0.95, "coach")
    assert believed(replace(passing, asked=True), 0.98, "coach")


@pytest.mark.parametrize("hearer", ["coach", "check"])
def test_the_network_alone_never_clears_what_nobody_asked(hearer: Hearer) -> None:
    clear = replace(SAID, field="regular_exercise_3m", kind="flag", value=True)
    assert believed(clear, 0.99, hearer)
    assert not believed(replace(clear, asked=False), 0.99, hearer)


def test_what_is_said_of_others_is_never_read_by_the_network_alone() -> None:
    assert not believed(replace(SAID, elsewhere=True), 1.0)


def test_what_is_past_or_denied_is_read_by_the_network_alone_only_surely_and_never_to_a_wary_asker() -> None:
    past = replace(SAID, void=True)
    assert believed(past, 0.99, "check")
    assert not believed(past, 0.9, "check")
    assert not believed(past, 0.99)
    assert not believed(past, 0.99, "coach")


def test_a_night_of_five_minutes_is_a_slip() -> None:
    night = replace(SAID, field="sleep_hours_avg", kind="number", value=0.08)
    assert not believed(night, 1.0)
    assert believed(replace(night, value=6.5), 1.0)
