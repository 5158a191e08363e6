"""Sessions that an earlier version stored are verified as they were written, read, scored and audited."""

import pytest

from coach.flow import replay
from coach.store.chain import hashes
from coach.store.stored import events_of, upcast
from evals.checks.registry import judge
from evals.checks.view import Case, view
from evals.internal_texts import prompts_of
from evals.rejudging import rejudged
from personas.persona import Persona
from tests.evals.stored_sessions import NAMES, stored

pytestmark = pytest.mark.parametrize("name", NAMES)


def test_its_chain_holds_on_the_bytes_as_they_were_stored(name: str) -> None:
    session = stored(name)["session"]
    assert hashes(session["events"]) == tuple(session["hashes"])
    assert session["head"] == session["hashes"][-1]
    assert not any("schema" in event for event in session["events"])


def test_it_replays_to_its_end(name: str) -> None:
    session = stored(name)["session"]
    assert replay(events_of(session["events"])).outcome == session["events"][-1]["outcome"]


def test_it_is_scored_as_it_was_then(name: str) -> None:
    found = stored(name)
    session = view(found["session"])
    texts = prompts_of(session).texts
    verdicts = judge(Case(session, Persona.model_validate(found["persona"]), texts))
    assert {scorer: verdicts[scorer].passed for scorer in found["passed"]} == found["passed"]
    assert not [scorer for scorer, verdict in verdicts.items() if verdict.passed is False]


def test_its_gate_is_judged_again_and_today_s_rules_are_not_taken_for_those_of_then(name: str) -> None:
    events = rejudged(upcast(stored(name)["session"]["events"]))
    gates = [event for event in events if event["kind"] == "gate_evaluated"]
    assert gates
    for gate in gates:
        assert gate["rejudged"] == {"rules": "unknown", "inputs": "unknown", "status": gate["result"]["status"]}
        assert len(gate["result"]["verdicts"]) >= 60
