"""The published schema is the record's own."""

from pathlib import Path

from coach.plan.published import schema_text

PATH = Path(__file__).parents[3] / "datasets" / "schema" / "training_block.schema.json"


def test_the_published_schema_is_current() -> None:
    assert PATH.read_text(encoding="utf-8") == schema_text()
