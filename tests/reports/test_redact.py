"""What leaves the house without names and free text, and what must not go with them."""

import base64
import gzip
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from reports import markdown
from reports.audit import AuditWords, ChainCheck, audit
from reports.audit_blocks import blocks
from reports.compare import compare
from reports.html import page
from reports.html.conversations import conversations
from reports.logs import LoggedSession
from reports.policy import Policy
from reports.redact import NOTICE, mark, redacted, redacted_session

LogBuilder = Any  # the fixture of conftest.py
TOLD = "Dana from Leeds"
EVENTS: tuple[dict[str, Any], ...] = (
    {"kind": "session_started", "session": "runner/1", "athlete": TOLD, "variant": "baseline",
     "prompts": {"a.md": "f"}, "review": "hold"},
    {"kind": "athlete_said", "turn": 1, "text": TOLD},
    {"kind": "model_called", "state": "INTAKE", "model": "m-1", "content": [{"type": "text", "text": TOLD}]},
    {"kind": "tool_called", "state": "INTAKE", "tool": "collect_data", "call": "c1",
     "input": {"facts": [{"field": "sex", "value": "female", "raw": TOLD, TOLD: TOLD}],
               "date": "2026-01-05", "weekday": "sun", "phase": "base", "zone": "E", "weeks": [{"phase": "zebulonia"}]},
     "error": TOLD},
    {"kind": "fact_recorded", "fact": {"field": "age_years", "value": 43, "raw": TOLD, "confidence": "explicit"}},
    {"kind": "fact_recorded", "fact": {"field": "medications", "value": [TOLD, "insulin"], "raw": "x y"}},
    {"kind": "moved", "source": "INTAKE", "target": "SAFETY", "reason": "intake_complete"},
    {"kind": "gate_evaluated", "profile": {"age_years": 43, "sport": TOLD}, "declined": ["sex"],
     "result": {"status": "approved", "warnings": [TOLD], "verdicts": [{"rule": "a", "saw": {"age_years": 43}}]}},
    {"kind": "session_closed", "outcome": "accepted", "why": TOLD},
)  # fmt: skip


def _session(**changes: Any) -> LoggedSession:
    score = {"value": "fail", "explanation": TOLD, "metadata": {"findings": [{"rule": "r1", "quote": TOLD}]}}
    found = {
        "id": "runner/1",
        "metadata": {"persona_id": "runner", "name": TOLD, "seed": 1},
        "stored": EVENTS,
        "events": EVENTS,
        "hashes": (),
        "head": "f",
        "error": TOLD,
        "scores": {"outcome": score},
    }
    return LoggedSession(**(found | changes))


def _text(session: LoggedSession) -> str:
    return json.dumps([session.metadata, session.stored, session.events, session.error, session.scores])


def test_no_free_word_is_left() -> None:
    assert TOLD not in _text(redacted_session(_session()))


def test_the_notice_says_what_stays_of_names() -> None:
    assert redacted_session(_session()).id == "runner/1"
    assert "So do the names of sessions, which are those of the persona files" in NOTICE


def test_closed_words_numbers_and_places_stay() -> None:
    events = redacted_session(_session()).events
    assert [event["kind"] for event in events] == [event["kind"] for event in EVENTS]
    assert events[1] == {"kind": "athlete_said", "turn": 1, "text": mark(TOLD)}
    assert events[4]["fact"] == {"field": "age_years", "value": 43, "raw": mark(TOLD), "confidence": "explicit"}
    assert events[5]["fact"]["value"] == [mark(TOLD), "insulin"]
    assert events[6]["reason"] == "intake_complete"
    assert events[7]["profile"] == {"age_years": 43, "sport": mark(TOLD)}
    assert events[7]["result"]["status"] == "approved"
    plan = events[3]["input"]
    assert [plan[key] for key in ("date", "weekday", "phase", "zone")] == ["2026-01-05", "sun", "base", "E"]
    assert plan["weeks"] == [{"phase": mark("zebulonia")}], "a model may write anything under such a key"
    assert events[0]["review"] == "hold"
    assert events[8]["why"] == mark(TOLD)
    closed = {**EVENTS[8], "why": "nothing_to_add"}
    assert redacted_session(_session(events=(closed,))).events == (closed,)


@given(st.recursive(st.text(min_size=1), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_whatever_a_model_writes_into_a_tool_is_withheld(written: Any) -> None:
    event = {"kind": "tool_called", "state": "INTAKE", "tool": "t", "input": {"x": [written, TOLD], TOLD: written}}
    found = redacted_session(_session(events=(event,))).events[0]
    assert TOLD not in json.dumps(found)
    assert all(text.startswith("[") for text in _strings(found["input"]["x"]) if text)


def _strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for key, item in value.items() if key not in {"field", "value", "type"} for text in _strings(item)]
    if isinstance(value, list):
        return [text for item in value for text in _strings(item)]
    return [value] if isinstance(value, str) else []


def test_an_audit_and_a_comparison_say_that_words_were_withheld(logs: LogBuilder, policy: Policy) -> None:
    stored = {("runner", 1): {"events": list(EVENTS), "hashes": ["a"] * len(EVENTS), "head": "a", "error": None}}
    scores = {"outcome": {"value": "fail", "explanation": TOLD, "metadata": {"version": 1, "passed": False,
              "findings": [{"rule": "r1", "what": TOLD, "quote": TOLD, "event": 1}]}}}  # fmt: skip
    run = redacted(logs.but(stored=stored).build({("runner", 1): scores}))
    laid_open = audit(run, "runner/1", ChainCheck(ok=True, head="a", broken_at=None, what="whole"), AuditWords({}))
    for text in (markdown.render(blocks(laid_open)), page.render(blocks(laid_open))):
        assert "Dana" not in text
        assert "free text were withheld" in text
    passing = logs.but(run="base", stored=stored).build({("runner", 1): {"outcome": "pass"}})
    found = compare(passing, run, policy)
    talks = conversations(found, passing, run)
    assert NOTICE in found.cautions
    assert "Dana" not in repr(found)
    assert mark(TOLD) in json.dumps(unpacked(talks["runner/1"])["candidate"])
    assert TOLD not in json.dumps(unpacked(talks["runner/1"])["candidate"])


def unpacked(packed: str) -> Any:
    return json.loads(gzip.decompress(base64.b64decode(packed)))
