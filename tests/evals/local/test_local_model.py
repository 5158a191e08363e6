"""The model `local/smollm2` itself, where engine and weights are installed."""

import asyncio
from pathlib import Path

import pytest
from inspect_ai.model import ChatMessageSystem, ChatMessageUser, GenerateConfig, ModelOutput, get_model
from inspect_ai.tool import ToolInfo, ToolParams
from offered_tools import offered

from coach.policy import POLICY
from coach.states import State
from evals.bridge import DROPPED
from evals.errors import RunError
from evals.local.answers import schema_of
from evals.local.engine import engine_of
from evals.local.weights import weights_of
from evals.players import check_model_name

TOOL = ToolInfo(
    name="note_age",
    description="Note how old the athlete is.",
    parameters=ToolParams(properties={"age": {"type": "integer", "minimum": 1, "maximum": 99}}, required=["age"]),  # type: ignore[dict-item]  # pydantic makes a schema of it
)


@pytest.fixture(scope="module", autouse=True)
def _installed() -> None:
    try:
        weights_of("smollm2")
    except RunError as missing:
        pytest.skip(str(missing))


def answered(said: str, *, choice: str, seed: int = 7) -> ModelOutput:
    model = get_model("local/smollm2", context=768)
    messages = [ChatMessageSystem(content="You are a running coach."), ChatMessageUser(content=said)]
    config = GenerateConfig(seed=seed, max_tokens=60)
    return asyncio.run(model.generate(messages, [TOOL], choice, config))  # type: ignore[arg-type]  # a literal


def test_it_calls_a_tool_where_it_must_with_input_that_fits_and_reports_what_it_used() -> None:
    output = answered("I am 54.", choice="any")
    (call,) = output.message.tool_calls or []
    assert call.function == "note_age"
    assert 1 <= call.arguments["age"] <= 99
    assert output.stop_reason == "tool_calls"
    assert output.usage
    assert min(output.usage.input_tokens, output.usage.output_tokens) > 0
    assert DROPPED not in (output.metadata or {})


def test_the_same_seed_says_the_same_whatever_was_asked_between() -> None:
    first = answered("I am 54 and I run.", choice="auto")
    answered("Something else altogether.", choice="auto", seed=8)
    again = answered("I am 54 and I run.", choice="auto")
    assert (again.completion, again.message.tool_calls) == (first.completion, first.message.tool_calls)


def test_what_does_not_fit_is_left_out_and_counted() -> None:
    output = answered("I run a lot. " * 2000, choice="any")
    assert output.usage
    assert output.usage.input_tokens < 768
    assert (output.metadata or {})[DROPPED] >= 1


@pytest.mark.parametrize("state", POLICY)
def test_the_engine_takes_the_schema_of_every_state(state: State) -> None:
    asked = [{"role": "user", "content": "Hi"}]
    reply = engine_of(weights_of("smollm2"), 768).answer(
        asked, schema=schema_of(offered(state), "auto", 1024), max_tokens=2
    )
    assert reply.is_cut


def test_a_file_that_is_none_is_told_in_one_line(tmp_path: Path) -> None:
    other = tmp_path / "notes.gguf"
    other.write_text("not one")
    for name, why in ((str(other), "is not a GGUF file"), (str(tmp_path / "none.gguf"), "there is no file")):
        with pytest.raises(RunError, match=why):
            check_model_name(f"local/{name}")
    other.write_bytes(b"GGUF" + b"\0" * 64)
    with pytest.raises(RunError, match="cannot be loaded"):
        get_model(f"local/{other}")
