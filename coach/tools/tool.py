"""The shape of a tool: a name, a description, an input model, and a pure function to events and a reply."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

from coach.events import Event
from coach.session import Session
from coach.tools.strict_schema import strict_schema


class ToolError(Exception):
    """`ToolError(message, events=())`: what the model is told so that it can mend its call; events still happen."""

    def __init__(self, message: str, events: tuple[Event, ...] = ()) -> None:
        super().__init__(message, events)

    def __str__(self) -> str:
        return str(self.args[0])

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(self.args[1])


class ToolSuccess(NamedTuple):
    """What a successful call makes happen, and what the model is told."""

    events: tuple[Event, ...]
    reply: str


@dataclass(frozen=True)
class Tool:
    """`run(session, input)` returns `ToolSuccess` or raises `ToolError`.

    `refuse(session, why, raw)`: the events of an input that is none.

    `not_strict`: optional properties of the input that a strict schema leaves out.
    """

    name: str
    description: str
    input: type[BaseModel]
    run: Callable[[Session, Any], ToolSuccess]
    refuse: Callable[[Session, str, Any], tuple[Event, ...]] = lambda _session, _why, _raw: ()
    not_strict: frozenset[str] = frozenset()

    @cached_property
    def definition(self) -> dict[str, Any]:
        """As the Messages API wants it; the schema is flat, since not every route to a model carries `$defs`."""
        schema = self.input.model_json_schema()
        return {"name": self.name, "description": self.description, "input_schema": _flat(schema, schema.get("$defs"))}

    @cached_property
    def strict_definition(self) -> dict[str, Any]:
        """The same with a schema that the model's answer is held to; without, where strict schemas cannot say it."""
        schema = strict_schema(self.definition["input_schema"], self.not_strict)
        return self.definition if schema is None else {**self.definition, "input_schema": schema, "strict": True}

    def call(self, session: Session, raw: Any) -> ToolSuccess:
        """Validate `raw` and run; what does not validate is a `ToolError` that names the first few places."""
        try:
            given = self.input.model_validate(raw)
        except ValidationError as error:
            why = problems(error)
            raise ToolError(why, self.refuse(session, why, raw)) from error
        return self.run(session, given)


def _flat(node: Any, definitions: Any) -> Any:
    """A JSON schema with every `$ref` replaced by what it refers to, without what tells a model nothing."""
    if isinstance(node, list):
        return [_flat(each, definitions) for each in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _flat(definitions[node["$ref"].removeprefix("#/$defs/")], definitions)
    return {key: _flat(value, definitions) for key, value in node.items() if not _is_left_out(key, value)}


_NOTHING: tuple[Any, ...] = (None, [], "")
"""Defaults that say no more than that a property may be left out."""


def _is_left_out(key: str, value: Any) -> bool:
    return key == "$defs" or (key == "title" and isinstance(value, str)) or (key == "default" and value in _NOTHING)


def problems(error: ValidationError, most: int = 8) -> str:
    """Each place that does not validate and what was expected there, one a line."""
    found = error.errors(include_url=False)
    lines = [f"{'.'.join(str(part) for part in each['loc']) or 'input'}: {each['msg']}" for each in found[:most]]
    more = [f"and {len(found) - most} more"] if len(found) > most else []
    return "The input does not fit the tool's schema:\n" + "\n".join(lines + more)
