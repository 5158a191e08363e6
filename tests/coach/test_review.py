"""A profile that a rule flags for a person waits for a decision, and the athlete is told so."""

import asyncio
from pathlib import Path

import pytest
from scripted_coach import DONE, Scripted, collect, correct, healthy, last_words, moves, statuses, talk, told

from coach import variants
from coach.cli import main
from coach.decisions import ReviewDecided
from coach.errors import IllegalEvent
from coach.events import AthleteSaid, GateEvaluated, ModelCalled, PlanShown, SessionClosed
from coach.flow import is_held, replay
from coach.loop import Coach
from coach.states import HELD, Reason, State
from coach.store.recorder import Recorder
from coach.store.sessions import SessionStore
from coach.store.stored import events_of
from evals.checks.gate_integrity import check_gate_integrity
from evals.checks.view import SessionView
from evals.offline.coach_reply import CoachReply

PRESSURE = {"resting_sbp_mmhg": 165, "resting_dbp_mmhg": 95}
YES = ReviewDecided(approved=True, reviewer="Dr Lund", reason="Seen last week.")
NO = ReviewDecided(approved=False, reviewer="Dr Lund", reason="Please see your own doctor about those readings first.")
WORDS = variants.load("baseline").settings.words
FLAGGED = (healthy(**PRESSURE), DONE)


def held(*after: CoachReply, says: tuple[str, ...] = (), recorder: Recorder | None = None) -> Coach:
    """A session that is held for its blood pressure; `says` and `after` come next."""
    return talk(*FLAGGED, *after, says=says, review="hold", recorder=recorder)


def decided(coach: Coach, decision: ReviewDecided) -> str:
    return asyncio.run(coach.decide(decision))


def integrity(coach: Coach) -> bool | None:
    return check_gate_integrity(SessionView(tuple(coach.recorder.events))).passed


def test_no_plan_before_a_person_has_looked_and_the_athlete_hears_why() -> None:
    coach = held()
    assert is_held(coach.session)
    assert coach.session.state is State.SAFETY
    assert last_words(coach) == WORDS.held
    assert not told(coach, PlanShown)
    assert integrity(coach)


def test_a_session_left_before_anybody_decided_says_why_it_ended() -> None:
    coach = held()
    coach.leave()
    assert coach.recorder.events[-1] == SessionClosed(outcome="abandoned", why=HELD)


def test_where_nobody_is_there_the_setting_says_that_it_goes_on() -> None:
    coach = talk(*FLAGGED, review="go_on")
    assert told(coach, PlanShown)
    assert coach.session.gate is not None
    assert coach.session.gate.result.requires_human_review


def test_a_yes_leads_to_the_plan() -> None:
    coach = held()
    decided(coach, YES)
    assert moves(coach)[-2:] == [Reason.GATE_APPROVED, Reason.PLAN_VALID]
    assert told(coach, PlanShown)
    assert integrity(coach)


def test_a_no_is_explained_with_its_reason_and_ends_as_a_block() -> None:
    coach = held(CoachReply(text="I'm sorry, not yet."), DONE)
    assert decided(coach, NO) == "I'm sorry, not yet."
    assert isinstance(coach.client, Scripted)
    assert coach.client.seen[-1].get("no_plan_yet")["say"] == [NO.reason]
    asyncio.run(coach.hear("All right then."))
    assert coach.session.outcome == "blocked"
    assert not told(coach, PlanShown)


def test_what_is_said_meanwhile_is_heard_and_a_new_finding_is_held_anew() -> None:
    coach = held(correct(resting_sbp_mmhg=172), DONE, says=("It was 172 this morning.",))
    assert Reason.SPOKE_WHILE_HELD in moves(coach)
    assert statuses(coach) == ["approved_with_warnings"] * 2
    assert is_held(coach.session)
    decided(coach, YES)
    assert told(coach, PlanShown)


