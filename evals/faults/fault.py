"""The shape of a fault: one small change of a clean coach, who must catch it, and what follows from it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from coach.flow import FLOW, Flow
from coach.policy import POLICY, Row
from coach.states import State
from evals.offline import OfflineCoach
from evals.offline.said import Call, Said
from evals.offline.seen import Seen

Change = Callable[[Seen, Said], Said]


@dataclass(frozen=True, slots=True)
class Fault:
    """`change` alters what the offline coach says or calls; `flow` and `policy` switch off guards of the engine.

    `follows`: scorers that also fire because of it, each with the reason. The observed set must equal owner and
    follows. `personas` can show it.
    """

    id: str
    owner: str
    personas: tuple[str, ...]
    because: str
    follows: dict[str, str] = field(default_factory=dict)
    change: Change = lambda _seen, said: said
    flow: Flow = FLOW
    policy: dict[State, Row] = field(default_factory=lambda: POLICY)

    @property
    def expected(self) -> frozenset[str]:
        return frozenset({self.owner, *self.follows})


class FaultyCoach(OfflineCoach):
    """The offline coach with one change of what it answers."""

    def __init__(self, seed: int, change: Change) -> None:
        super().__init__(seed)
        self._change = change

    def say(self, seen: Seen) -> Said:
        return self._change(seen, super().say(seen))


def with_items(said: Said, alter: Callable[[dict[str, object]], dict[str, object] | None]) -> Said:
    """`said` with every recorded item altered, or left out where `alter` gives None."""
    calls = []
    for call in said.calls:
        if "items" not in call.input:
            calls.append(call)
            continue
        items = [altered for item in call.input["items"] if (altered := alter(dict(item))) is not None]
        if items:
            calls.append(Call(call.tool, {"items": items}))
    return Said(said.text, tuple(calls))
