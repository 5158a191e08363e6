"""What the athlete wants, in the athlete's words."""

from typing import Literal

from coach.records.base import Record

GoalType = Literal["performance", "fitness", "weight_loss", "health"]


class Goal(Record):
    """One goal. `event` is a race name such as `1500m`, `mile`, `5k`, `half`, `marathon`; `target` is a time."""

    text: str
    type: GoalType = "performance"
    sport: str = "running"
    event: str | None = None
    target: str | None = None
