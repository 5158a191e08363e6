"""Medicines that no class of the catalogue holds: the field is open, so they are kept as they were said."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import yaml

from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.over import is_over
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.skeleton import Skeleton

_FIELD = "medications"
_PATH = Path(__file__).with_name("other_medicines.yaml")
_VOID = frozenset({"other", "hypothetical", "question", "unreal", "uncertain", "wanted"})
_ASKED = frozenset({_FIELD, "parq_yes"})
"""Questions that ask for the medicines that somebody takes."""


@cache
def _names() -> re.Pattern[str]:
    listed = yaml.safe_load(_PATH.read_text(encoding="utf-8"))["names"]
    return re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, listed), key=len, reverse=True))})\b")


def read_other_medicines(text: str, skeleton: Skeleton, claims: Assertions, asked: Asked) -> Iterator[Candidate]:
    """One candidate with every such medicine that the athlete takes now, in the letters of `text`."""
    if _ASKED.isdisjoint(asked.fields):
        return
    spans = [
        skeleton.original(*match.span())
        for match in _names().finditer(skeleton.text)
        if not claims.standings(*match.span()) & _VOID
        and not claims.denied_before(match.start())
        and not is_over(_FIELD, skeleton.text, match.start(), claims)
    ]
    if spans:
        named = tuple(dict.fromkeys(text[low:high] for low, high in spans))
        yield Candidate(_FIELD, named, (spans[0][0], spans[-1][1]))
