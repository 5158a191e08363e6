"""The published schema is the record's own."""

import json
from pathlib import Path
from typing import Any

from coach.plan.published import schema_text

PATH = Path(__file__).parents[3] / "datasets" / "schema" / "training_block.schema.json"


def test_the_published_schema_is_current() -> None:
    assert PATH.read_text(encoding="utf-8") == schema_text()


def test_the_schema_forbids_what_the_record_forbids() -> None:
    schema: dict[str, Any] = json.loads(schema_text())
    definitions = [schema, *schema["$defs"].values()]
    assert all(one["additionalProperties"] is False for one in definitions)
    assert (schema["$defs"]["Week"]["properties"]["days"]["minItems"], schema["properties"]["weeks"]["minItems"]) == (
        7,
        1,
    )
