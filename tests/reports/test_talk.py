"""Findings in the words where they happened, whatever the words are."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.logs import LoggedSession
from reports.marked_talk import Stay, TalkPiece, talk


def session(*events: dict[str, Any], findings: list[dict[str, Any]] | None = None) -> LoggedSession:
    scores = {"unspoken": {"value": "fail", "metadata": {"findings": findings or []}}}
    return LoggedSession("a/1", {}, tuple(events), tuple(events), (), None, None, scores)


def said(text: str) -> dict[str, Any]:
    return {"kind": "coach_said", "state": "INTAKE", "text": text}


def brooks(start: int, end: int) -> dict[str, Any]:
    return {"what": "x", "event": 0, "start": start, "end": end, "quote": "Brooks"}


@pytest.mark.parametrize("start", [3, 0], ids=["right offsets", "offsets that do not hold the quote"])
def test_a_finding_marks_its_words_and_nothing_else(start: int) -> None:
    found = talk(session(said("As Brooks put it"), findings=[brooks(start, start + 6)]))
    assert found.turns[0].pieces == (TalkPiece("As "), TalkPiece("Brooks", 0), TalkPiece(" put it"))


def test_a_finding_at_a_fact_goes_to_the_words_it_was_taken_from() -> None:
    athlete = {"kind": "athlete_said", "turn": 1, "text": "About 7 days"}
    fact = {"kind": "fact_recorded", "fact": {"field": "days"}}
    found = talk(session(athlete, said("Good."), fact, findings=[{"what": "stale", "event": 2, "quote": "7"}]))
    assert found.turns[0].pieces[1] == TalkPiece("7", 0)
    assert [turn.event for turn in found.turns] == [0, 1]


def test_a_finding_without_words_stands_at_its_event() -> None:
    found = talk(session({"kind": "intake_claimed"}, findings=[{"what": "too early", "event": 0}]))
    assert (found.turns[0].who, found.turns[0].findings) == ("intake_claimed", (0,))


def test_the_strip_counts_the_turns_in_each_state() -> None:
    athlete = {"kind": "athlete_said", "turn": 1, "text": "Hi"}
    moved = {"kind": "moved", "source": "GOAL_CAPTURE", "target": "INTAKE", "reason": "goal_stated"}
    assert talk(session(athlete, moved, athlete, athlete)).stays == (
        Stay("GOAL_CAPTURE", 1, "goal_stated"),
        Stay("INTAKE", 2, ""),
    )


SPANS = st.tuples(st.integers(-3, 40), st.integers(-3, 40), st.text(max_size=6))


@given(st.text(max_size=40), st.lists(SPANS, max_size=4))
def test_no_word_is_lost_or_told_twice_wherever_findings_point(text: str, spans: list[tuple[int, int, str]]) -> None:
    findings = [{"what": "x", "event": 0, "start": a, "end": b, "quote": quote or text[a:b]} for a, b, quote in spans]
    assert "".join(piece.text for piece in talk(session(said(text), findings=findings)).turns[0].pieces) == text
