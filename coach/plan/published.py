"""The published JSON schema of a training plan, generated from the record. Knows no file."""

from coach.records.base import published_schema
from coach.records.block import TrainingBlock


def schema_text() -> str:
    """The text of `datasets/schema/training_block.schema.json`."""
    return published_schema(TrainingBlock)
