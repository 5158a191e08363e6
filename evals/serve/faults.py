"""A fault plan: which calls go wrong how. The same plan, call number and request: the same faults."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, ValidationError, model_validator

from coach.errors import FileError
from coach.records.base import Record
from coach.records.problems import first_problem
from coach.toml_file import read_toml
from evals.serve import answers

Json = dict[str, Any]
From1 = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(ge=0)]
_SECONDS = {"fixed": ("seconds",), "uniform": ("least", "most"), "lognormal": ("median", "sigma")}
"""Distribution of a latency to what its `seconds` are."""
_NOVELTY = {"type": "novelty", "data": {"x": 1}}


class CallFault(Record):
    """One row: which calls it meets (all conditions hold; none: every call), and what happens to them.

    `calls`: numbers from 1, retries counted; `every`: each n-th; `first`, `last`: bounds of the number; `tool`: one on
    offer, which tells the coach's state; `chance`: drawn by the plan's seed and the number.
    """

    kind: Literal[
        "latency", "status", "hang", "cut_stream", "stream_error", "malformed_json", "wrong_content_type",
        "unknown_block", "empty_content", "refusal", "pause_turn", "max_tokens", "endless_tools", "huge_text",
    ]  # fmt: skip
    calls: tuple[From1, ...] = ()
    every: From1 = 1
    first: From1 = 1
    last: From1 | None = None
    tool: str | None = None
    model: str | None = None
    chance: Annotated[float, Field(gt=0, le=1)] = 1.0
    status: Annotated[int, Field(ge=400, le=599)] = 529
    retry_after_s: Seconds | None = None
    seconds: tuple[Seconds, ...] = ()
    distribution: Literal["fixed", "uniform", "lognormal"] = "fixed"
    events: Annotated[int, Field(ge=0)] = 3
    bytes: From1 = 10_000_000
    category: str | None = None

    @model_validator(mode="after")
    def _can_wait(self) -> Self:
        """A latency has as many `seconds` as its distribution takes."""
        if self.kind == "latency" and len(self.seconds) != len(_SECONDS[self.distribution]):
            raise ValueError(f"latency needs seconds = [{', '.join(_SECONDS[self.distribution])}]")
        return self

    def meets(self, number: int, request: Json, chance: float) -> bool:
        offered = {tool.get("name") for tool in request.get("tools") or ()}
        return (
            (not self.calls or number in self.calls)
            and number % self.every == 0
            and self.first <= number <= (self.last or number)
            and (self.tool is None or self.tool in offered)
            and (self.model is None or self.model == request.get("model"))
            and chance < self.chance
        )

    def wait_s(self, draw: random.Random) -> float:
        """fixed: `seconds[0]`; uniform: between both; lognormal: median `seconds[0]`, sigma `seconds[1]`."""
        if self.distribution == "uniform":
            return draw.uniform(self.seconds[0], self.seconds[1])
        return self.seconds[0] * (draw.lognormvariate(0, self.seconds[1]) if self.distribution == "lognormal" else 1)


class Plan(Record):
    """`fault` rows in order: every latency that meets a call, and the first other fault."""

    seed: int = 0
    fault: tuple[CallFault, ...] = ()

    def of(self, number: int, request: Json) -> tuple[float, CallFault | None]:
        """(seconds to wait first, the fault of this call)."""
        wait_s, chosen = 0.0, None
        for row, fault in enumerate(self.fault):
            draw = random.Random(f"{self.seed}|{row}|{number}")
            if not fault.meets(number, request, draw.random()):
                continue
            if fault.kind == "latency":
                wait_s += fault.wait_s(draw)
            chosen = chosen or (fault if fault.kind != "latency" else None)
        return wait_s, chosen


def load(path: Path) -> Plan:
    """`FileError` where the file is no plan."""
    try:
        return Plan.model_validate(read_toml(path))
    except ValidationError as error:
        raise FileError(path, None, *first_problem(error, Plan)) from error


def _refused(fault: CallFault, answer: Json, _request: Json) -> Json:
    details = {"type": "refusal", "category": fault.category, "explanation": None}
    return {**answer, "content": [], "stop_reason": "refusal", "stop_details": details}


def _paused(_fault: CallFault, answer: Json, _request: Json) -> Json:
    kept = [block for block in answer["content"] if block["type"] == "thinking"]
    return {**answer, "content": [*kept, {"type": "text", "text": "One moment."}], "stop_reason": "pause_turn"}


def _endless(_fault: CallFault, answer: Json, request: Json) -> Json:
    name = next((tool["name"] for tool in request.get("tools") or ()), "nothing")
    call: Json = {"type": "tool_use", "id": f"toolu_{answer['id']}", "name": name, "input": {}}
    kept = [block for block in answer["content"] if block["type"] == "thinking"]
    return {**answer, "content": [*kept, call], "stop_reason": "tool_use"}


CHANGES: dict[str, Callable[[CallFault, Json, Json], Json]] = {
    "unknown_block": lambda _fault, answer, _request: {**answer, "content": [*answer["content"], _NOVELTY]},
    "empty_content": lambda _fault, answer, _request: {**answer, "content": [], "stop_reason": "end_turn"},
    "refusal": _refused,
    "pause_turn": _paused,
    "max_tokens": lambda _fault, answer, _request: {
        **answer,
        "content": answers.cut(answer["content"]),
        "stop_reason": "max_tokens",
    },
    "endless_tools": _endless,
    "huge_text": lambda fault, answer, _request: {
        **answer,
        "content": [{"type": "text", "text": "word " * (fault.bytes // 5)}],
        "stop_reason": "end_turn",
    },
}
"""Faults that change the answer itself; the others are of its delivery, in `app.py`."""
