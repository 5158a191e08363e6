"""What was left open is asked again in particular, in new words, and at most twice."""

from typing import Any

import pytest

from coach.profile import questions
from coach.profile.catalogue import catalogue
from coach.profile.extraction import extract
from evals.checks.unspoken.scanning import scan
from evals.offline.asking_again import PATH, wordings
from evals.offline.phrases import table
from evals.offline.questions import due_questions
from evals.offline.said import Call
from evals.offline.seen import Seen, Turn

FIELDS = tuple(catalogue().fields)
ASKS = [(name, wording) for name in FIELDS for wording in wordings(name)]


def waiting_for(*names: str, said: tuple[str, ...] = ()) -> Seen:
    fields = [{"name": name, "question": questions.question_of(name).text} for name in names]
    sections: dict[str, Any] = {"intake_fields": fields, "still_needed": list(names)}
    return Seen(sections, tuple(Turn("assistant", (text,), (), ()) for text in said), frozenset())


def test_what_is_settled_already_is_not_asked_for_beside_the_rest() -> None:
    names = ("current_weekly_volume_km", "longest_run_last_30d_km", "running_experience_years")
    seen = waiting_for(*names)
    told = Seen({**seen.sections, "still_needed": list(names[1:]), "known": {names[0]: 35}}, (), frozenset())
    assert due_questions(seen, 0) == [questions.question_of(names[0]).text.split("? ")[0] + "?"]
    (asked,) = due_questions(told, 0)
    assert {each.field for each in questions.fields_asked(asked)} == set(names[1:])


def test_who_has_no_race_is_not_asked_about_one_with_the_weeks() -> None:
    (asked,) = due_questions(waiting_for("weeks_available"), 0)
    assert asked in wordings("weeks_available")
    assert {each.field for each in questions.fields_asked(asked)} == {"weeks_available"}


def test_every_field_of_the_catalogue_has_its_own_words() -> None:
    text = PATH.read_text()
    assert [name for name in FIELDS if f"\n{name}: [" not in text] == []


@pytest.mark.parametrize(("name", "wording"), ASKS)
def test_asking_again_is_understood_as_asking_for_that_field(name: str, wording: str) -> None:
    asked = {item.field: item for item in questions.fields_asked(wording)}
    assert name in asked
    assert asked[name].specific


@pytest.mark.parametrize(("name", "wording"), ASKS)
def test_asking_again_keeps_everything_unsaid(name: str, wording: str) -> None:
    assert scan(wording) == ()
    assert "{" not in wording


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("seed", [0, 1])
def test_nothing_is_asked_in_the_same_words_twice_nor_more_than_three_times(name: str, seed: int) -> None:
    said: list[str] = []
    while not isinstance(due := due_questions(waiting_for(name, said=tuple(said)), seed), Call):
        said += due
    assert len(said) == len(set(said)) == 3
    assert due.input["items"][0]["standing"] == "not_known"


@pytest.mark.parametrize("purpose", ["unread", "acknowledge_pain", "acknowledge_declined"])
@pytest.mark.parametrize("again", ["again", "again_some"])
def test_a_plain_no_is_understood_whatever_leads_to_the_question(purpose: str, again: str) -> None:
    question = wordings("pain_signs")[0]
    leads = [f"{first} {second} " for first in table()[purpose] for second in table()[again]]
    missed = [lead for lead in leads if "pain_signs" not in extract("No, nothing.", question=lead + question).facts]
    assert missed == []


def test_pain_is_asked_by_the_things_that_it_could_be() -> None:
    text = wordings("pain_signs")[0]
    assert all(value.say in text for value in catalogue().fields["pain_signs"].values.values())


def test_a_question_in_return_is_no_answer_and_does_not_use_up_the_asking() -> None:
    name = "current_weekly_volume_km"
    first, second, third = wordings(name)
    asks = (questions.question_of(name).text, first, second)
    answers = (
        "I'd rather talk about shoes.",
        "Sorry, why do you need to know about that?",
        "What have you noted of me?",
    )
    seen = waiting_for(name)
    turns = [
        Turn(role, (text,), (), ())
        for ask, said in zip(asks, answers, strict=True)
        for role, text in (("assistant", ask), ("user", said))
    ]
    assert due_questions(Seen(seen.sections, tuple(turns), frozenset()), 0) == [third]
    told_off = [*turns[:-3], Turn("user", ("Not telling.",), (), ()), turns[-2], Turn("user", ("No.",), (), ())]
    assert isinstance(due_questions(Seen(seen.sections, tuple(told_off), frozenset()), 0), Call)
