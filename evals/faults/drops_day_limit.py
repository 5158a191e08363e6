"""The planner forgets how many days the athlete can train, and the repair loop that would mend it is off."""

from dataclasses import replace
from typing import Any

from coach.events import PlanProposed
from coach.fold import Session
from coach.policy import POLICY
from coach.states import State
from coach.tools.generate_plan import GENERATE_PLAN, GeneratePlan
from coach.tools.tool import Done
from evals.faults.fault import Fault, FaultyCoach
from evals.offline.said import Said
from evals.offline.seen import Seen


def _unjudged(session: Session, given: GeneratePlan) -> Done:
    return Done((PlanProposed(attempt=session.attempts + 1, plan=given.plan),), "The plan is valid.")


def _change(seen: Seen, said: Said) -> Said:
    profile: dict[str, Any] = dict(seen.get("profile", {}))
    if "generate_plan" not in seen.tools or "training_days_per_week" not in profile:
        return said
    profile["training_days_per_week"] += 1
    return FaultyCoach(0, lambda _seen, same: same).say(replace(seen, sections={**seen.sections, "profile": profile}))


_ROW = POLICY[State.PLAN]

FAULT = Fault(
    id="drops_day_limit",
    owner="plan_validity",
    personas=("healthy_10k",),
    because="a week has one training day more than the athlete has",
    change=_change,
    policy={**POLICY, State.PLAN: replace(_ROW, tools=(replace(GENERATE_PLAN, run=_unjudged),))},
)
