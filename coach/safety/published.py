"""The published JSON schema of a file of safety rules, generated from the record. Knows no file."""

from typing import Annotated

from pydantic import Field

from coach.records.base import Record, published_schema
from coach.safety.rules import SafetyRule


class RuleFile(Record):
    """One file of `rules/`: a group of rules. Names and conditions are checked when the file is loaded."""

    group: str
    rules: Annotated[tuple[SafetyRule, ...], Field(min_length=1)]


def schema_text() -> str:
    """The text of `datasets/schema/safety_rules.schema.json`."""
    return published_schema(RuleFile)
