"""What an answer may be, as a JSON schema, and what it is: words, or one call of an offered tool. Pure."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from inspect_ai.tool import ToolChoice, ToolFunction, ToolInfo

__all__ = ["LocalAnswer", "as_text", "manual", "read", "schema_of"]

Schema = dict[str, Any]


class LocalAnswer(NamedTuple):
    """`text`, or `tool` with its `input`; neither where the answer was cut off."""

    text: str = ""
    tool: str | None = None
    input: Schema | None = None


def schema_of(tools: Sequence[ToolInfo], choice: ToolChoice, tokens: int) -> Schema | None:
    """The alternatives that `choice` leaves; None where only free text is wanted.

    Texts and lists are as long as an answer of so many `tokens` may have a few of: a weak model goes on without an end,
    and an answer that is cut is none.
    """
    if choice == "none" or not tools:
        return None
    wanted = {choice.name} if isinstance(choice, ToolFunction) else {tool.name for tool in tools}
    ends = {"string": {"maxLength": tokens // 6}, "array": {"maxItems": tokens // 250}}
    words = [_object(say={"type": "string", "minLength": 1, "maxLength": tokens // 2})] if choice == "auto" else []
    calls = [
        _object(tool={"const": tool.name}, input=_ended(tool.parameters.model_dump(exclude_none=True), ends))
        for tool in tools
        if tool.name in wanted
    ]
    return {"anyOf": [*words, *calls]}


def _object(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


def _ended(schema: Any, ends: dict[str, Schema]) -> Any:
    """The schema with an end to each text and list, and without objects that take just anything."""
    if isinstance(schema, list):
        return [_ended(each, ends) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _ended(value, ends) for key, value in schema.items()}
    if not schema.keys() & {"enum", "format", "pattern", "maxLength"}:
        found |= ends.get(str(schema.get("type")), {})
    if schema.get("additionalProperties") is True:
        found |= {"properties": found.get("properties", {}), "additionalProperties": False}
    return found


def manual(tools: Sequence[ToolInfo], choice: ToolChoice) -> str:
    """How to answer, in words, with every tool and its parameters; nothing where only free text is wanted."""
    if choice == "none" or not tools:
        return ""
    forms = [as_text(say="<your words>")] if choice == "auto" else []
    forms += [as_text(tool=tool.name, input={}) for tool in tools]
    told = (f"{tool.name}: {tool.description}\n{tool.parameters.model_dump_json(exclude_none=True)}" for tool in tools)
    return "\n".join([f"Answer with one JSON object: {' or '.join(forms)}.", *told])


def as_text(**answer: Any) -> str:
    """An answer in the form in which it is given: `say`, or `tool` and `input`."""
    return json.dumps(answer, ensure_ascii=False)


def read(content: str, *, as_json: bool) -> LocalAnswer:
    """What the model answered; `as_json`: to a request with a schema."""
    if not as_json:
        return LocalAnswer(content)
    try:
        found = json.loads(content)
    except ValueError:  # cut off at the most tokens: the schema lets nothing else be wrong
        return LocalAnswer()
    return LocalAnswer(found["say"]) if "say" in found else LocalAnswer(tool=found["tool"], input=found["input"])
