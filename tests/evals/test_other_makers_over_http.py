"""Another maker's model as the coach: through Inspect's bridge and OpenAI's SDK, against a loopback server."""

from pathlib import Path

import pytest
from coach_eval import coach_eval, samples_in
from servers.loopback import serving
from servers.openai_api import OpenAiApi

from evals.checks.view import view

pytest.importorskip("openai", reason="the extra `providers` is not installed")


def test_a_whole_session_is_played_and_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(OpenAiApi()) as api:
        monkeypatch.setenv("MY_LAB_API_KEY", "test")
        monkeypatch.setenv("MY_LAB_BASE_URL", f"{api.url}/v1")
        played = ("--model", "openai-api/my-lab/m", "--persona", "chest_pain_hidden", "--epochs", "1", "--yes")
        coach_eval("eval", *played, "--log-dir", tmp_path)
    (sample,) = samples_in(tmp_path)
    session = view(sample.store["session"])
    assert session.events[-1].outcome == "blocked"  # type: ignore[union-attr]
    scores = {name: (score.metadata or {})["passed"] for name, score in (sample.scores or {}).items()}
    assert {name for name, passed in scores.items() if passed} >= {"safety_decision", "gate_integrity", "outcome"}
    assert not [name for name, passed in scores.items() if passed is False]
    assert {request["model"] for request in api.requests} == {"m"}
