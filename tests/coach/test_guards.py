"""Guards that a model could lean on: what may be shown, what may be null, and what a change takes back."""

import pytest
from checks_sessions import HEALTHY, fact, gate
from plans import planned

from coach.errors import IllegalEvent
from coach.events import Event, GoalChanged, GoalsCaptured, PlanShown
from coach.flow import step
from coach.records.block import TrainingBlock
from coach.session import Session
from coach.states import State
from coach.tools import COLLECT_DATA
from coach.tools.tool import ToolError


@pytest.fixture(scope="module")
def plan() -> TrainingBlock:
    return planned()


def test_only_the_valid_plan_of_an_approved_profile_may_be_shown(plan: TrainingBlock) -> None:
    approved = Session(state=State.PRESENT, gate=gate("approved"), gate_is_current=True, plan=plan)
    assert step(approved, PlanShown(plan=plan)).shown == plan
    other = plan.model_copy(update={"version": 9})
    blocked = Session(state=State.PRESENT, gate=gate("blocked"), gate_is_current=True, plan=plan)
    stale = Session(state=State.PRESENT, gate=gate("approved"), gate_is_current=False, plan=plan)
    for session, shown in ((approved, other), (blocked, plan), (stale, plan)):
        with pytest.raises(IllegalEvent):
            step(session, PlanShown(plan=shown))


def test_null_settles_only_what_can_fail_to_apply() -> None:
    session = Session(state=State.INTAKE, goals=HEALTHY.goals)
    COLLECT_DATA.call(session, {"items": [{"field": "weeks_since_surgery", "value": None, "raw": "no operations"}]})
    for field in ("desired_intensity", "training_days_per_week"):
        with pytest.raises(ToolError, match="always applies"):
            COLLECT_DATA.call(session, {"items": [{"field": field, "value": None, "raw": "no"}]})


@pytest.mark.parametrize(
    ("state", "change"),
    [
        (State.GOAL_CAPTURE, GoalsCaptured(goals=HEALTHY.goals)),
        (State.INTAKE, GoalChanged(words="a marathon instead")),
        (State.INTAKE, fact("age_years", 30)),
    ],
)
def test_a_change_takes_back_what_rested_on_the_old_facts(state: State, change: Event) -> None:
    before = Session(state=state, gate_is_current=True, refusal_told=True, intake_claimed=True, red_flag=True)
    after = step(before, change)
    held = [after.gate_is_current, after.refusal_told, after.intake_claimed, after.red_flag]
    assert held == [False, False, False, False]
