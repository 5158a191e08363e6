"""Guards of the engine switched off, for faults that a guard would mend. A companion test shows each at work."""

from dataclasses import replace
from typing import Any

from coach.events import PlanProposed
from coach.fold import Session
from coach.policy import POLICY, Row
from coach.states import State
from coach.tools.generate_plan import GENERATE_PLAN, GeneratePlan
from coach.tools.tool import Done
from evals.offline import OfflineCoach
from evals.offline.said import Said
from evals.offline.seen import Seen


def _unjudged(session: Session, given: GeneratePlan) -> Done:
    return Done((PlanProposed(attempt=session.attempts + 1, plan=given.plan),), "The plan is valid.")


PLANS_UNJUDGED: dict[State, Row] = {
    **POLICY,
    State.PLAN: replace(POLICY[State.PLAN], tools=(replace(GENERATE_PLAN, run=_unjudged),)),
}
"""No plan rule is looked at when a plan is handed over."""


def planned_from(seen: Seen, **sections: Any) -> Said:
    """What the clean coach would plan if the context said this instead."""
    return OfflineCoach().say(replace(seen, sections={**seen.sections, **sections}))
