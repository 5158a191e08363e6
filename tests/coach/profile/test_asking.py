"""What a coach's message states, without what it asks."""

import pytest

from coach.profile.asking import stated
from coach.profile.catalogue import catalogue
from coach.profile.extraction import extract
from evals.offline.asking_again import wordings


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("so the race is in 12 weeks?", "so the race is in 12 weeks."),
        ("right, you run 40 km a week, is that right? anything to add?", "right, you run 40 km a week."),
        ("you've never had any heart trouble, right?", "you've never had any heart trouble, right."),
        ("thanks, any chest pain?", ""),
        ("got it. a stress fracture, also long ago: has there been one?", "got it."),
        ("right, and how many years have you been running?", ""),
        ("thanks. the doctor's side once more, does one of these apply: asthma, diabetes?", ""),
    ],
)
def test_only_stating_sentences_state(text: str, states: str) -> None:
    assert stated(text) == states


@pytest.mark.parametrize("lead", ["Thanks, that helps.", "Right, that gives me a good picture.", "Got it, thank you."])
@pytest.mark.parametrize("name", list(catalogue().fields))
def test_an_acknowledgement_makes_no_statement_of_the_question_behind_it(lead: str, name: str) -> None:
    for wording in wordings(name):
        plain, led = (extract("No.", question=question) for question in (wording, f"{lead} {wording}"))
        assert {n: f.value for n, f in led.facts.items()} == {n: f.value for n, f in plain.facts.items()}
