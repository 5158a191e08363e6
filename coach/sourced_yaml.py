"""YAML that remembers its lines, so that an error names the file, the line and the key."""

from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import yaml
from pydantic import TypeAdapter, ValidationError

from coach.errors import FileError
from coach.records.problems import first_problem, foremost
from coach.text_file import read_text

Form = TypeVar("Form")
Place = tuple[str | int, ...]
_MOST_PLACES = 100_000
_TEXT = "tag:yaml.org,2002:str"
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Sourced(NamedTuple):
    """Plain data and the 1-based line of each place in it (a path of keys and indices)."""

    path: Path
    data: Any
    lines: dict[Place, int]

    def line_of(self, place: Place) -> int | None:
        """The line of `place`, or of the nearest part of it that stands in the file."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place)


def read(path: Path) -> Sourced:
    """Parse one YAML document; raise `FileError` on unreadable files, bad YAML and repeated keys."""
    loader = _Loader(read_text(path))
    try:
        node = loader.get_single_node()
        lines: dict[Place, int] = {}
        data = _build(loader, node, (), lines, path) if node is not None else None
    except RecursionError as error:
        raise FileError(str(path), None, None, "is nested too deeply") from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise FileError(str(path), line, None, f"is not valid YAML: {error.problem}") from error
    except yaml.YAMLError as error:
        raise FileError(str(path), None, None, f"is not valid YAML: {error}") from error
    finally:
        loader.dispose()
    return Sourced(path, data, lines)


def _build(loader: Any, node: yaml.Node, place: Place, lines: dict[Place, int], path: Path) -> Any:
    lines[place] = node.start_mark.line + 1
    if len(lines) > _MOST_PLACES:  # a few aliases of aliases make a small file endless
        raise FileError(str(path), node.start_mark.line + 1, None, f"holds more than {_MOST_PLACES} values")
    if isinstance(node, yaml.SequenceNode):
        return [_build(loader, child, (*place, i), lines, path) for i, child in enumerate(node.value)]
    if not isinstance(node, yaml.MappingNode):
        return _scalar(loader, node)
    loader.flatten_mapping(node)
    built: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        key = _scalar(loader, key_node)
        if key in built:
            raise FileError(str(path), key_node.start_mark.line + 1, str(key), "stands here twice")
        built[key] = _build(loader, value_node, (*place, key), lines, path)
        lines[(*place, key)] = key_node.start_mark.line + 1
    return built


def _scalar(loader: Any, node: Any) -> Any:
    """Most values are texts, which need no constructor."""
    return node.value if node.tag == _TEXT else loader.construct_object(node, deep=True)


def read_as(path: Path, form: type[Form]) -> Form:
    """Read `path` into `form`, a model or a collection; the first thing wrong becomes a `FileError` with its line."""
    return validate(read(path), form)


def validate(source: Sourced, form: type[Form]) -> Form:
    """Validate what was read; the first thing wrong becomes a `FileError` with its line and key."""
    try:
        return TypeAdapter(form).validate_python(source.data)
    except ValidationError as error:
        line = source.line_of(foremost(error)["loc"])
        raise FileError(str(source.path), line, *first_problem(error)) from error
