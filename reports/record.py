"""The one model configuration of everything that reports read or write as bytes."""

from pydantic import BaseModel, ConfigDict


class ReportRecord(BaseModel):
    """A frozen value: unknown keys and NaN are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
