"""The engine's messages to a model: named sections of JSON, as text and back, and what they add up to. Pure.

A section is a line `<name>JSON</name>`, the JSON canonical (RFC 8785), so that the same sections have the same bytes
also after they were stored.
"""

import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache, reduce
from typing import Any, NamedTuple

from coach.canonical_json import canonical
from coach.memoize import by_parts

Sections = Mapping[str, Any]
_NOTHING: Sections = {}
ENTRYWISE = frozenset({"also_told", "known", "profile", "plan_weeks", "rules_for_them"})
"""Sections of named entries, of which only new and changed ones are told."""
LISTWISE = frozenset({"still_needed"})
"""Sections that list names, of which only new ones are told."""
GONE = "_gone"
"""Behind a section's name: the names of entries that no longer hold."""
_SECTION = re.compile(r"^<(\w+)>(.*)</\1>$", re.MULTILINE)


def written(sections: Sections) -> str:
    return "\n".join(f"<{name}>{_json(sections[name])}</{name}>" for name in sorted(sections))


def _json(value: Any) -> str:
    return canonical(value).decode().replace("</", "<\\/")


@lru_cache(maxsize=4096)
def sections_in(text: str) -> Sections:
    """The sections of a text that `written` made; none in any other text."""
    return {name: json.loads(body) for name, body in _SECTION.findall(text)}


def updated(known: Sections, news: Sections) -> Sections:
    """`known` after `news`: entries and names are added to their section, anything else replaces it."""
    changed = {**known, **{name: value for name, value in news.items() if _base(name) not in ENTRYWISE | LISTWISE}}
    for name in {_base(key) for key in news} & (ENTRYWISE | LISTWISE):
        gone = news.get(name + GONE, ())
        if name in ENTRYWISE:
            entries = {**known.get(name, {}), **news.get(name, {})}
            changed[name] = {key: value for key, value in entries.items() if key not in gone}
        else:
            names = dict.fromkeys([*known.get(name, ()), *news.get(name, ())])
            changed[name] = [each for each in names if each not in gone]
    return changed


def _base(key: str) -> str:
    return key.removesuffix(GONE)


def all_told(texts: Iterable[str]) -> Sections:
    """What several messages, in order, add up to."""
    return reduce(_told, map(sections_in, texts), _NOTHING)


class _Told(NamedTuple):
    known: Sections
    news: Sections


def _told(known: Sections, news: Sections) -> Sections:
    return _updated(_Told(known, news))


@by_parts("known", "news")
def _updated(told: _Told) -> Sections:
    return updated(*told)
