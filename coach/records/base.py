"""The one model configuration of everything that is stored, and the JSON schema that is published of a form."""

import json

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """A frozen value: unknown keys and NaN are refused, nothing is coerced in silence."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


def published_schema(form: type[Record]) -> str:
    """The text of its file in `datasets/schema`."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **form.model_json_schema(mode="validation")}
    return json.dumps(schema, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
