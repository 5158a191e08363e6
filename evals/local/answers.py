"""A request as a small window holds it; what an answer may be, as a JSON schema, and what it is: words, or one call."""

import json
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from inspect_ai.tool import ToolChoice, ToolFunction, ToolInfo

Schema = dict[str, Any]
_CUT = "\n[...]\n"
_SYSTEM_SHARE, _MANUAL_SHARE = 0.3, 0.3
"""Of the room, at most, where not everything fits; the talk has the rest."""


class PromptMessage(NamedTuple):
    """One message; `role` is `user` or `assistant`."""

    role: str
    text: str


class Prompt(NamedTuple):
    """`messages` as chat templates take them: one system message, then turns by turns. `dropped`: how many messages of
    the request stand there shortened or not at all."""

    messages: list[dict[str, str]]
    dropped: int


def fitted(system: str, manual: str, talk: Sequence[PromptMessage], room: int) -> Prompt:
    """The request in about `room` characters at most: of `system` and `manual` (how to answer) the beginning is kept,
    of the talk the newest messages, and of a newest one that is too long both its ends."""
    if sum(map(len, (system, manual, *(line.text for line in talk)))) <= room:
        return Prompt(_messages(system, manual, talk), 0)
    head, tools = system[: int(room * _SYSTEM_SHARE)], manual[: int(room * _MANUAL_SHARE)]
    left = room - len(head) - len(tools)
    *older, newest = talk
    kept = [PromptMessage(newest.role, _both_ends(newest.text, left))]
    for line in reversed(older):
        left -= len(kept[0].text)
        if len(line.text) > left:
            break
        kept.insert(0, line)
    shortened = sum((head != system, tools != manual, kept[-1] != newest))
    return Prompt(_messages(head, tools, kept), shortened + len(talk) - len(kept))


def _both_ends(text: str, most: int) -> str:
    half = max(0, most - len(_CUT)) // 2
    return text if len(text) <= most else f"{text[:half]}{_CUT}{text[len(text) - half :]}"


def _messages(system: str, manual: str, talk: Iterable[PromptMessage]) -> list[dict[str, str]]:
    """Many chat templates take no two messages of one role in a row."""
    first = [{"role": "system", "content": text}] if (text := f"{system}\n\n{manual}".strip()) else []
    turns = groupby(talk, key=lambda line: line.role)
    return [*first, *({"role": role, "content": "\n\n".join(line.text for line in lines)} for role, lines in turns)]


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
