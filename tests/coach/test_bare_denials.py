"""A no answers only what was asked, whoever coaches."""

import pytest

from coach.events import NoteRecorded
from coach.fold import HEALTH_QUESTION
from coach.records.fact import Fact
from coach.session import Session
from coach.thread import SpokenLine
from coach.tools.bare_denials import denial_problem

TABLETS = Fact(field="medications", value=("beta_blocker",), raw="forgot, im on bisoprolol", turn=1)
LIST = "Do you take any medicine regularly: an inhaler, a beta blocker, or insulin?"
CALF = "my calf has been swollen and sore on one side since the flight"
BLACKOUT = "oh btw forgot to say i had a wee blackout at the end of parkrun last month but was fine after"
HEART = "4 days, had a heart attack in january, feel fine now"


@pytest.mark.parametrize(
    ("question", "answer", "refused"),
    [
        (LIST, "no", True),
        (LIST, "nope, nothing", True),
        ("Are you still on the beta blocker?", "no", False),
        (LIST, "I stopped the bisoprolol in May", False),
    ],
)
def test_a_bare_no_never_empties_an_explicit_list(question: str, answer: str, *, refused: bool) -> None:
    session = Session(facts={"medications": TABLETS}, talk=(SpokenLine("assistant", question),))
    denial = Fact(field="medications", value=(), raw=answer, turn=2)
    assert (denial_problem(denial, session, adds=True) is not None) == refused


@pytest.mark.parametrize(
    ("note", "question", "refused"),
    [
        (CALF, "Do you take any medicine regularly?", True),
        (CALF, "Is one calf swollen still?", False),
        (CALF, f'You wrote: "{CALF}" What happened there?', False),
        (BLACKOUT, "About the blackout: does it concern your health?", True),
        (HEART, f'You wrote: "{HEART}" Does anybody in the family have heart trouble?', True),
    ],
)
def test_a_no_closes_the_notes_that_were_asked_about(note: str, question: str, *, refused: bool) -> None:
    noted = NoteRecorded(name="note", text=note, turn=1, unclear=True)
    talk = (SpokenLine("user", note), SpokenLine("assistant", question), SpokenLine("user", "no"))
    session = Session(notes={"note": noted}, open_notes={"note": 1}, talk=talk)
    denial = Fact(field=HEALTH_QUESTION, value=(), raw="no", turn=2)
    assert (denial_problem(denial, session, adds=True) is not None) == refused


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


@pytest.mark.parametrize(
    ("told", "answer", "refused"),
    [
        ("stres fracture in my shin in october, boot came off last week", "no", True),
        ("navicular fracture from running in september, its been healing", "nope", True),
        (
            "navicular fracture from running in september, its been healing",
            "never had one myself, that was a joke",
            False,
        ),
        ("my sister had a stress fracture", "no", False),
        ("I've never had a stress fracture", "no", False),
    ],
)
def test_a_bare_no_is_no_never_where_they_spoke_of_one_themselves(told: str, answer: str, *, refused: bool) -> None:
    session = Session(
        talk=(SpokenLine("user", told), SpokenLine("assistant", "Ever had one?"), SpokenLine("user", answer))
    )
    never = Fact(field="bsi_status", value="none", raw=answer, turn=2)
    assert (denial_problem(never, session, adds=False) is not None) == refused


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
