"""What is drawn beside the rows of a comparison: differences with their intervals, and the trend of a scorer."""

from collections.abc import Sequence

from reports import wording
from reports.blocks import MARKS, Chart, Point
from reports.comparison import ScorerLine
from reports.history import HistoryEntry


def differences(lines: Sequence[ScorerLine]) -> tuple[Chart, ...]:
    """Candidate minus base with 95% intervals: pass rates all on one scale, each number on its own."""
    points = [_difference(line) for line in lines]
    binary = [_reach(point) for line, point in zip(lines, points, strict=True) if line.binary]
    shared = max(binary, default=0.0)
    return tuple(
        _drawn(line, point, shared if line.binary else _reach(point))
        if line.estimate
        else Chart((), -1, 1, says="not compared")
        for line, point in zip(lines, points, strict=True)
    )


def _drawn(line: ScorerLine, point: Point, reach: float) -> Chart:
    """Zero lies in the middle."""
    low, high = (-reach, reach) if reach else (-1.0, 1.0)
    found = line.estimate.interval if line.estimate else None
    said = f"{wording.difference(point.value, binary=line.binary)}, 95% interval"
    return Chart(
        (point,),
        low,
        high,
        says=f"{line.title}: difference {said} {wording.interval(found, binary=line.binary)}",
        style=MARKS[line.verdict].style,
        ends=(wording.difference(low, binary=line.binary), wording.difference(high, binary=line.binary)),
    )


def _difference(line: ScorerLine) -> Point:
    if line.estimate is None:
        return Point(0, 0, 0)
    return _point(line.estimate.difference, *(line.estimate.interval or (None, None)))


def _reach(point: Point) -> float:
    return max(abs(point.low), abs(point.value), abs(point.high))


def trend(scorer: str, runs: Sequence[HistoryEntry]) -> Chart:
    """The scorer over the runs that have it, each with its 95% interval."""
    found = [(entry, mark) for entry in runs for mark in entry.marks if mark.scorer == scorer]
    points = tuple(_point(mark.value, mark.low, mark.high) for _, mark in found)
    low, high = min(point.low for point in points), max(point.high for point in points)
    binary = found[-1][1].binary
    said = ", ".join(wording.amount(point.value, binary=binary) for point in points)
    return Chart(
        points,
        low,
        high,
        says=f"{scorer} over {wording.count(len(points), 'run')}, oldest first: {said}",
        ends=(wording.amount(low, binary=binary), wording.amount(high, binary=binary)),
        span=(found[0][0].created[:10], found[-1][0].created[:10]),
    )


def _point(value: float, low: float | None, high: float | None) -> Point:
    return Point(value if low is None else low, value, value if high is None else high)
