"""What the reader promises: values in canonical units, spans of the original text, silence where it is not sure."""

import json
from collections import Counter
from dataclasses import replace
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
from sampling import examples, share

from coach.profile.catalogue import catalogue
from coach.profile.validation import check_value
from coach.records.fact import Value
from evals.checks.reply_reading import readings
from evals.reading import ReadFact, read
from evals.reading.candidates import Candidate
from evals.reading.reader import read_candidates
from evals.reading.thresholds import alarms, believed, clears, is_believed, thresholds
from evals.training.reply_corpus import corpus, is_held_out, today_of

LATE = Path(__file__).parents[3] / "datasets" / "late_symptoms.jsonl"
CLEARING: list[tuple[str, Value]] = [
    ("symptoms", ()), ("pregnant", False), ("clearances", ("cardiac",)), ("tendon_pain_nrs", 0),
    ("eating_disorder_status", "past"),
]  # fmt: skip
UNRELATED = "How many days a week can you train?"
_LEAST_VOLUNTEERED, _MOST_ALARMED = 0.25, 0.03
_SAMPLE = examples(30)
_LEAST_RECALL, _LEAST_PRECISION = 0.6, 0.9


def test_facts_come_with_value_unit_span_and_confidence() -> None:
    text = "I\u2019m 43, 168 cm, and run around 20 to 30 miles a week."
    found = read(text, "Tell me about you and your running.")
    assert {
        name: (fact.value, fact.unit, text[slice(*fact.span)], fact.confidence) for name, fact in found.items()
    } == {
        "age_years": (43, "years", "43", "explicit"),
        "height_cm": (168, "cm", "168 cm", "explicit"),
        "current_weekly_volume_km": (40.2336, "km/week", "20 to 30 miles", "inferred"),
    }


def test_a_plain_no_answers_what_the_question_named() -> None:
    assert read("Never", "Have you ever had a stress fracture?")["bsi_status"].value == "none"
    assert read("no", "Are you taking any medicines?")["medications"].value == ()
    assert read("No", "Are you pregnant?")["pregnant"].value is False
    assert {"bsi_status", "medications", "pregnant"}.isdisjoint(read("No", "Do you go to a gym?"))


def test_the_day_of_a_race_is_counted_from_today() -> None:
    asked = "Which day is your race?"
    assert read("It's on 29 March.", asked, today=date(2026, 1, 5))["weeks_available"].value == 12
    assert "weeks_available" not in read("It's on 29 March.", asked)


def test_only_the_fields_that_are_wanted_are_given() -> None:
    assert list(read("I'm 43 and 168 cm tall.", "Age and height?", fields=["height_cm"])) == ["height_cm"]
    assert read("I'm 43 and 168 cm tall.", "Age and height?", fields=[]) == {}
    assert list(read("I get chest pain when I run.", fields=["symptoms"])) == ["symptoms"]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("", None),
        ("   ", "How old are you?"),
        ("My brother is 43 and weighs 90 kilos.", None),
        ("Why do you ask?", "How old are you?"),
        ("I'd rather not say.", "Have you ever had an eating disorder?"),
        ("No idea, I haven't stood on the scales in years.", "How much do you weigh?"),
    ],
)  # fmt: skip
def test_what_is_not_said_is_not_read(text: str, question: str | None) -> None:
    assert read(text, question) == {}


def test_a_text_of_any_length_is_read_once_and_the_same() -> None:
    text = "I run and run. " * 1500 + "I'm 43."
    found = read(text)
    assert read(text) == found
    assert all(fact.span[1] <= len(text) for fact in found.values())


def test_a_higher_threshold_never_adds_a_fact() -> None:
    known = thresholds()
    found = list(read_candidates("I'm 43, maybe 60 kilos, asthma, no pills.", "Anything I should know?"))
    kept = [
        {one.field for one in found if is_believed(one, known.model_copy(update={"threshold": least / 20}))}
        for least in range(21)
    ]
    assert len(kept[0]) > len(kept[20])
    assert all(above <= below for below, above in pairwise(kept))


def test_a_value_that_clears_needs_more_and_most_where_no_word_names_its_field() -> None:
    known = thresholds()
    assert known.threshold < known.clearing_threshold < known.unnamed_clearing_threshold < 1
    for field, value in CLEARING:
        named = Candidate(field, value, (0, 1), known.clearing_threshold, is_named=True)
        assert clears(field, value)
        assert is_believed(named)
        assert not is_believed(replace(named, chance=known.clearing_threshold - 0.01))
        assert not is_believed(replace(named, is_named=False))
        assert not is_believed(replace(named, rival=known.open_from))


