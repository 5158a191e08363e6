"""Questions of coaches: as many understood as datasets/athlete_questions.md reports."""

import pytest

from evals.labelled import labelled_set
from evals.labelled.questions import SET, LabelledQuestion, check_question

FLOORS = {
    "questions": {"every field heard": 51, "and no other": 44, "recall": 0.93, "precision": 0.74, "none heard": 44},
    "questions-2": {"every field heard": 40, "and no other": 33, "recall": 0.72, "precision": 0.7, "none heard": 31},
}
"""Somewhat below what datasets/athlete_questions.md reports."""


@pytest.mark.parametrize("name", FLOORS)
def test_strangers_questions_are_understood_as_well_as_reported(name: str) -> None:
    chosen = labelled_set(name)
    cases = chosen.cases()
    grid = chosen.grid([chosen.judged(case) for case in cases])
    counts = dict(zip(grid.columns, map(float, grid.rows[0]), strict=True))
    assert len(cases) == 100
    assert {key: counts[key] for key, floor in FLOORS[name].items() if counts[key] < floor} == {}


def question(text: str, *asks: str) -> LabelledQuestion:
    return LabelledQuestion(id=text, text=text, asks=frozenset(asks), kind="question")


def test_the_counts_are_what_they_say() -> None:
    cases = (question("How old are you?", "age_years"), question("How tall are you?", "age_years"), question("Hello."))
    assert SET.grid([SET.judged(case) for case in cases]).rows == ((2, 1, 1, "0.50", "0.50", 1, 1),)


def test_what_was_missed_and_what_nobody_asked_are_named() -> None:
    verdict = check_question(frozenset({"height_cm"}), question("How old are you?", "age_years"))
    assert (verdict.passed, verdict.explanation) == (False, "missed age_years; not asked height_cm")
