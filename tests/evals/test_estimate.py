"""What a run may cost, said beforehand."""

import pytest

from coach import variants
from evals.estimate import Past, Planned, estimated

HAIKU, SONNET = "anthropic/claude-haiku-5-5", "anthropic/claude-sonnet-5-5"
PLANNED = Planned(4, variants.load("baseline"), {"fast": HAIKU, "reasoning": SONNET}, HAIKU)


def test_earlier_runs_give_mean_and_range() -> None:
    made = estimated(PLANNED, [Past("a", (0.2, 0.3)), Past("b", ()), Past("c", (0.4,))])
    assert made is not None
    assert (made.low, made.high) == (pytest.approx(0.8), pytest.approx(1.6))
    assert "0.300 dollars a session on average, 0.200 to 0.400, in 2 earlier runs" in str(made)


def test_without_one_the_prompts_and_an_assumption_give_a_range() -> None:
    made, judged = estimated(PLANNED), estimated(Planned(4, PLANNED.variant, PLANNED.coach, HAIKU, SONNET, 140))
    assert made is not None
    assert judged is not None
    assert made.low < 4 * 0.26 < made.high  # what a session of the offline players against the strict server costs
    assert judged.low > made.low + 140 * 0.006
    assert "assumed: 15 to 60 calls of the fast tier" in str(made)


def test_a_model_without_a_price_leaves_it_open() -> None:
    assert estimated(Planned(1, PLANNED.variant, PLANNED.coach, "openai/gpt-4o")) is None
