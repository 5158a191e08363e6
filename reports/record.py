"""The one model configuration of everything that reports read or write as bytes, and what is wrong with such bytes."""

from pydantic import BaseModel, ConfigDict, ValidationError


class ReportRecord(BaseModel):
    """A frozen value: unknown keys and NaN are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


def first_problem(error: ValidationError) -> str:
    """`KEY: WHAT` of the first thing that is wrong, the key with dots between its parts."""
    first = error.errors(include_url=False)[0]
    key, what = ".".join(map(str, first["loc"])), first["msg"].removeprefix("Value error, ")
    return f"{key}: {what}" if key else what
