"""What a text says that whole weeks come to: beside their number, in a list of weeks, or as the sum of days."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from coach.sentences import PARTS
from evals.checks.distances_in_text import UNIT, Span, distances, factors_of
from evals.checks.plan_in_text import DAY_NAME, TOTAL, WEEK, in_cells, parts, week_at, weeks_of

_PIECE = re.compile(r"[,|]| (?:and|then|but|before|plus) ")
_FIGURE = re.compile(r"\d+(?:[.,]\d+)?")
_OF = re.compile(
    rf"\d ?(?:{UNIT.pattern})?[\s*_(]*(?:(?!until|till|with|before|after|than|then)\w+[\s*_]+){{0,3}}$", re.IGNORECASE
)
"""A distance, and up to three words between it and the week that it is of."""
_UNSURE = re.compile(r"\?$|\b(?:except|apart|other than)\b", re.IGNORECASE)

_WORD_OR_CELL = re.compile(r"[^\W\d]{2,}|\|")
_OTHER = re.compile(rf"\||{WEEK.pattern}|{DAY_NAME.pattern}", re.IGNORECASE)


class WeekTotalInText(NamedTuple):
    """What a week may be said to come to, in km. `sums`: as the sum of the days before it, not by its number."""

    week: int | None
    kms: tuple[float, ...]
    start: int
    end: int
    sums: bool = False


@lru_cache(4096)
def week_totals_in_text(text: str) -> tuple[WeekTotalInText, ...]:
    """Every distance that `text` says of a whole week: beside its number, in a list of weeks, or as the sum of days."""
    return (*_sums(text), *(total for found in PARTS.finditer(text) for total in _numbered(text, found.span())))


def _sums(text: str) -> Iterator[WeekTotalInText]:
    for part in parts(text):
        if part.sums and (kms := in_cells(text, part)):
            yield WeekTotalInText(part.week, kms, *part.span, sums=True)
    for found in PARTS.finditer(text):
        alone = not _WORD_OR_CELL.search(UNIT.sub("", found.group()))
        if (
            not _OTHER.search(found.group())
            and (alone or TOTAL.search(found.group()))
            and (kms := _certain(text, found.span(), ()))
        ):
            yield WeekTotalInText(week_at(text, found.start()), kms, *found.span(), sums=True)


def _numbered(text: str, span: Span) -> Iterator[WeekTotalInText]:
    """Of a sentence, piece by piece, the weeks that are named with the one distance beside them; or a list for each."""
    named = [(found.span(), weeks) for found in WEEK.finditer(text, *span) if (weeks := weeks_of(found))]
    if not named or _UNSURE.search(text[slice(*span)]):
        return
    factors = factors_of(text)
    ends = [place[0] for place, _ in named[1:]] + [span[1]]
    listed = {}
    for ((start, behind), weeks), until in zip(named, ends, strict=True):
        after = [kms for one in _pieces(text, (behind, until), ()) if (kms := _certain(text, one, factors))]
        if len(after) == len(weeks) > 1 and not DAY_NAME.search(text, behind, until):
            listed[start] = tuple(zip(weeks, after, strict=True))
    yield from (WeekTotalInText(week, kms, *span) for each in listed.values() for week, kms in each)
    for first, last in _pieces(text, span, [place for place, _ in named]):
        inside = [(place, weeks) for place, weeks in named if first <= place[0] < last and place[0] not in listed]
        for (start, end), weeks in inside if len(inside) == 1 else ():
            one = len(_FIGURE.findall(text, first, start)) == 1 and _OF.search(text[first:start])
            before = _certain(text, (first, start), factors) if one else ()
            kms = before or _certain(text, (end, last), factors)
            yield from (WeekTotalInText(week, kms, first, last) for week in weeks if kms)


def _pieces(text: str, span: Span, whole: Sequence[Span]) -> Iterator[Span]:
    """The stretches between commas and conjunctions; what is `whole` is not parted."""
    start = span[0]
    for found in _PIECE.finditer(text, *span):
        at = found.start()
        decimal = text[at - 1 : at].isdigit() and text[at + 1 : at + 2].isdigit()
        if not decimal and not any(a <= at < b for a, b in whole):
            yield start, at
            start = found.end()
    yield start, span[1]


def _certain(text: str, span: Span, factors: tuple[float, ...]) -> tuple[float, ...]:
    """The one distance of a stretch; nothing of several."""
    kms = distances(text, span, factors)
    return kms if len(kms) <= len(factors) or len(kms) == 1 else ()