def test_a_symptom_told_while_waiting_stops_it() -> None:
    coach = held(correct(symptoms=("exertional_chest_pain",)), says=("My chest felt tight on a run today.",))
    assert statuses(coach)[-1] == "blocked"
    with pytest.raises(IllegalEvent):
        decided(coach, YES)


def test_news_in_the_waiting_time_do_not_make_the_athlete_wait_twice() -> None:
    coach = held(CoachReply(text="Nothing yet."), says=("Any news?",))
    assert coach.session.state is State.INTAKE
    assert isinstance(coach.client, Scripted)
    note = coach.client.seen[-1].get("no_plan_yet")
    assert (note["kind"], note["say"], note["told_already"]) == ("a_person_looks_first", [], True)
    decided(coach, YES)
    assert told(coach, PlanShown)


def test_a_decision_stands_while_the_same_rules_fire_on_the_same_values() -> None:
    coach = held()
    decided(coach, YES)
    assert isinstance(coach.client, Scripted)
    coach.client.script = [correct(training_days_per_week=3), CoachReply(text="Here."), correct(resting_sbp_mmhg=168)]
    asyncio.run(coach.hear("Three days after all."))
    assert len(told(coach, PlanShown)) == 2
    asyncio.run(coach.hear("And my pressure is 168 now."))
    assert is_held(coach.session)
    assert WORDS.held_plan in last_words(coach)


def test_a_plan_that_nobody_reviewed_is_seen_by_the_check() -> None:
    coach = held()
    decided(coach, YES)
    without = tuple(event for event in coach.recorder.events if not isinstance(event, ReviewDecided))
    verdict = check_gate_integrity(SessionView(without))
    assert verdict.passed is False
    assert "a person has yet to look at it" in str(verdict)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "sessions.sqlite"
    with SessionStore(path) as kept:
        held(recorder=Recorder(kept.sink("s")))
    return path


@pytest.fixture
def held_again(tmp_path: Path) -> list[str]:
    """Where to find a session that is held anew after its plan was shown."""
    path = tmp_path / "sessions.sqlite"
    with SessionStore(path) as kept:
        coach = held(recorder=Recorder(kept.sink("s")))
        decided(coach, YES)
        assert isinstance(coach.client, Scripted)
        coach.client.script = [correct(resting_sbp_mmhg=168)]
        asyncio.run(coach.hear("My pressure is 168 now."))
    return ["s", "--store", str(path)]


