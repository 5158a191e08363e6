"""What each state offers a model: prompt file, tools, tool choice, tier. One row per state that asks a model."""

from dataclasses import dataclass
from typing import Literal

from coach import tools
from coach.states import State
from coach.tools.tool import Tool

Tier = Literal["fast", "reasoning"]


@dataclass(frozen=True, slots=True)
class PolicyRow:
    """`choice`: any = some tool, auto = tool or talk, required = the one tool. `speaks`: its text is shown."""

    prompt: str
    tools: tuple[Tool, ...]
    choice: Literal["any", "auto", "required"]
    tier: Tier
    speaks: bool

    def tool(self, name: str) -> Tool | None:
        return next((tool for tool in self.tools if tool.name == name), None)

    @property
    def tool_choice(self) -> dict[str, str]:
        """As the Messages API wants it."""
        if self.choice == "required":
            return {"type": "tool", "name": self.tools[0].name}
        return {"type": self.choice}


POLICY: dict[State, PolicyRow] = {
    State.GOAL_CAPTURE: PolicyRow("goal_capture.md", (tools.CAPTURE_GOAL,), "any", "fast", speaks=True),
    State.ANALYST: PolicyRow("analyst.md", (tools.ANALYZE_GOAL,), "required", "reasoning", speaks=False),
    State.INTAKE: PolicyRow(
        "intake.md",
        (tools.COLLECT_DATA, tools.CORRECT_DATA, tools.INTAKE_COMPLETE, tools.CHANGE_GOAL, tools.REMEMBER),
        "auto",
        "fast",
        speaks=True,
    ),
    # Only where the variant has a reviewer: otherwise SAFETY is code alone.
    State.SAFETY: PolicyRow("reviewer.md", (tools.REVIEW_PROFILE,), "required", "fast", speaks=False),
    State.PLAN: PolicyRow("plan.md", (tools.GENERATE_PLAN,), "required", "reasoning", speaks=False),
    State.PRESENT: PolicyRow(
        "present.md",
        (
            tools.SHOW_PLAN,
            tools.REFINE_PLAN,
            tools.ACCEPT_PLAN,
            tools.COLLECT_DATA,
            tools.CORRECT_DATA,
            tools.CHANGE_GOAL,
            tools.REMEMBER,
        ),
        "auto",
        "fast",
        speaks=True,
    ),
}
