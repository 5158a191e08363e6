"""Events as they are stored, and stored events of every version as events.

A stored event holds `schema` (the version of its form), `kind` and what is not a default. The blocks of a model's
answer are read back as the model wrote them (`coach.store.json_form`); those of older sessions with sorted keys.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, get_args

import orjson
from pydantic import TypeAdapter, ValidationError

from coach.canonical_json import canonical_form
from coach.errors import InputError
from coach.events import Event, ModelCalled, PlanProposed, PlanShown, ToolCalled, ToolsAnswered
from coach.records.block import TrainingBlock
from coach.records.problems import first_problem
from coach.states import State
from coach.store.json_form import JsonForm
from coach.store.references import Packed, Packer, unpack

Json = dict[str, Any]
PackedSchema = Literal[2, 3]
"""Versions in which an event names its `schema` and refers to what stands before it; version 1 did neither."""
PACKED: tuple[int, ...] = get_args(PackedSchema)
SCHEMA = PACKED[-1]
LARGE = 512
"""Bytes from which on whole floats are stored as integers, which is shorter and reads the same."""


class Writer:
    """Writes the events of one session, in order."""

    def __init__(self) -> None:
        self._packer = Packer()
        self._form = JsonForm()

    def stored(self, event: Event) -> Packed:
        """`event` as it is stored after those before it."""
        blocks = event.content if isinstance(event, ModelCalled) else None  # which are JSON already
        dumped = event.model_dump(mode="json", exclude_defaults=True, exclude=None if blocks is None else {"content"})
        whole = {**dumped, "kind": event.kind, "schema": SCHEMA}
        if blocks is not None:
            whole |= self._form.store(blocks)
        form = canonical_form(whole)
        if len(form.written) > LARGE:
            whole = form.plain or orjson.loads(form.written)
        return self._packer.pack(whole, form.written, is_plain=form.plain is whole)


def events_of(stored: Sequence[Json]) -> tuple[Event, ...]:
    """The events of a stored session of any version; `InputError` for what is none. Nothing is coerced."""
    full = upcast(stored)
    try:
        unpacked = bool(stored) and stored[0].get("schema", 1) in PACKED  # and so JSON throughout
        return (unpacked and _in_parts(full)) or _events().validate_json(orjson.dumps(full), strict=True)
    except ValidationError as error:
        raise InputError(str(first_problem(error))) from error
    except TypeError as error:
        raise InputError(f"the events are not JSON: {error}") from error


def _in_parts(full: Sequence[Json]) -> tuple[Event, ...]:
    """The unpacked events where all are sound, else none. A plan that is proposed and then shown is read once; what a
    model sent stays as it was unpacked, for no record says what is in it."""
    events: list[Event] = []
    plans: dict[int, TrainingBlock | None] = {}
    try:
        by_form = [event for event in full if event["kind"] not in _NOT_BY_FORM]
        read = iter(_events().validate_json(orjson.dumps(by_form), strict=True))
        for event in full:
            if kind := _NOT_BY_FORM.get(event["kind"]):
                ready = {name: tuple(value) if type(value) is list else value for name, value in event.items()}
                known = {"plan": plans[id(event["plan"])]} if kind is PlanShown else {"state": State(event["state"])}
                events.append(kind.model_validate({**ready, **known}, strict=True))
            else:
                events.append(next(read))
            if isinstance(events[-1], PlanProposed):
                plans[id(event["plan"])] = events[-1].plan
    except (LookupError, TypeError, ValueError):
        return ()
    return tuple(events)


_NOT_BY_FORM: Mapping[str, type[ModelCalled | ToolCalled | ToolsAnswered | PlanShown]] = {
    each.model_fields["kind"].default: each for each in (ModelCalled, ToolCalled, ToolsAnswered, PlanShown)
}


def upcast(stored: Sequence[Json]) -> tuple[Json, ...]:
    """Stored events of any version in the form that `coach.events` validates; `InputError` for an unknown version."""
    if not stored:
        return ()
    try:
        return _READERS[_version(stored)](stored)
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise InputError(f"the events are not readable: {error}") from error


def of_kinds(stored: Sequence[Json], *kinds: str) -> list[Json]:
    """The events of these kinds as `upcast` gives them. The others are read only where one of these refers to them."""
    found = [event for event in stored if event.get("kind") in kinds]
    if (
        found
        and _version(stored) != "1"
        and any(type(value) in {dict, list} for each in found for value in each.values())
    ):
        return [event for event in upcast(stored) if event["kind"] in kinds]
    return found


def _version(stored: Sequence[Json]) -> str:
    found = sorted({str(event.get("schema", 1)) for event in stored})
    if len(found) > 1 or found[0] not in _READERS:
        raise InputError(f"events have schema {' and '.join(found)}; one of {', '.join(_READERS)} was expected")
    return found[0]


def _first(stored: Iterable[Json]) -> tuple[Json, ...]:
    """Version 1 held every value in full, and the fields that code had added as the last ones of the analyst's."""
    return tuple({**event, **_apart(event)} if event.get("added") else event for event in stored)


def _apart(event: Json) -> Json:
    """`intake` without what code added, and the names of that; `added` was these names, or how many they are."""
    fields, added = event["intake"]["fields"], event["added"]
    own = len(fields) - (added if isinstance(added, int) else len(added))
    return {"intake": {**event["intake"], "fields": fields[:own]}, "added": [field["name"] for field in fields[own:]]}


def _packed(stored: Iterable[Json]) -> tuple[Json, ...]:
    """Version 2 referred to values that stand before; version 3 to keys too. Both are told by what stands there."""
    form = JsonForm()
    return tuple(_unpacked(event, form) for event in unpack(stored))


def _unpacked(event: Json, form: JsonForm) -> Json:
    kept = {key: value for key, value in event.items() if key not in {"schema", "form"}}
    if kept.get("kind") != "model_called":
        return kept
    return {**kept, "content": form.read(kept["content"], event.get("form", {}))}


_READERS: Mapping[str, Callable[[Sequence[Json]], tuple[Json, ...]]] = {
    "1": _first,
    **dict.fromkeys(map(str, PACKED), _packed),
}


@cache
def _events() -> TypeAdapter[tuple[Event, ...]]:
    return TypeAdapter(tuple[Event, ...])
