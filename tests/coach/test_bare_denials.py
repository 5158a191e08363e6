"""A no answers only what was asked, whoever coaches. Which words are a bare no: tests/phrases/answers.yaml."""

import pytest

from coach.events import NoteRecorded
from coach.fold import HEALTH_QUESTION
from coach.records.fact import Fact
from coach.session import Session
from coach.thread import SpokenLine
from coach.tools.bare_denials import denial_problem


@pytest.mark.parametrize(
    ("answer", "refused"),
    [
        (Fact(field="systemic_illness", value=None, raw="No bugs.", turn=2), False),
        (Fact(field="systemic_illness", value=False, raw="No bugs.", turn=2), False),
        (Fact(field="systemic_illness", value=None, raw="No bugs.", turn=1), True),
        (Fact(field="systemic_illness", value=None, raw="no", turn=2), True),
        (Fact(field="systemic_illness", raw="", turn=2, standing="not_known"), True),
    ],
)
def test_that_a_matter_does_not_apply_settles_a_note_that_came_before(answer: Fact, *, refused: bool) -> None:
    text = "I hvaen't got a temperature."
    talk = (
        SpokenLine("user", text),
        SpokenLine("assistant", f'You told me: "{text}" Is that the case at present?'),
        SpokenLine("user", "No bugs. Nothing from the doctor's side."),
    )
    noted = NoteRecorded(name="note", text=text, turn=1, unclear=True)
    session = Session(notes={"note": noted}, open_notes={"note": 1}, talk=talk, facts={"systemic_illness": answer})
    denial = Fact(field=HEALTH_QUESTION, value=(), raw="Nothing from the doctor's side.", turn=2)
    assert (denial_problem(denial, session, adds=True) is not None) == refused
