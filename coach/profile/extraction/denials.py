"""Events that the athlete denies: what hangs on the event does not apply. The events are data in denials.yaml."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml

from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import Skeleton
from coach.records.fact import Value

PATH = Path(__file__).with_name("denials.yaml")
_VOID = frozenset({"other", "hypothetical", "question", "unreal", "uncertain"})
_REACH = 45
"""Unasked, a denial must stand this close before the event, in characters."""


class Denial(NamedTuple):
    """How one field is denied: words that count whoever asked, where it was asked, where nothing was; whole sayings."""

    value: Value
    names: re.Pattern[str] | None
    asked: re.Pattern[str] | None
    says: re.Pattern[str] | None
    volunteered: re.Pattern[str] | None = None


@cache
def denials() -> dict[str, Denial]:
    table = yaml.safe_load(PATH.read_text(encoding="utf-8"))
    return {field: _denial(row) for field, row in table.items()}


def _denial(row: dict[str, object]) -> Denial:
    unknown = set(row) - {"value", "names", "volunteered", "asked", "says"}
    if unknown:
        raise KeyError(f"unknown keys {sorted(unknown)}")
    value = row.get("value")
    kept: Value = () if value == [] else value  # type: ignore[assignment]
    told = _one_of(row, "names"), _one_of(row, "names", "asked"), _one_of(row, "says")
    return Denial(kept, *told, _one_of(row, "names", "volunteered"))


def _one_of(row: dict[str, object], *keys: str) -> re.Pattern[str] | None:
    words = [word for key in keys for word in _words(row.get(key))]
    return re.compile(rf"\b(?:{'|'.join(words)})(?!\w)") if words else None


def _words(listed: object) -> list[str]:
    return [str(word) for word in listed] if isinstance(listed, list) else []


def read_denials(skeleton: Skeleton, claims: Assertions, asked: Asked) -> Iterator[Candidate]:
    """What every denied event settles; nothing where the text speaks of such an event without denying it."""
    if not saying("denials", "negator").search(skeleton.text) and not asked.fields:
        return
    for field, denial in denials().items():
        span = _denied(field, denial, skeleton, claims, asked)
        if span is not None:
            yield Candidate(field, denial.value, skeleton.original(*span))


def speaks_of(field: str, skeleton: Skeleton, claims: Assertions) -> bool:
    """Whether the text tells of the event of `field` without denying it."""
    row = denials().get(field)
    if row is None or row.names is None:
        return False
    return any(not _is_denied(match, skeleton, claims, near=False) for match in row.names.finditer(skeleton.text))


def _denied(field: str, denial: Denial, skeleton: Skeleton, claims: Assertions, asked: Asked) -> tuple[int, int] | None:
    in_question = field in asked.fields
    words = denial.asked if in_question else denial.names if asked.fields else denial.volunteered
    spans = []
    for match in words.finditer(skeleton.text) if words else ():
        if claims.standings(*match.span()) & _VOID:
            continue
        if _is_denied(match, skeleton, claims, near=not in_question):
            spans.append(match.span())
        elif denial.names and denial.names.fullmatch(match[0]):
            return None
    if not spans and in_question and denial.says:
        spans = [found.span() for found in denial.says.finditer(skeleton.text) if _plainly(found, claims)]
    return spans[0] if spans else None


def _plainly(found: re.Match[str], claims: Assertions) -> bool:
    return not claims.standings(*found.span()) & (_VOID | {"negated", "past"})


def _is_denied(match: re.Match[str], skeleton: Skeleton, claims: Assertions, *, near: bool) -> bool:
    text = skeleton.text
    low, high = claims.sentence(match.start())
    before = text[max(low, match.start() - _REACH) : match.start()]
    if saying("denials", "after").match(text[match.end() : high]):
        return True
    if saying("denials", "limited").match(text[match.end() : high]):
        return False
    if saying("denials", "ignorant_after").match(text[match.end() : high]):
        return False
    if saying("denials", "given").search(before) or saying("denials", "ignorant").search(before):
        return False
    return bool(saying("denials", "close").search(before)) or (not near and claims.denied_before(match.start()))
