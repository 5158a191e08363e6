"""The engine tells the model that its call worked when it did not, so that nothing is ever mended.

The coach of this fault hands over a wrong plan first, and mends it when it is told; the clean engine does tell it.
"""

from typing import Any

from coach.loop import Coach
from evals.faults.fault import Fault
from evals.faults.seats import planning_from, with_known
from evals.offline.seen import Seen

DAYS = "training_days_per_week"


class _Swallowing(Coach):
    async def _run(self, call: dict[str, Any]) -> dict[str, Any]:
        result = await super()._run(call)
        return {**result, "is_error": False, "content": "Done."} if result.get("is_error") else result


def _careless(seen: Seen) -> dict[str, Any]:
    """One day more than there is, until told that it is wrong."""
    told = any(is_error for _, is_error in seen.fresh_results)
    return {} if told else with_known(seen, **{DAYS: seen.get("profile")[DAYS] + 1})


FAULT = Fault(
    id="swallows_tool_errors",
    owner="loop_health",
    personas=("goal_changer", "stress_fracture_history"),
    because="the error of a tool goes back to the model as a success",
    follows={"outcome": "the plan is never mended, and the session fails", "cost": "the plan is made five times"},
    guards={"errors that go back to the model": "test_a_coach_that_is_told_of_its_error_mends_it"},
    coach=planning_from(_careless),
    engine=_Swallowing,
)
