"""JSON schemas as the Messages API takes them of strict tools: a subset, as the SDK's `transform_schema` writes it.

Without the SDK: importing it takes a second, and most processes ask no model.
"""

from typing import Any

Schema = dict[str, Any]
_FORMATS = frozenset({"date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"})


def strict_schema(schema: Schema, without: frozenset[str] = frozenset()) -> Schema | None:
    """`schema` in the strict subset, None where that cannot say it: an object that may hold any keys.

    A pair becomes a list of its first type. `without`: optional properties, at any depth, that the subset leaves out.
    What the subset has no key for is told in the description.
    """
    try:
        return _said(schema, without)
    except _CannotBeSaid:
        return None


class _CannotBeSaid(Exception):
    """An object of the schema may hold any keys."""


def _said(schema: Schema, without: frozenset[str]) -> Schema:
    rest = dict(schema)
    said: Schema = {key: rest.pop(key) for key in ("enum", "const") if key in rest}
    kind = rest.pop("type", None)
    if "anyOf" in rest:
        said["anyOf"] = [_said(choice, without) for choice in rest.pop("anyOf")]
    elif not said:
        said["type"] = kind
    said |= {key: rest.pop(key) for key in ("description", "title") if key in rest}
    if kind == "object":
        if rest.pop("additionalProperties", False) is not False:
            raise _CannotBeSaid
        properties = rest.pop("properties", {})
        said["properties"] = {name: _said(it, without) for name, it in properties.items() if name not in without}
        said["additionalProperties"] = False
        said |= {"required": rest.pop("required")} if "required" in rest else {}
    first = (rest.pop("prefixItems", None) or [None])[0]
    if items := rest.pop("items", None) or first:
        said["items"] = _said(items, without)
    if rest.get("minItems") in {0, 1}:
        said["minItems"] = rest.pop("minItems")
    if rest.get("format") in _FORMATS:
        said["format"] = rest.pop("format")
    if rest:
        told = "{" + ", ".join(f"{key}: {value}" for key, value in rest.items()) + "}"
        said["description"] = "\n\n".join(filter(None, (said.get("description"), told)))
    return said
