"""What the scorers of one sample share: its session, read and verified once."""

from typing import Any

import pytest
from inspect_ai.model import ModelName
from inspect_ai.solver import TaskState

from evals.scorers import adapter
from evals.scorers.adapter import KEY, case_of
from tests.evals.stored_sessions import stored

KEPT = stored("chest_pain_hidden")


def state(session: dict[str, Any]) -> TaskState:
    made = TaskState(
        model=ModelName("offline/coach"), sample_id="a", epoch=1, input="", messages=[],
        metadata={"persona": KEPT["persona"]},
    )  # fmt: skip
    made.store.set(KEY, session)
    return made


def altered() -> dict[str, Any]:
    session = KEPT["session"]
    closed = {**session["events"][-1], "outcome": "accepted"}
    return {**session, "events": [*session["events"][:-1], closed]}


def test_a_session_is_verified_once_for_all_scorers(monkeypatch: pytest.MonkeyPatch) -> None:
    verified: list[int] = []
    whole = adapter.hashes
    monkeypatch.setattr(adapter, "hashes", lambda events: verified.append(len(events)) or whole(events))
    sample = state(KEPT["session"])
    cases = [case_of(sample) for _ in range(14)]
    assert cases[0] is not None
    assert all(case is cases[0] for case in cases)
    assert len(verified) == 1


def test_another_session_in_the_same_sample_is_not_taken_for_the_first() -> None:
    sample = state(KEPT["session"])
    assert case_of(sample) is not None
    sample.store.set(KEY, altered())
    assert case_of(sample) is None


def test_altered_events_are_no_session() -> None:
    assert case_of(state(altered())) is None


def test_a_sample_that_is_gone_leaves_nothing_behind() -> None:
    sample = state(KEPT["session"])
    case_of(sample)
    key = id(sample.store)
    assert key in adapter._CASES
    del sample
    assert key not in adapter._CASES
