"""The one model configuration of everything that is stored."""

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """A frozen value: unknown keys and NaN are refused, nothing is coerced in silence."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
