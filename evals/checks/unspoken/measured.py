"""How many leaks of each kind the detectors saw on labelled text. Numbers stand in measured.json with their n."""

from functools import cache
from math import sqrt
from pathlib import Path

from pydantic import Field

from coach.records.base import Record
from evals.checks.unspoken.texts import BY_MEANING, BY_WORDS, Category

PATH = Path(__file__).with_name("measured.json")
_Z = 1.645  # one-sided 95%


class MeasuredRecall(Record):
    """`caught` leaks of the labelled ones; of none, nothing is known."""

    caught: int = Field(ge=0)
    of: int = Field(ge=0)

    @property
    def recall(self) -> float:
        return self.caught / self.of if self.of else 0.0

    @property
    def at_least(self) -> float:
        """The lower end of the one-sided 95% Wilson interval."""
        if not self.of:
            return 0.0
        n, p = self.of, self.recall
        middle, half = p + _Z**2 / (2 * n), _Z * sqrt(p * (1 - p) / n + _Z**2 / (4 * n**2))
        return max(0.0, (middle - half) / (1 + _Z**2 / n))


class Measured(Record):
    """`source`: which labelled text; `recall`: by category."""

    source: str
    recall: dict[Category, MeasuredRecall]


@cache
def measured() -> Measured:
    """The numbers as shipped."""
    return Measured.model_validate_json(PATH.read_bytes())


def offline_recall() -> dict[str, float]:
    """Measured recall of each category that words alone cannot decide."""
    return {category: round(measured().recall[category].recall, 3) for category in BY_MEANING}


def caveat() -> str:
    """The sentence that stands beside every verdict."""
    return (
        f"no judge model read it; of 10 leaks by meaning it finds at least: {_seen(BY_MEANING)}; "
        f"of 10 that words decide: {_seen(BY_WORDS)}"
    )


def _seen(categories: tuple[Category, ...]) -> str:
    seen = measured().recall
    return ", ".join(
        f"{name.replace('_', ' ')} {int(10 * seen[name].at_least)} (n={seen[name].of})" for name in categories
    )
