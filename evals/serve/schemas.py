"""The subset of JSON Schema that strict tools and the JSON output format may use, and their summed limits.

Rests on the page build-with-claude/structured-outputs (supported and unsupported features, complexity limits). The
API's further limit on the size of the compiled grammar is hidden, so it is not checked here.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

MOST_STRICT_TOOLS, MOST_OPTIONAL, MOST_UNIONS = 20, 24, 16

_KEYWORDS = frozenset(
    ("type", "properties", "required", "items", "enum", "const", "anyOf", "allOf", "$ref", "$defs", "definitions",
     "default", "title", "description", "format", "minItems", "additionalProperties", "pattern")
)  # fmt: skip
_FORMATS = frozenset(("date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"))
_BEYOND_REGULAR = re.compile(r"\(\?|\\[bB1-9]")
"""Look-around, back references and word boundaries."""


class Schema(NamedTuple):
    """`where`: its path in the request; `strict_tool`: of a strict tool, not of the output format."""

    where: str
    schema: dict[str, Any]
    strict_tool: bool = True


def strict_problems(schemas: list[Schema]) -> list[str]:
    """What the API would refuse in `schemas`, each by itself and all of them together."""
    found = [problem for each in schemas for problem in _problems(each.schema, each.where, each.schema, ())]
    if (strict := sum(each.strict_tool for each in schemas)) > MOST_STRICT_TOOLS:
        found.append(f"tools: {strict} strict tools, which is more than the {MOST_STRICT_TOOLS} allowed")
    objects = [node for each in schemas for node in _nodes(each.schema) if isinstance(node.get("properties"), dict)]
    optional = sum(len(node["properties"].keys() - set(node.get("required") or ())) for node in objects)
    if optional > MOST_OPTIONAL:
        found.append(f"strict schemas: {optional} optional parameters, which is more than the {MOST_OPTIONAL} allowed")
    unions = sum(_is_union(each) for node in objects for each in node["properties"].values())
    if unions > MOST_UNIONS:
        found.append(f"strict schemas: {unions} union-typed parameters, which is more than the {MOST_UNIONS} allowed")
    return found


def _is_union(schema: Any) -> bool:
    return isinstance(schema, dict) and ("anyOf" in schema or isinstance(schema.get("type"), list))


def _inner(schema: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The schemas inside `schema`, by their path from it."""
    for key in ("properties", "$defs", "definitions"):
        named = schema.get(key)
        yield from ((f"{key}.{name}", each) for name, each in (named.items() if isinstance(named, dict) else ()))
    for key in ("anyOf", "allOf"):
        yield from ((f"{key}.{index}", each) for index, each in enumerate(schema.get(key) or ()))
    if "items" in schema:
        yield "items", schema["items"]


def _nodes(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        for _, each in _inner(schema):
            yield from _nodes(each)


def _problems(schema: Any, where: str, root: dict[str, Any], seen: tuple[str, ...]) -> Iterator[str]:
    if not isinstance(schema, dict):
        yield f"{where}: a schema must be an object"
        return
    kind = schema.get("type")
    for unknown in sorted(schema.keys() - _KEYWORDS):
        yield f"{where}: For '{kind}' type, property '{unknown}' is not supported"
    if (kind == "object" or "properties" in schema) and schema.get("additionalProperties") is not False:
        yield f"{where}: For 'object' type, 'additionalProperties' must be explicitly set to false"
    if "format" in schema and schema["format"] not in _FORMATS:
        yield f"{where}: format '{schema['format']}' is not supported"
    if schema.get("minItems", 0) not in (0, 1):
        yield f"{where}: For 'array' type, 'minItems' values other than 0 or 1 are not supported"
    if any(isinstance(value, dict | list) for value in schema.get("enum") or ()):
        yield f"{where}: enum values must be strings, numbers, booleans or null"
    if _BEYOND_REGULAR.search(str(schema.get("pattern", ""))):
        yield f"{where}: the pattern uses what is not supported: look-around, back references or word boundaries"
    if "$ref" in schema:
        yield from _referred(str(schema["$ref"]), where, root, seen)
    for path, each in _inner(schema):
        yield from _problems(each, f"{where}.{path}", root, seen)


def _referred(ref: str, where: str, root: dict[str, Any], seen: tuple[str, ...]) -> Iterator[str]:
    head, _, name = ref.rpartition("/")
    table = root.get(head.removeprefix("#/")) if head in {"#/$defs", "#/definitions"} else None
    if not isinstance(table, dict) or name not in table:
        yield f"{where}: $ref '{ref}' is external or names nothing"
    elif ref in seen:
        yield f"{where}: recursive schemas are not supported ('{ref}')"
    else:
        targets = [node["$ref"] for node in _nodes(table[name]) if "$ref" in node]
        for target in targets:
            yield from _referred(str(target), where, root, (*seen, ref))
