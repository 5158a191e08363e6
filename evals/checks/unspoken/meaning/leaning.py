"""Which categories are accused more readily, so that each reaches its bar. Used in training only."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from evals.checks.unspoken.meaning.fitting import Scale
from evals.checks.unspoken.meaning.model import OUTPUTS
from evals.checks.unspoken.meaning.validation import Judged, operating_point, tally
from evals.checks.unspoken.texts import Category

BARS: dict[Category, float] = {
    "age_categorization": 0.60,
    "goal_judgement": 0.50,
    "reframe_reveal": 0.50,
    "motive_naming": 0.40,
}
"""Recall wanted first (specification, section 4)."""
_MARGIN = 0.03
_STEP = 0.1
_MOST = 15


def leaned(scale: Scale, weighed: Callable[[Scale], Judged], precision: float) -> Scale:
    """`scale` with more odds for the categories that would miss their bar; what they gain, the others pay for.

    `weighed` judges all texts by a scale. Precision over all is kept by the common threshold, which rises with every
    step. Stops after `_MOST` steps.
    """
    for _ in range(_MOST):
        found = weighed(scale)
        counted = tally(found, operating_point(found, precision)).caught
        short = [name for name, bar in BARS.items() if counted[name][0] < (bar + _MARGIN) * counted[name][1]]
        if not short:
            break
        scale = replace(scale, offset=scale.offset + _STEP * np.isin(OUTPUTS, short))
    return scale
