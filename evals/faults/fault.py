"""The shape of a fault: one change of one side of a session, who must catch it, and what follows from it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from coach.decisions import Review
from coach.flow import FLOW, Flow
from coach.loop import Coach
from coach.policy import POLICY, PolicyRow
from coach.states import State
from coach.variants import Variant
from evals.offline import OfflineCoach
from evals.session import Spec
from personas.athlete import Athlete
from personas.channel import Channel
from personas.offline import OfflineAthlete

Side = Literal["coach", "athlete"]

MakeCoach = Callable[[int, Channel], OfflineCoach]
"""From the session's seed and the channel between the two players."""


def as_it_is(variant: Variant) -> Variant:
    return variant


def clean_athlete(spec: Spec) -> Athlete:
    """The persona as its file says."""
    return OfflineAthlete(spec.persona, spec.session_seed, today=spec.today)


@dataclass(frozen=True, slots=True)
class Fault:
    """`coach` is the model that answers, `engine` the flow around it, `athlete` the other side; `flow`, `policy` and
    `variant` are the engine's tables, `review` is a setting of the session. A fault changes as few as show it.

    `owner` must catch it. `follows`: scorers that also fire because of it, each with the reason; the observed set
    must equal owner and follows. `shows`: rules or categories one of which the owner's findings must name, where
    firing alone would not tell that it saw this. `personas` can show it. `guards`: what is switched off because it
    would mend the fault, and the companion test (in tests/evals/faults/test_guards.py) that shows it at work.
    """

    id: str
    owner: str
    personas: tuple[str, ...]
    because: str
    shows: frozenset[str] = frozenset()
    follows: Mapping[str, str] = field(default_factory=dict)
    guards: Mapping[str, str] = field(default_factory=dict)
    coach: MakeCoach = OfflineCoach
    engine: Callable[..., Coach] = Coach
    athlete: Callable[[Spec], Athlete] = clean_athlete
    variant: Callable[[Variant], Variant] = as_it_is
    review: Review = "go_on"
    flow: Flow = FLOW
    policy: Mapping[State, PolicyRow] = field(default_factory=lambda: POLICY)

    @property
    def expected(self) -> frozenset[str]:
        return frozenset({self.owner, *self.follows})

    @property
    def side(self) -> Side:
        """Whose fault it is; the engine counts as the coach."""
        return "coach" if self.athlete is clean_athlete else "athlete"

    @property
    def guarded(self) -> "Fault":
        """The same fault with every guard of the engine on."""
        return replace(self, policy=POLICY, flow=FLOW, engine=Coach, variant=as_it_is)


CLEAN = Fault(id="clean", owner="", personas=(), because="nothing is wrong")
