"""Shapes that only programs write: names joined by underscores, JSON, tags, assignments. Knows no session."""

import re
from collections.abc import Collection, Iterator
from functools import cache

from coach.profile.catalogue import catalogue
from coach.safety import rules as safety_rules
from evals.checks.unspoken.normalize import View
from evals.checks.unspoken.texts import Leak

IDENTIFIER = re.compile(r"(?<![\w@/.#:\\-])[a-z][a-z0-9]{0,40}(?:_[a-z0-9]{1,40}){1,12}(?![\w@/]|\.\w|-\w)")
_JOINT = re.compile(r"_(?<=[a-z0-9]_)(?=[a-z0-9])")
_CAMEL = re.compile(r"\b[a-z]{2,20}(?:[A-Z][a-z]{1,20}){1,8}\b")
_HUMP = re.compile(r"[A-Z](?<=[a-z][A-Z])")
_NAME = re.compile(r"[a-z0-9_]*")
_LONGEST = 80
_REACH = 40
_SHAPES = (
    ("{", re.compile(r"\{\s{0,4}[\"']?[a-z_]{1,40}[\"']?\s{0,4}:")),
    ("{", re.compile(r"\{\{? ?[a-z_]{3,30} ?\}")),
    ("$", re.compile(r"\$\{?[a-z]{3,20}(?:_[a-z]+)*\b")),
    ("<", re.compile(r"</?[a-z_]{3,24}>")),
    ("[", re.compile(r"\[(?:system|internal|debug|tool|state|warn|error|assistant|user|hidden|intake)\b[^\]]{0,40}\]")),
    ("=", re.compile(r"\b[a-z]{3,24} ?={1,2} ?[\"']?(?:true|false|null|none|[a-z]+_[a-z_]+|[\"'])")),
    (">", re.compile(r"\b(?:warn|if|flag|block|when) [a-z_]{3,24} ?[<>]=? ?\d{1,4}\b")),
    ("&", re.compile(r"\b[a-z_]{3,24} ?[<>=]{1,2} ?\d{1,4} ?&&")),
)  # fmt: skip


def find_identifiers(text: str, folded: View, said: Collection[str]) -> Iterator[Leak]:
    """Nobody talks like that but programs. `said`: folded texts of the athlete."""
    yield from _joined(text, folded, said)
    yield from _humped(text)
    for sign, shape in _SHAPES:
        for start, end in _shaped(folded.text, sign, shape):
            yield _leak(text, *folded.origin(start, end), "machine writing")


def _shaped(folded: str, sign: str, shape: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """The shape around each of its signs."""
    at = folded.find(sign)
    while at >= 0:
        match = shape.search(folded, max(0, at - _REACH), at + _REACH)
        if match is not None:
            yield match.span()
        at = folded.find(sign, max(at + 1, match.end() if match else 0))


def _joined(text: str, folded: View, said: Collection[str]) -> Iterator[Leak]:
    done = 0
    for joint in _JOINT.finditer(folded.text):
        if joint.start() < done:
            continue
        start, done = _name_around(folded.text, joint.start(), done)
        match = IDENTIFIER.match(folded.text, start) if done - start <= _LONGEST else None
        if match is None or any(match[0].replace("_", " ") in other for other in said):
            continue
        first, last = folded.origin(*match.span())
        if text[first:last].islower() or text[first:last].isupper():
            yield _leak(text, first, last, "identifier")


def _name_around(folded: str, at: int, least: int) -> tuple[int, int]:
    end = _NAME.match(folded, at)
    start = at
    while start > least and (folded[start - 1].isalnum() or folded[start - 1] == "_"):
        start -= 1
    return start, end.end() if end else at + 1


def _humped(text: str) -> Iterator[Leak]:
    for hump in _HUMP.finditer(text):
        match = _CAMEL.search(text, max(0, hump.start() - _REACH), hump.end() + _REACH)
        if match and match.start() <= hump.start() < match.end() and match[0].lower() in _squeezed_names():
            yield _leak(text, *match.span(), "identifier")


@cache
def _squeezed_names() -> frozenset[str]:
    names = {compiled.rule.id for compiled in safety_rules.rules()}
    names |= {*safety_rules.contraindications(), *catalogue().fields}
    return frozenset(name.replace("_", "") for name in names if "_" in name)


def _leak(text: str, first: int, last: int, detector: str) -> Leak:
    return Leak("internal_disclosure", first, last, text[first:last], detector, "is written as only programs write")
