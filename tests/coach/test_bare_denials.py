"""A no answers only what was asked, whoever coaches. Which words are a bare no: tests/phrases/answers.yaml."""

import pytest

from coach.events import NoteRecorded
from coach.fold import HEALTH_QUESTION
from coach.records.fact import Fact
from coach.session import Session
from coach.thread import SpokenLine
from coach.tools.bare_denials import denial_problem

FEVER = "by the way, it will be 34 WBGT, and i had a fever yesterday"
COUGH = f'You told me: "{FEVER}" Have you had a chesty cough, aches or vomiting in the last days?'
HOURS = Fact(field="hours_since_fever", value=30, raw="30 hours ago", turn=2)
NO_BUG = Fact(field="systemic_illness", raw="nothing else", turn=2)


@pytest.mark.parametrize(
    ("question", "answer", "fact", "refused"),
    [
        (f'You told me: "{FEVER}" Is that still so today?', "that is all", None, True),
        (COUGH, "nothing else", None, True),
        (COUGH, "nothing else", NO_BUG, True),
        (f"{COUGH} After a fever a clear day comes first.", "no", None, True),
        (COUGH, "no", HOURS, False),
        (COUGH, "no cough, and no fever since yesterday morning", None, False),
        (f'You told me: "{FEVER}" Do you have a fever today?', "no", None, False),
    ],
)
def test_a_bare_no_settles_no_note_on_several_fields_unless_its_words_were_asked_about(
    question: str, answer: str, fact: Fact | None, *, refused: bool
) -> None:
    noted = NoteRecorded(name="note", text=FEVER, turn=1, unclear=True)
    talk = (SpokenLine("user", FEVER), SpokenLine("assistant", question), SpokenLine("user", answer))
    facts = {} if fact is None else {fact.field: fact}
    session = Session(notes={"note": noted}, open_notes={"note": 1}, talk=talk, facts=facts)
    denial = Fact(field=HEALTH_QUESTION, value=(), raw=answer, turn=2)
    assert (denial_problem(denial, session, adds=True) is not None) == refused


PERIODS = "Periods come when they should and no recent birth."


@pytest.mark.parametrize(("raw", "refused"), [(PERIODS, False), ("no", True)])
def test_a_bare_no_settles_a_note_whose_words_a_field_holds(raw: str, *, refused: bool) -> None:
    """Seen: a healthy athlete was refused a plan for "periods" in words that were on record already."""
    talk = (SpokenLine("user", PERIODS), SpokenLine("assistant", f'You said: "{PERIODS}" Did I get that one right?'))
    noted = NoteRecorded(name="note", text=PERIODS, turn=1, unclear=True)
    held = Fact(field="missed_cycles_consecutive", raw=raw, turn=1)
    session = Session(notes={"note": noted}, open_notes={"note": 1}, talk=talk, facts={held.field: held})
    denial = Fact(field=HEALTH_QUESTION, value=(), raw="No, nothing like that.", turn=2)
    assert (denial_problem(denial, session, adds=True) is not None) == refused


@pytest.mark.parametrize(
    ("note", "question", "refused"),
    [
        ("fever", "Do you have a fever today?", None),
        ("concussion", "Have you had a concussion, or symptoms of one, lately?", None),
        ("fever", 'You told me: "fever" Is that still so?', "'fever'"),
        ("Concussion", "You said \u201cConcussion.\u201d Is that still so?", "'concussion'"),
        ("Fever, after my Concussion", "Are you well now?", "'concussion'"),
    ],
)
def test_a_question_names_a_note_of_one_word_and_a_refusal_names_the_words_of_the_athlete(
    note: str, question: str, refused: str | None
) -> None:
    talk = (SpokenLine("user", note), SpokenLine("assistant", question), SpokenLine("user", "no"))
    noted = NoteRecorded(name="note", text=note, turn=1, unclear=True)
    session = Session(notes={"note": noted}, open_notes={"note": 1}, talk=talk)
    problem = denial_problem(Fact(field=HEALTH_QUESTION, value=(), raw="no", turn=2), session, adds=True)
    assert (problem is None) == (refused is None)
    assert refused is None or f"ask about {refused} in these words" in str(problem)


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
