"""Which answers of a judge model count as answers; the model is Inspect's scripted one."""

import asyncio

import pytest
from inspect_ai.model import ModelOutput, ModelUsage, StopReason, get_model

from evals.checks.unspoken.judging import LeakFindings
from evals.checks.view import RoleCall
from evals.scorers.judge_model import JudgeModel

CLEAN = '{"findings": []}'


@pytest.mark.parametrize(
    ("reason", "answer"),
    [("stop", CLEAN), *((reason, None) for reason in ("max_tokens", "model_length", "content_filter", "unknown"))],
)
def test_only_an_answer_that_came_to_its_end_is_one(reason: StopReason, answer: str | None) -> None:
    scripted = ModelOutput.from_content("m", CLEAN, reason)
    scripted.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    model = get_model("mockllm/model", custom_outputs=[scripted], memoize=False)
    judge, calls = JudgeModel(model, lambda: "Judge this.", LeakFindings), list[RoleCall]()
    assert asyncio.run(judge.ask("A message.", calls)) == answer
    assert [call.role for call in calls] == ["judge"], "it is paid all the same"
