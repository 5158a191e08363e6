"""How a weight moved: what it was, what it is, and the share that went. Knows no other measure of a body."""

import re
from collections.abc import Iterator

from coach.profile.extraction.asked import Asked
from coach.profile.extraction.grouped import quantities_of
from coach.profile.extraction.quantity import Quantity
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import Skeleton

_WEIGHTS = (30, 180)
_WEIGHT = frozenset({"weight_kg", "weight_loss_last_month_pct"})
_OF_WEIGHT = re.compile(r"\b(?:weigh\w*|scales?|kilos?|kgs?|lost|lose|losing|dropped|heavier|lighter)\b|\ue003")
_NOT_OF_WEIGHT = re.compile(
    r"\b(?:age|pace|mileage|heart|pulse|bpm|blood|pressure|hba1c|glucose|km|miles|minutes|time|pb)\b"
)
_MOVES = 0.3
"""The share of a weight by which it moves in a time that is told in one breath."""
_MOST = 60
"""Per cent of body weight."""


def weight_lost(skeleton: Skeleton, asked: Asked) -> Iterator[Candidate]:
    """ "From 70 to 68 kg" in a month, or in answer to the question about it."""
    if match := saying("reckoning", "lost_from").search(skeleton.text):
        lost, start = quantities_of(match, skeleton, "lost", "before")
        first = start.lo if start.kind == "mass" else start.lo * lost.unit
        told = [
            Quantity("mass", first, first, start.start, start.end),
            Quantity("mass", first - lost.lo, first - lost.hi, lost.start, lost.end),
        ]
    elif match := saying("reckoning", "from_to").search(skeleton.text):
        told = quantities_of(match, skeleton, "a", "b")
    else:
        match = saying("reckoning", "lost_now").search(skeleton.text)
        told = quantities_of(match, skeleton, "a", "b") if match else []
        if len(told) == 2:  # noqa: PLR2004 (how much went, what is left)
            lost, now = told
            if now.kind == "number":
                now = Quantity("mass", now.lo * lost.unit, now.hi * lost.unit, now.start, now.end)
            told = [Quantity(now.kind, now.lo + lost.lo, now.hi + lost.hi, lost.start, lost.end), now]
    dated = saying("reckoning", "month").search(f"{skeleton.text} {asked.text}") is not None
    if match is None or len(told) != 2 or not (dated or "weight_loss_last_month_pct" in asked.fields):  # noqa: PLR2004
        return
    before, after = told
    if before.kind == "number" and before.mid > 0 and after.kind == "mass" and before.mid / after.mid > 2:  # noqa: PLR2004
        return
    share = 100 * (before.mid - after.mid) / before.mid if before.mid else 0
    if abs(share) <= _MOST:
        span = (min(before.start, after.start), max(before.end, after.end))
        yield Candidate("weight_loss_last_month_pct", max(0.0, round(share, 2)), span, "inferred")


def weight_moved(skeleton: Skeleton, asked: Asked) -> Iterator[Candidate]:
    """ "Was 75, I'm 72 now", "84 to 80": the weight is the last one, and the loss is the share of the first."""
    text, wanted = skeleton.text, bool(_WEIGHT.intersection(asked.fields))
    for match in saying("reckoning", "fell").finditer(text):
        told = quantities_of(match, skeleton, "a", "b", "a2", "b2", "a3", "b3")
        if len(told) != 2 or not (wanted or _OF_WEIGHT.search(text)):  # noqa: PLR2004 (before and now)
            continue
        before, now = sorted(told, key=lambda item: item.start)[:: -1 if match["b2"] else 1]
        unit = next((item.unit for item in told if item.kind == "mass"), 1.0)
        first, last = (item.mid * (unit if item.kind == "number" else 1.0) for item in (before, now))
        likely = _WEIGHTS[0] <= last <= _WEIGHTS[1] and abs(first - last) <= first * _MOVES
        if not likely or _NOT_OF_WEIGHT.search(match[0]):
            continue
        if {before.kind, now.kind} == {"number"} and not wanted and not _OF_WEIGHT.search(text[: match.start()]):
            continue
        yield Candidate("weight_kg", round(last, 4), (now.start, now.end))
        dated = saying("reckoning", "month").search(f"{text} {asked.text}")
        if "weight_loss_last_month_pct" in asked.fields or (dated and last < first):
            span = (min(before.start, now.start), max(before.end, now.end))
            share = max(0.0, round(100 * (first - last) / first, 2))
            yield Candidate("weight_loss_last_month_pct", share, span, "inferred")
        return
