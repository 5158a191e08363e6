"""What an answer may be, as a JSON schema, and what it is: words, or one call of an offered tool. Pure."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from inspect_ai.tool import ToolChoice, ToolFunction, ToolInfo

__all__ = ["Said", "call_as_text", "manual", "read", "schema_of", "words_as_text"]

Schema = dict[str, Any]

_WORDS = 600
"""Characters of a reply in words. A grammar that let a weak model go on would cut every answer in its middle."""
_TEXT, _ITEMS = 160, 4
"""The same of each text and each list in a tool's input."""


class Said(NamedTuple):
    """`text`, or `tool` with its `input`; neither where the answer was cut off."""

    text: str = ""
    tool: str | None = None
    input: Schema | None = None


def schema_of(tools: Sequence[ToolInfo], choice: ToolChoice) -> Schema | None:
    """The alternatives that `choice` leaves; None where only free text is wanted."""
    if choice == "none" or not tools:
        return None
    wanted = {choice.name} if isinstance(choice, ToolFunction) else {tool.name for tool in tools}
    calls = [
        _object(tool={"const": tool.name}, input=_bounded(tool.parameters.model_dump(exclude_none=True)))
        for tool in tools
        if tool.name in wanted
    ]
    words = [_object(say={"type": "string", "minLength": 1, "maxLength": _WORDS})] if choice == "auto" else []
    return {"anyOf": [*words, *calls]}


def _object(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


def _bounded(schema: Schema) -> Schema:
    """The schema without open ends: every text and list has a longest, and no object takes just anything."""
    found = {key: _bounded(value) if isinstance(value, dict) else value for key, value in schema.items()}
    if schema.get("type") == "string" and not schema.keys() & {"enum", "format", "pattern", "maxLength"}:
        found["maxLength"] = _TEXT
    if schema.get("type") == "array":
        found["maxItems"] = _ITEMS
    if schema.get("additionalProperties") is True:
        found |= {"properties": found.get("properties", {}), "additionalProperties": False}
    if alternatives := schema.get("anyOf"):
        found["anyOf"] = [_bounded(each) for each in alternatives]
    return found


def manual(tools: Sequence[ToolInfo], choice: ToolChoice) -> str:
    """How to answer, in words, with every tool and its parameters; nothing where only free text is wanted."""
    if (schema := schema_of(tools, choice)) is None:
        return ""
    forms = [_form(alternative["properties"]) for alternative in schema["anyOf"]]
    described = [
        f"{tool.name}: {tool.description}\n{tool.parameters.model_dump_json(exclude_none=True)}" for tool in tools
    ]
    return "\n".join([f"Answer with one JSON object: {' or '.join(forms)}.", *described])


def _form(properties: Schema) -> str:
    if "say" in properties:
        return words_as_text("<your words>")
    return f'{{"tool": "{properties["tool"]["const"]}", "input": {{...}}}}'


def words_as_text(text: str) -> str:
    """Words in the form in which they are answered."""
    return json.dumps({"say": text}, ensure_ascii=False)


def call_as_text(tool: str, given: Schema) -> str:
    """A call in the form in which it is answered."""
    return json.dumps({"tool": tool, "input": given}, ensure_ascii=False)


def read(content: str, *, as_json: bool) -> Said:
    """What the model answered; `as_json`: to a request with a schema."""
    if not as_json:
        return Said(content)
    try:
        found = json.loads(content)
    except ValueError:  # cut off at the most tokens: the grammar lets nothing else be wrong
        return Said()
    return Said(found["say"]) if "say" in found else Said(tool=found["tool"], input=found["input"])
