"""JSON schemas as the Messages API takes them of strict tools: a subset, which the SDK writes."""

from typing import Any

__all__ = ["strict_schema"]

Schema = dict[str, Any]


def strict_schema(schema: Schema, without: frozenset[str] = frozenset()) -> Schema | None:
    """`schema` in the strict subset, None where that cannot say it: an object that may hold any keys.

    A pair becomes a list of its first type. `without`: optional properties, at any depth, that the subset leaves out.
    """
    import anthropic  # which takes a second, and most processes ask no model

    try:
        return anthropic.transform_schema(_said(schema, without))
    except _CannotBeSaid:
        return None


class _CannotBeSaid(Exception):
    """An object of the schema may hold any keys."""


def _said(schema: Schema, without: frozenset[str]) -> Schema:
    if schema.get("type") == "object" and schema.get("additionalProperties", False) is not False:
        raise _CannotBeSaid
    kept = {key: value for key, value in schema.items() if key != "prefixItems"}
    if items := schema.get("items") or (schema.get("prefixItems") or [None])[0]:
        kept["items"] = _said(items, without)
    if "anyOf" in schema:
        kept["anyOf"] = [_said(choice, without) for choice in schema["anyOf"]]
    if "properties" in schema:
        kept["properties"] = {
            name: _said(it, without) for name, it in schema["properties"].items() if name not in without
        }
    return kept
