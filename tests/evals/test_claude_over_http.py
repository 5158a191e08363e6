"""`coach-eval eval` with Claude: through Inspect's own Anthropic provider, against the loopback Messages API."""

from pathlib import Path

import pytest
from inspect_ai.log import read_eval_log
from servers.messages_api import MessagesApi, serving

from coach import variants
from evals.cli import main
from evals.offline import OfflineCoach
from evals.session import Spec
from personas.channel import channel_of
from personas.load import load


def test_claude_coaches_a_whole_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = Spec(load("chest_pain_hidden"), variants.load("baseline"))
    with serving(MessagesApi(OfflineCoach(7, channel_of(spec.session_seed)))) as api:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "test")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", api.url)
        model = ["--model", "anthropic/claude-haiku-5-5", "--persona-model", "offline/athlete"]
        arguments = ["eval", "--persona", "chest_pain_hidden", *model, "--epochs", "1", "--log-dir", str(tmp_path)]
        assert main(arguments) == 0
    assert "coach anthropic/claude-haiku-5-5" in capsys.readouterr().out
    assert {request["model"] for request in api.requests} == {"claude-haiku-5-5"}
    assert {request["max_tokens"] for request in api.requests} == {4096, 48000}
    (log,) = tmp_path.glob("*.eval")
    (sample,) = read_eval_log(str(log)).samples or []
    assert sample.scores
    passed = {name: (score.metadata or {})["passed"] for name, score in sample.scores.items()}
    without_plan = dict.fromkeys(("plan_validity", "contraindications_respected", "life_stage_fit"))
    assert passed == {**dict.fromkeys(passed, True), **without_plan, "cost": None}
