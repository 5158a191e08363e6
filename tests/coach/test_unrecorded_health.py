"""What an athlete says of their health reaches the gate, also where the model records nothing of it."""

import asyncio
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_coach import DONE, MODELS, Scripted, after, caused, healthy, in_intake, in_present, items, talk

from coach import variants
from coach.events import AthleteSaid, CoachSaid, HealthWordsQueried, IntakeClaimed, NoteRecorded, PlanAccepted
from coach.flow import gate_approves
from coach.loop import Coach
from coach.missing_facts import unsettled
from coach.session import Session
from coach.store.chain import ChainEntry
from coach.store.recorder import Recorder
from coach.tools import ACCEPT_PLAN, COLLECT_DATA, CORRECT_DATA, INTAKE_COMPLETE
from coach.tools.tool import Tool, ToolError
from evals.offline.coach_reply import Call, CoachReply

DATASETS = Path(__file__).parents[2] / "datasets"


def rows_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATASETS / name).read_text("utf-8").splitlines()]


ROWS = rows_of("late_disclosures.jsonl")
DOUBTS = [{**row, "field": None, "state": "present"} for row in rows_of("late_doubts.jsonl")]
NO_WORD_LISTED = {"d042", "d054", "d064", "d088", "d100", "d102", "d104", "d121", "d137", "d139", "d150"}
RED_FLAGS = [row for row in ROWS if row["red_flag"]]
HEALTH = [row for row in ROWS if row["health"]]
HARMLESS = [row for row in ROWS if not row["health"]]
STATES: dict[str, tuple[Callable[[], Session], Tool]] = {
    "present": (in_present, ACCEPT_PLAN),
    "intake": (in_intake, INTAKE_COMPLETE),
}
ACCEPT = CoachReply(calls=(Call("accept_plan", {}),))


def said(row: dict[str, Any]) -> tuple[Session, Tool]:
    """The session after the message and what the model records of it, and the tool that goes on."""
    reached, goes_on = STATES[row["state"]]
    session = reached()
    session = after(session, [AthleteSaid(turn=session.turn + 1, text=row["raw"])])
    if row["field"] is not None:
        item = {"field": row["field"], "value": row["value"], "raw": row["raw"]}
        session = after(session, caused(COLLECT_DATA, session, {"items": [item]}))
    return session, goes_on


def goes_on(row: dict[str, Any], *calls: dict[str, Any]) -> bool:
    """Whether a plan is made or agreed after the message and these calls."""
    session, tool = said(row)
    for call in calls:
        events = caused(tool, session, call)
        if any(isinstance(event, PlanAccepted | IntakeClaimed) for event in events):
            return True
        session = after(session, events)
    return False


def test_a_red_flag_that_nothing_records_opens_the_health_question() -> None:
    for row in RED_FLAGS:
        session, tool = said(row)
        for _ in range(3):
            session = after(session, caused(tool, session, {}))
        assert (session.accepted, session.intake_claimed) == (False, False), row["id"]
        assert "parq_yes" in unsettled(session), row["id"]
        assert not gate_approves(session), row["id"]


def test_what_is_harmless_costs_one_call_and_seldom_a_question() -> None:
    assert sum(not goes_on(row, {}, {}) for row in HARMLESS) / len(HARMLESS) <= 0.1


def test_most_of_what_is_harmless_costs_nothing() -> None:
    assert sum(goes_on(row, {}) for row in HARMLESS) / len(HARMLESS) >= 0.7


def test_no_complaint_of_the_set_is_settled_by_a_model_that_records_nothing() -> None:
    believed = [row["id"] for row in HEALTH if goes_on(row, {}, {})]
    assert set(believed) <= {"n058", "n059"}, "these two have no word on health: nights without sleep, an age"


def test_a_doubt_about_health_is_asked_about_where_its_words_name_the_matter() -> None:
    believed = {row["id"] for row in DOUBTS if row["told"] and goes_on(row, {}, {})}
    assert believed <= NO_WORD_LISTED | {"d009", "d013", "d134"}, "a misspelt phrase, a what-if, a parent's illness"
    plain = [row for row in DOUBTS if not row["told"]]
    assert sum(goes_on(row, {}, {}) for row in plain) >= 20


@given(st.sampled_from([row for row in RED_FLAGS if row["field"] is None]))
def test_a_record_in_the_words_of_the_athlete_holds_them(row: dict[str, Any]) -> None:
    session, tool = said(row)
    session = after(session, caused(tool, session, {}))
    fact = {"field": row["fields"][0], "standing": "not_known", "raw": row["raw"]}
    session = after(session, caused(COLLECT_DATA, session, {"items": [fact]}))
    events = caused(tool, session, {})
    assert not any(isinstance(event, HealthWordsQueried) for event in events)


