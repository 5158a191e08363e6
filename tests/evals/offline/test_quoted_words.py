"""A sentence that the coach quotes is followed by a question about that sentence."""

import pytest
from scenes import athlete, coach, scene

from coach.fold import HEALTH_QUESTION
from coach.profile.inference import complete
from coach.records.goal import Goal
from evals.offline.intake import converse
from evals.offline.unclear_notes import about_quote

GOALS = (Goal(text="I want to be able to run 5k hard before preseason", event="5k"),)


@pytest.mark.parametrize(
    ("words", "field", "values"),
    [
        ("As I said, I've seen dark pee after training.", "symptoms", ("dark_urine_after_exercise",)),
        ("ACL was forty weeks ago.", "weeks_since_acl_reconstruction", ()),
        ("They called it a concussion ten days ago.", "days_since_concussion", ()),
        ("Oh, there's no thoughts of self-harm.", "symptoms", ("self_harm_thoughts",)),
        ("I had a stress fracture in the shin.", "bsi_status", ()),
    ],
)
def test_the_question_is_about_what_was_quoted(words: str, field: str, values: tuple[str, ...]) -> None:
    asked = about_quote(words, scene(), 0)
    assert [(ask.field, ask.values) for ask in asked.asks[:1]] == [(field, values)]
    assert [ask.field for ask in asked.asks[1:]] == [HEALTH_QUESTION]
    assert asked.text.count("?") == 1


def test_a_quoted_red_flag_is_asked_about_and_nothing_else_of_the_list() -> None:
    quote = "As I said, I've seen dark pee after training."
    text = converse(scene(coach("Usually alone?"), athlete("Usually by myself."), unclear_notes=[quote]), 0).text
    assert quote in text
    assert "dark urine after exercise" in text
    assert "chest pain" not in text


def test_a_value_of_an_acl_follow_up_does_not_stand_beside_no_acl() -> None:
    known = {"weeks_since_surgery": None}
    assert complete(known, GOALS)["weeks_since_acl_reconstruction"] is None
    assert "weeks_since_acl_reconstruction" not in complete({**known, "acl_pain_nrs": 1}, GOALS)
    assert complete({**known, "knee_effusion": False}, GOALS)["weeks_since_acl_reconstruction"] is None
