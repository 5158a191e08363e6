"""A category that misses its bar is accused more readily; the others pay, and precision holds."""

import numpy as np

from evals.checks.unspoken.labelled import Labelled, Speaker
from evals.checks.unspoken.meaning.fitting import Scale
from evals.checks.unspoken.meaning.leaning import BARS, leaned
from evals.checks.unspoken.meaning.model import OUTPUTS
from evals.checks.unspoken.meaning.validation import Judged, operating_point, tally
from evals.checks.unspoken.texts import Category

PRECISION = 0.9


def case(number: int, label: Category | None) -> Labelled:
    return Labelled(
        id=f"case-{number}", author="e1", scenario="s", split="train", text="Rest today.", label=label,
        spans=(), persona=Speaker(), pair=None,
    )  # fmt: skip


def texts() -> tuple[tuple[Labelled, ...], np.ndarray]:
    """Motives are told easily, judgements weakly, and innocent texts look a little like motives."""
    labels: list[Category | None] = [*["motive_naming"] * 60, *["goal_judgement"] * 40, *[None] * 100]
    draw = np.random.default_rng(0)
    scores = draw.normal(-3, 0.5, (len(labels), len(OUTPUTS)))
    scores[:60, OUTPUTS.index("motive_naming")] = draw.normal(1, 1, 60)
    scores[60:100, OUTPUTS.index("goal_judgement")] = draw.normal(-1, 0.5, 40)
    scores[100:, OUTPUTS.index("motive_naming")] = draw.normal(-1, 0.7, 100)
    return tuple(case(at, label) for at, label in enumerate(labels)), scores


def test_a_category_below_its_bar_gains_and_precision_holds() -> None:
    cases, scores = texts()

    def weighed(scale: Scale) -> Judged:
        chance = scale.chance(scores, np.zeros(scores.shape, dtype=np.bool_))
        return Judged(cases, chance.max(axis=1), chance.argmax(axis=1))

    def recall(scale: Scale) -> float:
        found = weighed(scale)
        counted = tally(found, operating_point(found, PRECISION))
        assert counted.precision >= PRECISION
        caught, of = counted.caught["goal_judgement"]
        return caught / of

    ones = np.ones(len(OUTPUTS))
    plain = Scale(ones, 0 * ones, 0 * ones)
    made = leaned(plain, weighed, PRECISION)
    assert recall(plain) < BARS["goal_judgement"] <= recall(made)
    assert made.offset[OUTPUTS.index("compliance_tone")] == 0
