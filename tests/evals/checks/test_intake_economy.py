"""Questions that were one too many, and those that were not."""

from dataclasses import replace

from checks_sessions import HEALTHY, session

from coach import events as e
from evals.checks.intake_economy import check_intake_economy
from evals.checks.view import SessionView
from personas.load import load

AGE, KM = "How old are you?", "How many kilometres do you run a week?"


def talk(*said: str) -> SessionView:
    """Athlete first, then in turns."""
    events: list[e.Event] = []
    for place, text in enumerate(said):
        events.append(
            e.CoachSaid(state="INTAKE", text=text)  # type: ignore[arg-type]
            if place % 2
            else e.AthleteSaid(turn=place // 2 + 1, text=text)
        )
    return session(*events)


def test_each_thing_asked_once_passes_with_the_number_of_messages() -> None:
    verdict = check_intake_economy(talk("A 10k, please.", AGE, "I'm 28.", KM, "35 km a week."), HEALTHY)
    assert (verdict.value, verdict.passed) == (3.0, True)


def test_a_question_put_again_after_its_answer_is_one_too_many() -> None:
    verdict = check_intake_economy(talk("A 10k.", AGE, "I'm 28.", f"Thanks. {AGE}", "28."), HEALTHY)
    assert verdict.passed is False
    (finding,) = verdict.findings
    assert (finding.rule, finding.quote, finding.event) == ("repeated", AGE, 3)


def test_a_question_for_what_was_volunteered_is_one_too_many() -> None:
    verdict = check_intake_economy(talk("I'm 28 years old.", AGE, "28."), HEALTHY)
    assert [finding.rule for finding in verdict.findings] == ["already_said"]
    assert verdict.counts == {"turns": 2.0, "repeated": 0.0, "already_said": 1.0}


def test_a_question_put_again_after_it_was_refused_is_one_too_many() -> None:
    nagged = talk("A 10k.", AGE, "I'd rather not say.", AGE, "I'd rather not say.", AGE, "No.")
    assert [finding.rule for finding in check_intake_economy(nagged, HEALTHY).findings] == ["repeated", "repeated"]


def test_a_question_with_something_new_in_it_is_none_too_many() -> None:
    both = "How old are you and how many kilometres do you run a week?"
    assert check_intake_economy(talk("I'm 28 years old.", both, "28, and 35 km a week."), HEALTHY).passed is True


def test_asking_again_what_was_answered_in_two_ways_is_care() -> None:
    masters = load("masters_runner")
    days = "How many days a week would you like to train?"
    unsure = talk("Hello.", days, "7 days a week.", "Fine.", "Sorry, 6 days a week.", days, "6 days.")
    assert check_intake_economy(unsure, masters).passed is True


def test_no_talk_is_not_judged() -> None:
    assert check_intake_economy(session(), HEALTHY).value == "not_judged"


def test_no_message_of_the_athlete_can_be_left_out_of_a_transcript_to_excuse_a_question() -> None:
    whole = talk("I'm 28 years old, a 10k please.", "Lovely.", "I run 35 km a week.", f"{AGE} {KM}", "28, and 35 km.")
    whole = replace(whole, record="talk", staged=True)
    assert check_intake_economy(whole, HEALTHY).passed is False
    said = [index for index, _ in whole.of(e.AthleteSaid)]
    for gone in (said[:1], said[1:2], said[:2]):
        left = replace(whole, events=tuple(each for index, each in enumerate(whole.events) if index not in gone))
        assert check_intake_economy(left, HEALTHY).passed is not True, gone
