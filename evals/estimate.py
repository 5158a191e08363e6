"""What a run may cost, before it begins: from earlier runs, else from its prompts and an assumption. Reads no log."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from coach.policy import POLICY
from coach.variants import Variant
from evals.checks.prices import dollars
from evals.players import OFFLINE_ATHLETE

_BYTES_A_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Planned:
    """A run to come. `sessions`: of one that is live in part only this part; `coach`: tier to model; `texts`: how many
    the judge is measured on, whole sessions among them."""

    sessions: float
    variant: Variant
    coach: Mapping[str, str]
    athlete: str = OFFLINE_ATHLETE
    judge: str | None = None
    texts: int = 0

    @property
    def models(self) -> tuple[str, ...]:
        return tuple(filter(None, (*self.coach.values(), self.athlete, self.judge)))


class Past(NamedTuple):
    """An earlier run of the same variant and models: the dollars of each session whose cost is known."""

    run: str
    session_usd: tuple[float, ...]


class CostEstimate(NamedTuple):
    """Dollars of the whole run; `basis`: what it rests on, in words."""

    low: float
    high: float
    basis: str

    def __str__(self) -> str:
        return f"{self.low:.2f} to {self.high:.2f} dollars ({self.basis})"


def estimated(planned: Planned, past: Iterable[Past] = ()) -> CostEstimate | None:
    """None where a model has no known price."""
    if any(dollars(model, 0, 0) is None for model in planned.models):
        return None
    known = [each for each in past if each.session_usd]
    return _from_runs(planned.sessions, known) if known else _from_prompts(planned)


def _from_runs(sessions: float, past: list[Past]) -> CostEstimate:
    costs = [usd for each in past for usd in each.session_usd]
    mean = sum(costs) / len(costs)
    runs = f"{len(past)} earlier run{'s' if len(past) > 1 else ''}"
    basis = f"{mean:.3f} dollars a session on average, {min(costs):.3f} to {max(costs):.3f}, in {runs} like this one"
    return CostEstimate(sessions * min(costs), sessions * max(costs), basis)


class _Calls(NamedTuple):
    """What is assumed, least and most: calls a session, and tokens a call beside the prompt's frame.

    `written`: new to the prompt cache; `read`: of the conversation so far; `output`: thinking included.
    """

    calls: tuple[int, int]
    written: tuple[int, int]
    read: tuple[int, int]
    output: tuple[int, int]


_ASSUMED: Mapping[str, _Calls] = {
    "fast": _Calls((15, 60), (500, 2000), (2000, 8000), (50, 800)),
    "reasoning": _Calls((2, 5), (3000, 8000), (0, 4000), (3000, 16_000)),
    "athlete": _Calls((8, 30), (300, 800), (2000, 6000), (30, 400)),
    "judge": _Calls((9, 31), (3000, 8000), (0, 0), (30, 1000)),
}
"""From sessions of the offline players, doubled upwards: no session of a real model was measured for it."""


def _from_prompts(planned: Planned) -> CostEstimate:
    low, high = (_run_usd(planned, end) for end in (0, 1))
    fast, reasoning = (_ASSUMED[tier].calls for tier in ("fast", "reasoning"))
    calls = f"{fast[0]} to {fast[1]} calls of the fast tier and {reasoning[0]} to {reasoning[1]} of the reasoning tier"
    return CostEstimate(low, high, f"no earlier run like this one; assumed: {calls} a session")


def _run_usd(planned: Planned, end: int) -> float:
    """Dollars of the run at the least (`end` 0) or the most (1) that is assumed."""
    sides = [(model, tier, _frame_tokens(planned.variant, tier)) for tier, model in planned.coach.items()]
    others = {"athlete": planned.athlete, "judge": planned.judge}
    sides += [(model, role, 0) for role, model in others.items() if model is not None]
    a_session = sum(
        _ASSUMED[side].calls[end] * _call_usd(model, _ASSUMED[side], frame, end) for model, side, frame in sides
    )
    measuring = planned.texts * _call_usd(planned.judge, _ASSUMED["judge"], 0, end) if planned.judge else 0.0
    return planned.sessions * a_session + measuring


def _call_usd(model: str, assumed: _Calls, frame: int, end: int) -> float:
    """Dollars of one call, likewise."""
    return dollars(model, 0, assumed.output[end], assumed.written[end], frame + assumed.read[end]) or 0.0


def _frame_tokens(variant: Variant, tier: str) -> int:
    """Tokens of the system prompt and the tools, on average over the states of the tier."""
    sizes = [
        len(variant.prompts[row.prompt]) + len(json.dumps([tool.definition for tool in row.tools]))
        for row in POLICY.values()
        if row.tier == tier
    ]
    return sum(sizes) // len(sizes) // _BYTES_A_TOKEN
