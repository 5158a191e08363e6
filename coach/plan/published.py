"""The published JSON schema of a training plan, generated from the record. Knows no file."""

import json

from coach.records.block import TrainingBlock


def schema_text() -> str:
    """The text of `datasets/schema/training_block.schema.json`."""
    schema = TrainingBlock.model_json_schema(mode="validation")
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return json.dumps({**head, **schema}, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
