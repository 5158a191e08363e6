"""What the tables cannot show by themselves: patterns that could never match, and keys that hide each other."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from coach.profile import catalogue
from coach.profile.extraction import sayings
from coach.profile.extraction.assign import owners
from coach.profile.extraction.edges import EDGE, with_edges
from coach.profile.extraction.patterns import rules
from coach.profile.extraction.skeleton import build

_MARKER = re.compile(r"[\ue000-\ue0ff]|\\ue0[0-9a-f]{2}")
TABLES = sorted(Path(catalogue.__file__).parent.rglob("*.yaml"))
ROOMS = Path(sayings.__file__).with_name("sayings")


def _patterns() -> Iterator[str]:
    for rule in rules():
        around = (rule.pattern, rule.needs, rule.unless, rule.clause_unless, rule.context)
        yield from (part.pattern for part in around if part)
    for owner in owners():
        yield from (part.pattern for part in (owner.near, owner.against, owner.never) if part)
    for path in sorted(ROOMS.glob("*.yaml")):
        names = yaml.safe_load(path.read_text(encoding="utf-8"))
        yield from (sayings.saying(path.stem, name).pattern for name in names)


def test_no_pattern_asks_for_the_edge_of_a_word_where_a_marker_stands() -> None:
    plain = [source for source in _patterns() if _MARKER.search(source) and r"\b" in source.replace(EDGE, "")]
    assert plain == []


@pytest.mark.parametrize("source", ["\\b\ue009 out\\b", "\\b(?:soon|\ue009)\\b out", "\\bat \ue009\\b"])
def test_an_edge_holds_beside_a_quantity_as_it_does_beside_a_word(source: str) -> None:
    assert re.search(with_edges(source), build("the race is at 6 weeks out", None).text)


class _NoTwin(yaml.CSafeLoader):
    """Refuses a mapping that has a key twice: the second would hide the first."""


def _mapping(loader: _NoTwin, node: yaml.MappingNode) -> dict[Any, Any]:
    keys = [loader.construct_object(key, deep=True) for key, _ in node.value]
    twins = {str(key) for key in keys if keys.count(key) > 1}
    assert not twins, f"{node.start_mark}: {sorted(twins)}"
    return {key: loader.construct_object(value, deep=True) for key, (_, value) in zip(keys, node.value, strict=True)}


_NoTwin.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_no_table_has_a_key_twice(path: Path) -> None:
    yaml.load(path.read_text(encoding="utf-8"), _NoTwin)  # noqa: S506 (a safe loader)
