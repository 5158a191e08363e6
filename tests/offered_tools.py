"""The tools of a state as Inspect hands them to a model."""

from inspect_ai.tool import ToolInfo, ToolParams

from coach.policy import POLICY
from coach.states import State


def offered(state: State) -> list[ToolInfo]:
    definitions = [tool.definition for tool in POLICY[state].tools]
    return [
        ToolInfo(name=d["name"], description=d["description"], parameters=ToolParams(**d["input_schema"]))
        for d in definitions
    ]
