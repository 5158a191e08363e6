"""The published schemas of rules and plans are the records' own, and that of rules fits the files that ship."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # the package ships no types

from coach import sourced_yaml
from coach.plan.published import schema_text as block_schema_text
from coach.safety.published import schema_text
from coach.safety.rules import HERE

SCHEMAS = Path(__file__).parents[3] / "datasets" / "schema"
FILES = sorted((HERE / "rules").glob("*.yaml"))


@pytest.mark.parametrize(("name", "made"), [("safety_rules", schema_text), ("training_block", block_schema_text)])
def test_the_published_schema_is_current(name: str, made: Callable[[], str]) -> None:
    assert (SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8") == made()


def test_the_schema_forbids_what_the_record_forbids() -> None:
    schema: dict[str, Any] = json.loads(schema_text())
    assert [one["additionalProperties"] for one in (schema, *schema["$defs"].values())] == [False, False]
    assert {"sources", "fires", "spares", "hint", "confidence"} <= set(schema["$defs"]["SafetyRule"]["required"])


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_every_file_of_rules_fits_the_schema(path: Path) -> None:
    validator = Draft202012Validator(json.loads(schema_text()))
    data = sourced_yaml.read(path).data
    assert list(validator.iter_errors(data)) == []
    for key in ("sources", "fires", "hint"):
        mutilated = {**data, "rules": [{k: v for k, v in data["rules"][0].items() if k != key}]}
        assert [error.validator for error in validator.iter_errors(mutilated)] == ["required"]
