"""What a provider lacks is told in one sentence, before Inspect is imported."""

import socket
from collections.abc import Iterator
from importlib.metadata import version

import pytest

from evals.errors import RunError
from evals.inspect_providers import check_provider


@pytest.mark.parametrize(
    ("model", "what"),
    [
        ("nix/foo", "no provider 'nix'"),
        ("groq/x", "the package groq, which is not installed: pip install groq"),
        ("google/x", "the package google-genai"),
        ("azureai/x", "the package azure-ai-inference"),
    ],
)
def test_a_provider_or_a_package_there_is_not(model: str, what: str) -> None:
    with pytest.raises(RunError, match=what) as told:
        check_provider(model)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("model", ["offline/coach", "local/smollm2", "anthropic/claude-x", "mockllm/model"])
def test_what_is_installed_is_let_through(model: str) -> None:
    check_provider(model, {})


@pytest.fixture
def closed_port() -> Iterator[int]:
    """A port of this machine on which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


@pytest.mark.parametrize(
    ("model", "variables", "what"),
    [
        ("openai-api/x", {}, "give openai-api/SERVICE/MODEL"),
        ("openai-api/my-lab/m", {}, "MY_LAB_API_KEY, which is not set"),
        ("openai-api/my-lab/m", {"MY_LAB_API_KEY": "k"}, "MY_LAB_BASE_URL, which is not set"),
        ("openai-api/x/m", {"X_API_KEY": "k", "X_BASE_URL": "http://localhost:PORT/v1"}, "no server .* set X_BASE_URL"),
        ("ollama/llama3", {"OLLAMA_BASE_URL": "http://127.0.0.1:PORT/v1"}, "no server .*ollama serve"),
        ("vllm/x", {"VLLM_BASE_URL": "http://127.0.0.1:PORT/v1"}, "no server .* set VLLM_BASE_URL"),
        ("vllm/x", {}, "needs the environment variable VLLM_BASE_URL"),
    ],
)
def test_a_key_an_address_or_a_server_that_is_missing(
    model: str, variables: dict[str, str], what: str, closed_port: int
) -> None:
    what = what if _has_openai() else r"needs the package openai, .*coach-eval\[providers\]"
    environment = {name: value.replace("PORT", str(closed_port)) for name, value in variables.items()}
    with pytest.raises(RunError, match=what):
        check_provider(model, environment)


def _has_openai() -> bool:
    try:
        return bool(version("openai"))
    except ModuleNotFoundError:
        return False