@pytest.mark.parametrize(
    ("decision", "why"),
    [
        (None, "a person has to decide first"),
        ("reject", "Dr Lund rejected it: See your doctor."),
        ("approve", "none was made, or it no longer holds"),
    ],
)
def test_a_plan_under_review_is_handed_out_only_when_it_was_shown_again(
    held_again: list[str], decision: str | None, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if decision is not None:
        asked = ["review", decision, *held_again, "--name", "Dr Lund", "--reason", "See your doctor."]
        assert main(asked) == 0
    capsys.readouterr()
    for command in (["show"], ["export", "--format", "ics"]):
        assert main(["plan", *command, *held_again]) == 64
        told = capsys.readouterr()
        assert told.out == ""
        assert f"has no plan to show: {why}" in told.err


@pytest.fixture
def unanswered(store: Path) -> Path:
    """The session waits for a person, and its newest message has no answer yet."""
    with SessionStore(store) as kept:
        entries = kept.entries("s")
        recorder = Recorder(kept.sink("s", len(entries)), recorded=entries)
        recorder.recall()
        recorder.emit(AthleteSaid(turn=2, text="It was 172 this morning."))
    return store


def test_nobody_decides_between_a_message_and_its_answer(unanswered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A decision in between would leave a record that no session goes on from."""
    with SessionStore(unanswered) as kept:
        coach = Coach(Scripted([]), variants.load("baseline"), Recorder(recorded=kept.entries("s")))
    coach.recorder.recall()
    with pytest.raises(IllegalEvent):
        decided(coach, YES)
    before, at = saved(unanswered), ["--store", str(unanswered)]
    assert main(["review", "approve", "s", "--name", YES.reviewer, "--reason", YES.reason, *at]) == 64
    assert "has yet to answer the athlete's last message" in capsys.readouterr().err
    assert saved(unanswered) == before


def test_a_session_whose_message_waits_is_listed_as_such_and_can_be_read(
    unanswered: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = ["--store", str(unanswered)]
    assert main(["review", "list", *at]) == 0
    assert "(a message waits for its answer)" in capsys.readouterr().out
    assert main(["review", "show", "s", *at]) == 0
    assert "165" in capsys.readouterr().out


def test_a_record_with_a_decision_before_an_answer_is_read(
    unanswered: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Such records are stored, and what was allowed then is no damage."""
    with SessionStore(unanswered) as kept:
        entries = kept.entries("s")
        recorder = Recorder(kept.sink("s", len(entries)), recorded=entries)
        recorder.recall()
        recorder.emit(YES)
    assert main(["sessions", "--store", str(unanswered)]) == 0
    assert "damaged" not in capsys.readouterr().out


def test_a_session_that_cannot_be_read_is_named_beside_those_that_wait(
    store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with SessionStore(store) as kept:
        kept.sink("torn")(kept.entries("s")[1])  # without what stood before it
    assert main(["review", "list", "--store", str(store)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[:2] for line in lines] == [
        ["torn", f"cannot be read: {store}: torn: event 0: its content is not what was written"],
        ["s", "bp_uncontrolled"],
    ]


def saved(path: Path) -> list[object]:
    with SessionStore(path) as kept:
        return list(events_of([entry.event for entry in kept.entries("s")]))


def test_a_reviewer_decides_at_the_terminal(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = ["--store", str(store)]
    assert main(["review", "list", *at]) == 0
    assert "bp_uncontrolled" in capsys.readouterr().out
    assert main(["review", "show", "s", *at]) == 0
    assert "165" in capsys.readouterr().out
    assert main(["review", "approve", "s", *at]) == 64
    assert "--name" in capsys.readouterr().err
    assert main(["review", "reject", "s", "--name", NO.reviewer, "--reason", NO.reason, *at]) == 0
    assert saved(store)[-1] == NO
    assert main(["review", "approve", "s", "--name", "A", "--reason", "b", *at]) == 64
    assert "is not waiting" in capsys.readouterr().err
    assert main(["review", "list", *at]) == 0
    assert "No session" in capsys.readouterr().out


@pytest.mark.parametrize("kept", [0, 1, 2, 3])
def test_a_resumed_session_goes_on_from_the_decision_asking_nothing_twice(store: Path, kept: int) -> None:
    """Also where it was killed `kept` events after the decision."""
    with SessionStore(store) as store_:
        stored = store_.entries("s")
        recorder = Recorder(store_.sink("s", len(stored)), recorded=stored)
        first = Coach(Scripted([]), variants.load("baseline"), recorder)
        first.recorder.recall()
        asyncio.run(first.decide(YES))
        entries = store_.entries("s")[: len(stored) + 1 + kept]
    client = Scripted([])
    again = Coach(client, variants.load("baseline"), Recorder(recorded=entries))
    asyncio.run(again.resume())
    assert [e for e in again.recorder.events if not isinstance(e, ModelCalled)] == [
        e for e in first.recorder.events if not isinstance(e, ModelCalled)
    ]
    assert replay(again.recorder.events).shown is not None
    assert len(told(again, AthleteSaid)) == 1
    assert len(told(again, GateEvaluated)) == 1


def test_nobody_can_decide_what_is_not_held() -> None:
    with pytest.raises(IllegalEvent):
        decided(talk(collect(age_years=30), CoachReply(text="And?"), review="hold"), YES)
