"""The closed words of the flow: states, reasons for a move, outcomes, and the stages that the athlete sees."""

from enum import StrEnum
from typing import Literal


class State(StrEnum):
    GOAL_CAPTURE = "GOAL_CAPTURE"
    ANALYST = "ANALYST"
    INTAKE = "INTAKE"
    SAFETY = "SAFETY"
    PLAN = "PLAN"
    PRESENT = "PRESENT"
    CLOSED = "CLOSED"


class Reason(StrEnum):
    GOAL_STATED = "goal_stated"
    SCHEMA_ACCEPTED = "schema_accepted"
    REVISIT_GOAL = "revisit_goal"
    INTAKE_COMPLETE = "intake_complete"
    RED_FLAG = "red_flag"
    GOAL_CHANGED = "goal_changed"
    GATE_APPROVED = "gate_approved"
    GATE_BLOCKED = "gate_blocked"
    GATE_UNRESOLVED = "gate_unresolved"
    SPOKE_WHILE_HELD = "spoke_while_held"
    REVIEW_APPROVED = "review_approved"
    NOTHING_TO_ADD = "nothing_to_add"
    PLAN_VALID = "plan_valid"
    CHANGE_ASKED = "change_asked"
    FACT_CHANGED = "fact_changed"
    ACCEPTED = "accepted"
    ABANDONED = "abandoned"
    FAILED = "failed"


HELD = "held_for_a_person"
"""Why a session was closed whose athlete was gone before a person had decided."""

Outcome = Literal["accepted", "blocked", "abandoned", "failed"]

Stage = Literal["goal", "intake", "building", "present"]

STAGE_SHOWN: dict[State, Stage] = {
    State.GOAL_CAPTURE: "goal",
    State.ANALYST: "goal",
    State.INTAKE: "intake",
    State.SAFETY: "building",
    State.PLAN: "building",
    State.PRESENT: "present",
    State.CLOSED: "present",
}
"""The stage the athlete is shown; SAFETY is invisible."""

STAGE_NAMES: dict[Stage, str] = {
    "goal": "Goal", "intake": "Understanding you", "building": "Building plan", "present": "Your plan",
}  # fmt: skip
