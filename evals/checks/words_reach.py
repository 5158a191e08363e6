"""How many defects of whole conversations a scorer sees that judges by words; said beside its passes.

The numbers stand in words_reach.json and are written by `coach-eval labelled sessions --split test --write`.
"""

from collections.abc import Mapping
from functools import cache
from math import sqrt
from pathlib import Path

from pydantic import Field

from coach.records.base import Record
from evals.checks.verdict import Verdict

PATH = Path(__file__).with_name("words_reach.json")
_Z = 1.96  # two-sided 95%


class DefectsFound(Record):
    caught: int = Field(ge=0)
    of: int = Field(ge=0)


class WordsReach(Record):
    """`source`: which sessions; `seen`: by scorer."""

    source: str
    seen: dict[str, DefectsFound]


@cache
def reach() -> WordsReach:
    """The numbers as shipped."""
    return WordsReach.model_validate_json(PATH.read_bytes())


def write(source: str, counted: Mapping[str, Mapping[str, int]]) -> None:
    seen = {name: DefectsFound(caught=row["caught"], of=row["of"]) for name, row in sorted(counted.items())}
    PATH.write_text(WordsReach(source=source, seen=seen).model_dump_json(indent=2) + "\n", encoding="utf-8")


def interval(count: int, of: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share; (0, 1) of nothing."""
    if not of:
        return 0.0, 1.0
    p = count / of
    middle, half = p + _Z**2 / (2 * of), _Z * sqrt(p * (1 - p) / of + _Z**2 / (4 * of**2))
    return max(0.0, (middle - half) / (1 + _Z**2 / of)), min(1.0, (middle + half) / (1 + _Z**2 / of))


def beside(name: str, verdict: Verdict) -> Verdict:
    """A pass of `name` with how many such defects its words would have shown; any other verdict as it is."""
    seen = reach().seen.get(name)
    if not verdict.passed or seen is None:
        return verdict
    told = f"in words it saw {seen.caught} of {seen.of} labelled defects"
    judged = {**verdict.judged, "defects_in_words": round(seen.caught / seen.of, 3) if seen.of else 0.0}
    return verdict.model_copy(update={"explanation": f"{verdict.explanation}; {told}", "judged": judged})
