"""What an Inspect model's answer used, as a check counts it."""

from typing import Literal

from inspect_ai.model import Model, ModelOutput

from evals.checks.role_call import RoleCall


def role_call(role: Literal["athlete", "judge"], model: Model, output: ModelOutput) -> RoleCall:
    """The call that `model` answered with `output`; without tokens where it reported none."""
    usage = output.usage
    if usage is None:
        return RoleCall(role=role, model=str(model))
    return RoleCall(
        role=role,
        model=str(model),
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cache_write_tokens=usage.input_tokens_cache_write or 0,
        cache_read_tokens=usage.input_tokens_cache_read or 0,
    )
