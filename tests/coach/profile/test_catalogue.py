"""The catalogue covers the rules' fields, and its questions are short and cover the fields."""

import re
from pathlib import Path

from intake_burden import asked_at_once, examples_in

from coach import safety, sourced_yaml
from coach.next_questions import MOST_WORDS
from coach.profile.catalogue import catalogue
from coach.profile.inference import denied
from coach.profile.validation import check_value
from coach.safety.rules import fields_read
from coach.three_valued import compile_condition

UNREAD = {"sex", "longest_run_last_30d_km"}
"""What no safety rule reads, and everybody is asked: the screening and the plan need it."""

OPTIONAL = {"available_days", "available_minutes", "track_access", "strength_equipment"}
SCREENING = [
    "age_years", "sex", "height_cm", "weight_kg", "training_days_per_week",
    "current_weekly_volume_km", "regular_exercise_3m", "symptoms", "known_conditions",
    "medications", "parq_yes", "bsi_status", "pain_signs", "eating_disorder_status",
    "sleep_hours_avg",
]  # fmt: skip
RULES = Path(str(safety.__file__))
FIELDS = catalogue().fields
QUESTIONS = catalogue().questions


def test_it_has_every_field_of_the_rules_and_the_optional_ones() -> None:
    assert set(FIELDS) == {*fields_read(), *UNREAD, *OPTIONAL}
    assert len(FIELDS) == 70
    assert set(catalogue().screening) == set(SCREENING)


def test_a_field_hangs_together() -> None:
    for name, field in FIELDS.items():
        assert field.question in QUESTIONS, name
        assert field.words, name
        assert len(set(field.words)) == len(field.words), name
        assert bool(field.values) == (field.type in {"enum", "list"}), name
        assert (field.range is not None) == (field.type in {"int", "number", "minutes_by_day"}), name
        assert bool(field.unit) == (field.type in {"int", "number", "minutes_by_day"}), name
        assert ("|" in field.say) == (field.type == "bool"), name
        assert "{value}" in field.say or field.type == "bool", name
        assert field.screening <= (field.opens is None), name
        if field.opens:
            assert compile_condition(field.opens).names <= {*FIELDS, "goal_type", "goal_event"} - {name}, name


def test_a_question_fits_into_a_message_and_lists_four_things_at_most() -> None:
    for name, question in QUESTIONS.items():
        assert len(question.items) <= 4, name
        assert not any("," in item.say or "?" in item.say for item in question.items), name
        assert len(question.text.split()) <= MOST_WORDS / 2 + 5, name
        assert asked_at_once(question.text) == 1, name
        assert examples_in(question.text) <= 4, name


def test_a_question_has_sources_of_the_rules() -> None:
    for name in QUESTIONS:
        assert QUESTIONS[name].sources, name
        assert set(QUESTIONS[name].sources) <= set(sourced_yaml.read(RULES.with_name("sources.yaml")).data), name


def test_every_field_has_a_question() -> None:
    for name in FIELDS:
        assert any(name in question.fields for question in QUESTIONS.values()), name


def test_the_parts_of_a_list_are_all_of_it_and_each_stands_in_one_question() -> None:
    for name in catalogue().in_parts:
        named = {
            key: {value for item in question.items for value in item.asks.get(name, ())}
            for key, question in QUESTIONS.items()
        }
        assert set().union(*named.values()) == set(FIELDS[name].values), name
        assert sum(map(len, named.values())) == len(FIELDS[name].values), name


def test_thoughts_of_self_harm_are_asked_about_alone() -> None:
    (key,) = (
        key for key, q in QUESTIONS.items() if any("self_harm_thoughts" in i.asks.get("symptoms", ()) for i in q.items)
    )
    assert QUESTIONS[key].stage == "private"
    assert len(QUESTIONS[key].items) == 1


def test_what_a_plain_no_makes_of_a_named_field_is_a_value_it_may_have() -> None:
    for field in (name for question in QUESTIONS.values() for name in question.names):
        assert check_value(field, denied(field)) is None, field


def test_visible_text_has_no_word_of_the_inside() -> None:
    for name in QUESTIONS:
        visible = f"{QUESTIONS[name].text} {QUESTIONS[name].why}".lower()
        assert not re.search(
            r"_|\b(?:rule|gate|screening|risk of injury|waiver|liab|acknowledge|at your age|field)\b", visible
        )
