"""What was measured on labelled cases, for the caveats beside verdicts: the shares of measured.json.

Written by `coach-eval labelled SET --split test --write`: `replies` give `reader`, `leaks` `unspoken`, `sessions`
`words_reach`, which is how many defects of whole conversations a scorer sees that judges by words.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pydantic import Field, RootModel

from coach.records.base import Record
from evals.checks.verdict import Verdict
from measures.wilson import wilson

PATH = Path(__file__).with_name("measured.json")


class MeasuredShare(Record):
    """`found` of the labelled ones; of none, nothing is known."""

    found: int = Field(ge=0)
    of: int = Field(ge=0)

    @property
    def share(self) -> float:
        return self.found / self.of if self.of else 0.0

    @property
    def at_least(self) -> float:
        """The lower end of the one-sided 95% interval."""
        return self.interval(0.90)[0]

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Wilson's two-sided interval; (0, 1) of nothing."""
        low, high = wilson(self.found, self.of, confidence=confidence) if self.of else (0.0, 1.0)
        return low, high


class Measured(Record):
    """`source`: which cases; `shares`: by category, scorer or what else was counted."""

    source: str
    shares: dict[str, MeasuredShare]


class _File(RootModel[dict[str, Measured]]):
    pass


@cache
def measured(name: str) -> Measured:
    return _File.model_validate_json(PATH.read_bytes()).root[name]


def keep(name: str, source: str, counted: Mapping[str, tuple[int, int]]) -> None:
    """Writes what was measured, found and of how many; what was measured of others stays."""
    shares = {key: MeasuredShare(found=found, of=of) for key, (found, of) in counted.items()}
    file = _File.model_validate_json(PATH.read_bytes())
    file.root[name] = Measured(source=source, shares=shares)
    PATH.write_text(file.model_dump_json(indent=2) + "\n", encoding="utf-8")


def beside(name: str, verdict: Verdict) -> Verdict:
    """A pass of `name` with how many defects its words would have shown; any other verdict as it is."""
    seen = measured("words_reach").shares.get(name)
    if not verdict.passed or seen is None:
        return verdict
    told = f"in words it saw {seen.found} of {seen.of} labelled defects"
    judged = {**verdict.judged, "defects_in_words": round(seen.share, 3)}
    return verdict.model_copy(update={"explanation": f"{verdict.explanation}; {told}", "judged": judged})
