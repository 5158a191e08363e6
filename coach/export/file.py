"""What an export makes: named bytes, with where in the plan each session stands. Knows no file format."""

from collections.abc import Iterator
from dataclasses import dataclass

from coach.plan.reading import Placed, placed
from coach.records.block import TrainingBlock


@dataclass(frozen=True, slots=True)
class File:
    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class DatedSession:
    """A session with its place among those of its day, from 1."""

    at: Placed
    number: int

    @property
    def name(self) -> str:
        """`2026-01-06-interval`; a second session of the day has `-2`."""
        more = f"-{self.number}" if self.number > 1 else ""
        return f"{self.at.day.date}-{self.at.session.purpose.replace('_', '-')}{more}"


def entries(plan: TrainingBlock) -> Iterator[DatedSession]:
    seen: dict[str, int] = {}
    for at in placed(plan):
        day = at.day.date.isoformat()
        seen[day] = seen.get(day, 0) + 1
        yield DatedSession(at, seen[day])
