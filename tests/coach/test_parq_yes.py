"""A yes stands for no symptom, and a no for none that its words name: what stays contradictory has no plan."""

from typing import Any

import pytest
from scripted_coach import after, caused, in_intake, items

from coach.events import AthleteSaid, CoachSaid, IntakeClaimed, NoteRecorded
from coach.flow import gate_approves
from coach.missing_facts import unsettled
from coach.profile.catalogue import catalogue
from coach.profile.stated import symptoms_behind
from coach.safety.gate import decide
from coach.safety.rules import healthy_profile
from coach.session import Session
from coach.tools import COLLECT_DATA, CORRECT_DATA, INTAKE_COMPLETE
from coach.tools.unrecorded_health import refuse_unrecorded

ASKED = "Is that fainting or dizzy spells, or chest pain or pressure?"
FAINTED, CHEST, PRESSURE = (
    "Yes, I passed out twice this summer.",
    "Yes, I get chest pain when I climb stairs.",
    "Yes, I take bisoprolol and a doctor told me so.",
)


def told(session: Session, words: str, **facts: Any) -> Session:
    """The session after the message and what the model records of it, all with these words."""
    session = after(session, [AthleteSaid(turn=session.turn + 1, text=words)])
    given = [{**each, "raw": words} for each in items(**facts)]
    return after(session, caused(CORRECT_DATA, session, {"items": given})) if given else session


def asked_again(session: Session) -> tuple[Session, tuple[NoteRecorded, ...]]:
    """The session once the model has claimed twice that all is there, and the coach has asked; the notes on it."""
    for _ in range(2):
        session = after(session, caused(INTAKE_COMPLETE, session, {}))
    notes = tuple(each for each in session.notes.values() if each.unclear)
    return after(session, [CoachSaid(state=session.state, text=ASKED)]), notes


@pytest.mark.parametrize(("words", "yes"), [(FAINTED, "q3"), (CHEST, "q2"), (PRESSURE, "q5")])
def test_a_yes_does_not_hold_words_that_name_an_entry_which_the_record_lacks(words: str, yes: str) -> None:
    session, notes = asked_again(told(in_intake(), words, parq_yes=(yes,)))
    assert [each.text for each in notes] == [words]
    assert not session.intake_claimed
    assert "parq_yes" in unsettled(session)


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        (FAINTED, {"parq_yes": ("q3",), "symptoms": ("syncope",)}),
        ("Yes, I have asthma.", {"parq_yes": ("q4",), "known_conditions": ("asthma",)}),
        ("A heart condition or high blood pressure, yes.", {"parq_yes": ("q1",)}),
        ("Yes, a bad knee.", {"parq_yes": ("q6",)}),
    ],
)
def test_a_yes_that_the_record_explains_is_not_asked_about(words: str, facts: dict[str, Any]) -> None:
    refuse_unrecorded(told(in_intake(), words, **facts))


@pytest.mark.parametrize(("words", "yes"), [(FAINTED, "q3"), (CHEST, "q2")])
def test_words_that_name_a_symptom_and_a_no_to_it_never_stand_beside_the_yes(words: str, yes: str) -> None:
    session, _ = asked_again(told(in_intake(), words, parq_yes=(yes,)))
    session = told(session, "No, none of these.", symptoms=(), parq_yes=(yes,))
    assert "parq_yes" in unsettled(session)
    session = told(session, "I can't say.", parq_yes=NotImplemented)
    session = after(session, caused(INTAKE_COMPLETE, session, {}))
    assert session.intake_claimed, "nothing is asked for ever"
    assert "parq_yes" in session.declined, "without it the gate approves nothing"
    assert not gate_approves(session)
    session = told(session, "That one is still a yes.", symptoms=(), parq_yes=(yes,))
    assert "parq_yes" in session.declined, "what was given up is no answer later"


def test_the_symptom_may_come_in_the_same_call_as_the_yes_whatever_the_order() -> None:
    session, _ = asked_again(told(in_intake(), FAINTED, parq_yes=("q3",)))
    session = after(session, [AthleteSaid(turn=session.turn + 1, text="Yes, fainting.")])
    both = items(parq_yes=("q3",), symptoms=("syncope",))
    for given in (both, both[::-1]):
        done = after(session, caused(COLLECT_DATA, session, {"items": given}))
        assert (done.told["parq_yes"], done.told["symptoms"]) == (("q3",), ("syncope",))


@pytest.mark.parametrize("yes", ["q2", "q3"])
def test_a_bare_yes_beside_a_no_to_every_symptom_is_asked_about_once(yes: str) -> None:
    session, notes = asked_again(told(in_intake(), "Yes to that one.", parq_yes=(yes,)))
    (note,) = notes
    assert note.name.endswith(": yes")
    assert not session.intake_claimed
    session = told(session, "It is a yes all the same.", symptoms=(), parq_yes=(yes,))
    events = caused(INTAKE_COMPLETE, session, {})
    assert [type(each) for each in events] == [IntakeClaimed]
    result = decide({**healthy_profile(), "parq_yes": session.told["parq_yes"], "symptoms": ()})
    assert (result.status, result.requires_human_review) == ("approved_with_warnings", True), "a person looks"


def test_the_gate_wants_a_person_exactly_where_no_symptom_explains_the_yes() -> None:
    for yes in sorted(catalogue().fields["parq_yes"].values):
        behind = symptoms_behind(yes)
        alone = decide({**healthy_profile(), "parq_yes": (yes,)})
        assert alone.requires_human_review is bool(behind), yes
        for each in behind:
            assert decide({**healthy_profile(), "parq_yes": (yes,), "symptoms": (each,)}).status == "blocked"
    assert [yes for yes in sorted(catalogue().fields["parq_yes"].values) if symptoms_behind(yes)] == ["q2", "q3"]


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("There are thoughts of hurting myself.", ("self_harm_thoughts",)),
        ("No, I have no thoughts of hurting myself.", ()),
        ("That was wrong.", ()),
    ],
)
def test_a_no_whose_own_words_name_the_symptom_takes_nothing_back(words: str, left: tuple[str, ...]) -> None:
    session = told(in_intake(), "I think of hurting myself.", symptoms=("self_harm_thoughts",))
    assert told(session, words, symptoms=()).told["symptoms"] == left
