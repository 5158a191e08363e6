"""The coach says that no plan is possible where one is, and the engine believes it."""

from coach.events import CoachSaid, PlanImpossible
from coach.fold import Session
from coach.policy import POLICY
from coach.states import State
from coach.tools.generate_plan import GeneratePlan
from coach.tools.tool import Done
from evals.faults.fault import Fault
from evals.faults.guards_off import with_run
from evals.faults.seats import saying
from evals.offline.said import Call, Said
from evals.offline.seen import Seen

_WHY = "I'm sorry, I couldn't find a way to fit your week and your goal together this time."


def _believed(session: Session, given: GeneratePlan) -> Done:
    why = given.cannot or ""
    return Done((CoachSaid(state=session.state, text=why, ends_turn=False), PlanImpossible(why=why)), "Noted.")


def _given_up(seen: Seen, said: Said) -> Said:
    return Said(calls=(Call("generate_plan", {"cannot": _WHY}),)) if "generate_plan" in seen.tools else said


FAULT = Fault(
    id="gives_up_planning",
    owner="outcome",
    personas=("healthy_10k", "teen_miler"),
    because="no plan is made though one is possible",
    guards={"the planner's own look whether a plan is possible": "test_a_plan_that_is_possible_is_not_given_up"},
    coach=saying(_given_up),
    policy=with_run(dict(POLICY), State.PLAN, "generate_plan", _believed),
)
