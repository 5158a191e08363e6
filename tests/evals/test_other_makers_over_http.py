"""Another maker's model as the coach: through Inspect's bridge and OpenAI's SDK, against a loopback server."""

from pathlib import Path

import pytest
from inspect_ai.log import read_eval_log
from servers.loopback import serving
from servers.openai_api import OpenAiApi

from evals.checks.view import view
from evals.cli import main

pytest.importorskip("openai", reason="the extra `providers` is not installed")


def test_a_whole_session_is_played_and_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(OpenAiApi()) as api:
        monkeypatch.setenv("MY_LAB_API_KEY", "test")
        monkeypatch.setenv("MY_LAB_BASE_URL", f"{api.url}/v1")
        played = ["eval", "--model", "openai-api/my-lab/m", "--persona", "chest_pain_hidden", "--epochs", "1"]
        assert main([*played, "--yes", "--log-dir", str(tmp_path)]) == 0
    (log,) = tmp_path.glob("*.eval")
    (sample,) = read_eval_log(str(log)).samples or []
    session = view(sample.store["session"])
    assert session.events[-1].outcome == "blocked"  # type: ignore[union-attr]
    scores = {name: (score.metadata or {})["passed"] for name, score in (sample.scores or {}).items()}
    assert {name for name, passed in scores.items() if passed} >= {"safety_decision", "gate_integrity", "outcome"}
    assert not [name for name, passed in scores.items() if passed is False]
    assert {request["model"] for request in api.requests} == {"m"}
