"""A comparison as JSON with a published schema, both made by pydantic from the types of the values themselves."""

import json
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from reports.comparison import Comparison, Standing

SCHEMA_VERSION: Literal[3] = 3
NOT_SHOWN = {"prompt_texts", "data_files", "path", "persona_digest_of"}
"""Of a header: diffs, changes and cautions hold what changed of texts, files and personas, and a path is of one
machine."""


@dataclass(frozen=True, slots=True)
class RegressionReport:
    """The whole of the JSON form."""

    schema_version: Literal[3]
    standing: Standing
    exit_code: Annotated[int, Field(ge=0, le=2)]
    comparison: Comparison


_FORM = TypeAdapter(RegressionReport)


def render(comparison: Comparison) -> str:
    """One JSON object; keys sorted, so that the same comparison gives the same bytes."""
    report = RegressionReport(SCHEMA_VERSION, comparison.standing, comparison.exit_code, comparison)
    values = _FORM.dump_python(report, mode="json", exclude={"comparison": {"base": NOT_SHOWN, "candidate": NOT_SHOWN}})
    return json.dumps(values, indent=2, sort_keys=True, ensure_ascii=True, allow_nan=False) + "\n"


def schema_text() -> str:
    """The text of `datasets/schema/comparison.schema.json`: every field is always there, and no other."""
    found = _FORM.json_schema(mode="serialization")
    for record in (found, *found["$defs"].values()):
        _close(record)
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **found}
    return json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def _close(record: dict[str, Any]) -> None:
    """Requires every field and allows no other. Newer headers may carry more than this version shows."""
    fields = record["properties"]
    if record["title"] == "Header":
        fields = {name: kind for name, kind in fields.items() if name not in NOT_SHOWN}
    else:
        record["additionalProperties"] = False
    record.pop("description", None)
    record["required"] = list(fields)
    record["properties"] = {
        name: {key: value for key, value in kind.items() if key != "default"} for name, kind in fields.items()
    }
