"""How often the gate alarms when nothing changed, and how often it sees a planted fall: counted, not believed.

`make false-alarms` repeats it 1,000 times; the tests repeat it less often.
"""

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from measures.proportions import clopper_pearson
from reports.gate import non_inferiority
from reports.pairing import Meeting, table_of
from reports.policy import Policy, read_policy
from reports.scorer_lines import Material, lines

POLICY = Path(__file__).resolve().parents[2] / "evals" / "gate.toml"
REPETITIONS = 1_000
SEED = 20260105
ONE = frozenset({1})
FRACTIONS = ("intake_complete", "intake_fidelity")
BINARY = ("outcome", "plan_validity", "care_tone", "honest_telling", "life_stage_fit", "safety_decision", "unspoken")
COUNTS = ("intake_economy",)
SIMULATED = (*FRACTIONS, *BINARY, *COUNTS)
"""Every scorer that a line of non-inferiority of the policy gates."""


@dataclass(frozen=True, slots=True)
class World:
    """Personas with `epochs` sessions each. A session collects `facts` values, each right with the persona's rate.

    `turns`: the most messages that an intake takes beyond five.
    """

    personas: int = 63
    epochs: int = 4
    facts: int = 40
    rate: float = 0.95
    spread: float = 0.04
    turns: int = 6


def alarms(draw: random.Random, world: World, policy: Policy, *, fall: float = 0.0) -> list[str]:
    """The non-inferiority lines that alarm in one comparison; `fall` is taken off the candidate's intake_fidelity."""
    materials = [_numbers(draw, scorer, world, fall if scorer == "intake_fidelity" else 0.0) for scorer in FRACTIONS]
    materials += [_passes(draw, scorer, world) for scorer in BINARY]
    materials += [_turns(draw, scorer, world) for scorer in COUNTS]
    return [line.name for line in non_inferiority(lines(materials, policy), policy) if line.standing == "regressed"]


def count_alarms(repetitions: int, world: World, policy: Policy, *, seed: int = SEED) -> int:
    """In how many of the repetitions anything alarms though base and candidate are the same."""
    draw = random.Random(seed)
    return sum(bool(alarms(draw, world, policy)) for _ in range(repetitions))


def _numbers(draw: random.Random, scorer: str, world: World, fall: float) -> Material:
    def one(rate: float) -> dict[str, Any]:
        right = sum(draw.random() < rate for _ in range(world.facts)) / world.facts
        return {"number": right, "passed": right == 1, "value": str(right)}

    return _material(
        draw, scorer, world, (lambda hard: one(world.rate + hard), lambda hard: one(world.rate + hard - fall))
    )


def _passes(draw: random.Random, scorer: str, world: World) -> Material:
    def one(hard: float) -> dict[str, Any]:
        passed = draw.random() < world.rate + hard
        return {"number": None, "passed": passed, "value": "pass" if passed else "fail"}

    return _material(draw, scorer, world, (one, one))


def _turns(draw: random.Random, scorer: str, world: World) -> Material:
    """Messages until the intake was over; passes where no question was one too many."""

    def one(hard: float) -> dict[str, Any]:
        turns = 5.0 + sum(draw.random() < 0.5 + hard for _ in range(world.turns))
        return {"number": turns, "passed": draw.random() < world.rate + hard, "value": str(turns)}

    return _material(draw, scorer, world, (one, one))


def _material(draw: random.Random, scorer: str, world: World, sides: Sequence[Any]) -> Material:
    """Personas differ in how hard they are, which both runs meet alike."""
    meetings = []
    for number in range(world.personas):
        hard = draw.uniform(-world.spread, world.spread)
        name = f"p{number}"
        for epoch in range(world.epochs):
            session = f"{name}/{epoch}"
            before, after = (side(hard) for side in sides)
            meetings.append(Meeting(name, session, before, after))
    return Material(scorer, table_of(meetings), ONE, ONE)


def main() -> int:
    """Exit 1 where the count excludes the rate that the policy promises."""
    policy = read_policy(POLICY)
    found = count_alarms(REPETITIONS, World(), policy)
    low, high = clopper_pearson(found, REPETITIONS)
    promised = 1 - policy.confidence
    sys.stdout.write(
        f"identical variants: {found} alarms in {REPETITIONS} comparisons of {World()}\n"
        f"rate {found / REPETITIONS:.3f} (95% interval {low:.3f} to {high:.3f}); the policy promises {promised:.3f}\n"
    )
    return 1 if low > promised else 0


if __name__ == "__main__":
    sys.exit(main())