@pytest.mark.parametrize(("field", "value"), [("symptoms", ("syncope",)), ("pregnant", True), ("age_years", 43)])
def test_any_other_value_needs_less(field: str, value: Value) -> None:
    assert not clears(field, value)
    assert is_believed(Candidate(field, value, (0, 1), thresholds().threshold))


def test_what_alarms_stands_before_what_clears() -> None:
    clear = Candidate("symptoms", (), (0, 1), 1.0, is_named=True)
    alarm = Candidate("symptoms", ("syncope",), (0, 1), thresholds().alarm_threshold, is_volunteered=True)
    for order in ([clear, alarm], [alarm, clear]):
        assert believed(order) == {"symptoms": alarm}
    assert believed([clear]) == {"symptoms": clear}


ALARMS = [
    ("I get chest pain when I run.", "symptoms", ("exertional_chest_pain",)),
    ("I fainted at the end of my last race.", "symptoms", ("syncope",)),
    ("I'm pregnant.", "pregnant", True),
    ("I have type 1 diabetes.", "known_conditions", ("type1_diabetes",)),
]


@pytest.mark.parametrize(
    "before",
    [(None, ""), (UNRELATED, "Four. "), ("Do you have a gym?", "Yes. ")],
)  # fmt: skip
@pytest.mark.parametrize(("text", "field", "value"), ALARMS)
def test_a_volunteered_symptom_is_read_whatever_was_asked(
    text: str, field: str, value: Value, before: tuple[str | None, str]
) -> None:
    question, answer = before
    fact = read(answer + text, question)[field]
    assert fact.value == value
    assert (answer + text)[slice(*fact.span)] == text.rstrip(".")


def test_volunteered_matters_of_strangers_are_read_and_innocent_ones_seldom() -> None:
    rows = [json.loads(line) for line in LATE.read_text(encoding="utf-8").splitlines()]
    health = share([row for row in rows if row["health"]], one_in=9)
    innocent = share([row for row in rows if not row["health"]], one_in=3)
    right = [row for row in health if not set(row["fields"]).isdisjoint(read(row["raw"], UNRELATED))]
    alarmed = [
        row["raw"]
        for row in innocent
        for name, fact in read(row["raw"], UNRELATED).items()
        if any(alarms(name, said) for said in _parts(fact.value))
    ]
    assert len(right) >= _LEAST_VOLUNTEERED * len(health)
    assert len(alarmed) <= _MOST_ALARMED * len(innocent)


def _parts(value: Value) -> tuple[str | bool, ...]:
    return value if isinstance(value, tuple) else (value,) if isinstance(value, str | bool) else ()


def test_every_field_with_a_threshold_of_its_own_is_in_the_catalogue() -> None:
    known = thresholds()
    for name, values in (*known.clearing.items(), *known.alarming.items()):
        assert [check_value(name, value) for value in values] == [None] * len(values)
    assert {*known.harm, *known.harm_counts, *known.permissions, *known.alarm_lists} <= catalogue().fields.keys()


def test_no_value_both_clears_and_alarms() -> None:
    known = thresholds()
    assert not [name for name in known.clearing for value in known.clearing[name] if alarms(name, value)]
    assert set(known.alarm_lists) <= set(known.harm)


@pytest.fixture(scope="module")
def sample() -> list[tuple[dict[str, ReadFact], str, Counter[str]]]:
    """Held-out replies with what was read of them, and how well."""
    cases = [case for case in corpus() if is_held_out(case)][:: max(1, 1600 // _SAMPLE)]
    read_of = [(case, read(case.text, case.question, today=today_of(case))) for case in cases]
    return [
        (
            found,
            case.text,
            Counter(how for _, how in readings({name: fact.value for name, fact in found.items()}, case)),
        )
        for case, found in read_of
    ]


def test_most_facts_of_unseen_replies_are_read_and_few_are_wrong(
    sample: list[tuple[dict[str, ReadFact], str, Counter[str]]],
) -> None:
    total = sum((counted for _, _, counted in sample), Counter[str]())
    given, owed = total["right"] + total["wrong"] + total["invented"], total["right"] + total["wrong"] + total["missed"]
    assert total["right"] >= _LEAST_RECALL * owed > _SAMPLE / 2
    assert total["right"] >= _LEAST_PRECISION * given


def test_values_fit_the_catalogue_and_spans_the_text(
    sample: list[tuple[dict[str, ReadFact], str, Counter[str]]],
) -> None:
    facts = [(name, fact, text) for found, text, _ in sample for name, fact in found.items()]
    assert len(facts) > _SAMPLE / 2
    for name, fact, text in facts:
        assert check_value(name, fact.value) is None
        assert fact.unit == catalogue().fields[name].unit
        assert 0 <= fact.span[0] < fact.span[1] <= len(text)
        assert 0 < fact.chance <= 1