NOTHING_NEW = (
    "No chest pain, never fainted.", "No chest pain, okay.", "My heart is fine.", "My dad has a pacemaker.",
    "My dad's knee is swollen.", "How do I avoid shin splints?", "Achilles and knees are fine.",
    "Periods come when they should.", "My periods are always on time, thanks.",
    "The bad heart in this house is my husand's.", "I thought it would be harder.",
)  # fmt: skip
ASKED_ABOUT = (
    "Chest pain, okay?", "I'm not pregnant... well, maybe.", "No chest pain. Well, on hills.",
    "Legs are sore from Sunday.", "My foot throbs at night.", "No chest pain, except on hills.",
    "Nothing major, ankle swollen.", "I have not had a period since May.", "I don't know why my foot throbs.",
    "My wife says my knee looks swollen.", "Periods come on time again since May.", "My periods aren't regular.",
    "My heart bothers me, it skips.", "My chest gets tight on the hill.",
    "No idea why, but my chest gets tight on the hill.", "If you put it that way, yes, some chest pain.",
)  # fmt: skip


@cache
def shown() -> tuple[ChainEntry, ...]:
    """The record of a session up to its plan."""
    return tuple(talk(healthy(), DONE, CoachReply(text="Here it is.")).recorder.entries)


def with_plan(*script: CoachReply) -> Coach:
    """The coach of that session, who goes on by the script."""
    coach = Coach(Scripted(script), variants.load("baseline"), Recorder(recorded=shown()), MODELS)
    coach.recorder.recall()
    return coach


@pytest.mark.parametrize("words", [*NOTHING_NEW, *ASKED_ABOUT])
def test_words_on_health_are_nothing_new_only_where_they_say_so_themselves(words: str) -> None:
    row = {"raw": words, "field": None, "state": "present"}
    assert goes_on(row, {}, {}) is (words in NOTHING_NEW)
    denied = CoachReply(calls=(Call("collect_data", {"items": [{"field": "symptoms", "value": [], "raw": words}]}),))
    coach = with_plan(denied, ACCEPT, ACCEPT, CoachReply(text="Noted."))
    asyncio.run(coach.hear(words))
    assert coach.session.outcome == ("accepted" if words in NOTHING_NEW else None)


ALONE = "Does the achilles still bother you?"


@pytest.mark.parametrize(
    ("known", "asked", "later", "happens"),
    [
        ({}, ALONE, {}, NoteRecorded),
        ({"tendon_pain_nrs": 3}, ALONE, {}, IntakeClaimed),
        ({"tendon_pain_nrs": 2}, ALONE, {}, NoteRecorded),
        ({"tendon_pain_nrs": None}, ALONE, {}, NoteRecorded),
        ({}, ALONE, {"tendon_pain_nrs": None}, IntakeClaimed),
        ({}, "You told me: The achilles is a 3 out of 10. Is that so?", {"tendon_pain_nrs": None}, IntakeClaimed),
        ({}, "Any tendon pain, a cough, or an achilles that hurts?", {"tendon_pain_nrs": None}, NoteRecorded),
        ({}, "Do you have a written clearance?", {"tendon_pain_nrs": None}, NoteRecorded),
    ],
)
def test_a_complaint_is_nothing_new_where_the_record_covers_it_or_the_athlete_takes_it_back(
    known: dict[str, Any], asked: str, later: dict[str, Any], happens: type
) -> None:
    words, no = "The achilles is a 3 out of 10.", "no, nothing any more"
    session = after(in_intake(), caused(CORRECT_DATA, in_intake(), {"items": items(**known)}))
    session = after(session, [AthleteSaid(turn=session.turn + 1, text=words)])
    session = after(session, [CoachSaid(state=session.state, text=asked)])
    session = after(session, [AthleteSaid(turn=session.turn + 1, text=no)])
    session = after(session, caused(CORRECT_DATA, session, {"items": [{**each, "raw": no} for each in items(**later)]}))
    session = after(session, caused(INTAKE_COMPLETE, session, {}))
    assert not session.intake_claimed
    events = caused(INTAKE_COMPLETE, session, {})
    assert {type(event) for event in events} == {happens}


def test_the_model_is_told_the_sentence_and_the_fields() -> None:
    session, tool = said({"raw": "All good. Then I blacked out on Sunday!", "field": None, "state": "present"})
    with pytest.raises(ToolError, match=r'"quote": "Then I blacked out on Sunday!", "fields": \["symptoms"'):
        tool.call(session, {})


TOLD = ("I have a fever of 39 today.", "A fever.", "My doctor told me not to exercise.")
LISTS = ("A chesty cough, aches or vomiting?", "Do you have it in writing from a doctor that you may train?")
NOES = ("systemic_illness", "temp_c", "hours_since_fever", "clearances")


@pytest.mark.parametrize("words", TOLD)
@pytest.mark.parametrize("asked", LISTS)
def test_a_no_to_a_list_that_does_not_name_what_was_told_never_leads_to_a_plan(words: str, asked: str) -> None:
    session = after(in_intake(), [AthleteSaid(turn=in_intake().turn + 1, text=words)])
    session = after(session, [CoachSaid(state=session.state, text=asked)])
    session = after(session, [AthleteSaid(turn=session.turn + 1, text="No, none of that.")])
    denied = [
        {"field": name, "value": [] if name == "clearances" else None, "raw": "No, none of that."} for name in NOES
    ]
    session = after(session, caused(COLLECT_DATA, session, {"items": denied}))
    for _ in range(3):
        session = after(session, caused(INTAKE_COMPLETE, session, {}))
    assert not session.intake_claimed
    assert "parq_yes" in unsettled(session)
    assert not gate_approves(session)
