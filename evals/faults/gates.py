"""An engine whose gate says something else than its rules do. Knows no particular fault."""

from collections.abc import Callable

from coach.events import Event, GateEvaluated, RedFlagSeen
from coach.loop import Coach
from coach.records.safety import SafetyResult


def judging(alter: Callable[[SafetyResult], SafetyResult], *, sees_red_flags: bool = True) -> Callable[..., Coach]:
    """An engine that takes every result of the gate altered; without red flags, nothing ends the questions early."""

    class Judging(Coach):
        def _judged(self) -> Event | None:
            event = super()._judged()
            if isinstance(event, RedFlagSeen) and not sees_red_flags:
                return None
            if not isinstance(event, GateEvaluated):
                return event
            return event.model_copy(update={"result": alter(event.result)})

    return Judging
