"""A comparison as JSON with a published schema. The schema is made from the values' own types, never by hand."""

import json
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from reports.comparison import Comparison, Standing
from reports.header import Header

SCHEMA_VERSION = 1
SCHEMA_NAME = "comparison.schema.json"
NOT_SHOWN = {"prompt_texts", "path"}
"""Of a header: the diffs hold what changed of the texts, and a path is of one machine."""
_STRICT = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


def render(comparison: Comparison) -> str:
    """One JSON object; keys sorted, so that the same comparison gives the same bytes."""
    form = _form().model_validate(
        {
            "schema_version": SCHEMA_VERSION,
            "standing": comparison.standing,
            "exit_code": comparison.exit_code,
            "comparison": comparison,
        },
        from_attributes=True,
    )
    return json.dumps(form.model_dump(mode="json"), indent=2, sort_keys=True, ensure_ascii=True) + "\n"


def schema_text() -> str:
    """The text of `datasets/schema/comparison.schema.json`."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    schema = {**head, **_form().model_json_schema(mode="serialization")}
    return json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


@cache
def _form() -> type[BaseModel]:
    fields: dict[str, Any] = {
        "schema_version": (Literal[1], ...),
        "standing": (Standing, ...),
        "exit_code": (int, Field(ge=0, le=2)),
        "comparison": (_record(Comparison), ...),
    }
    return create_model("RegressionReport", __config__=_STRICT, **fields)


@cache
def _record(kind: type) -> type[BaseModel]:
    """A record with the fields of a dataclass, a named tuple or a header, and theirs in turn."""
    hidden = NOT_SHOWN if kind is Header else set()
    hints = get_type_hints(kind)
    fields: dict[str, Any] = {
        name: (_translated(hint), ...)
        for name, hint in hints.items()
        if name not in hidden and not name.startswith(("_", "model_"))
    }
    # Newer headers may carry more than their reader shows.
    config = ConfigDict(frozen=True, extra="ignore") if kind is Header else _STRICT
    return create_model(kind.__name__, __config__=config, **fields)


def _translated(hint: Any) -> Any:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal or hint in {str, int, float, bool, NoneType}:
        return hint
    if origin in {Union, UnionType}:
        return Union[tuple(_translated(part) for part in parts)]  # noqa: UP007 (built from parts at run time)
    if origin is tuple:
        return tuple[_translated(parts[0]), ...]  # type: ignore[misc]  # every tuple of a comparison is of one kind
    if origin is dict:
        return hint
    return _record(hint)
