"""One scorer's line: the pairs that count, their difference, and the word for it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite

import polars as pl

from measures.holm import holm
from measures.power import Design, smallest_difference, smallest_exact, smallest_fall
from measures.reach import weakest_of
from reports import wording
from reports.comparison import Aspect, Counts, ScorerLine, ScorerReach, VerdictWord
from reports.direction import moved
from reports.estimate import EXACT, Estimate, estimate
from reports.pairing import SIDES
from reports.policy import Policy

ALPHA = 0.05


@dataclass(frozen=True)  # without slots, for what is asked of it again and again
class Material:
    """All pairs of one scorer (`pairing.meetings`), and its versions on each side (empty where it never spoke).

    `of`: whether its values are compared, or, of a scorer whose values are numbers, its passes.
    """

    scorer: str
    pairs: pl.DataFrame
    base_versions: frozenset[int | None]
    candidate_versions: frozenset[int | None]
    of: Aspect = "value"

    @cached_property
    def binary(self) -> bool:
        """Pass/fail, unless every judged value is a number."""
        return self.of == "passes" or any(self._judged_without(side, "number") for side in SIDES)

    @property
    def passes(self) -> "Material | None":
        """The passes of a scorer whose values are numbers; None where it has none of its own to compare."""
        none = all(self.pairs[f"{side}_passed"].null_count() == self.pairs.height for side in SIDES)
        return None if self.binary or none else replace(self, of="passes")

    def _judged_without(self, side: str, column: str) -> bool:
        """Whether there is a judged session of `side` without a value in `column`."""
        return not self.pairs.filter(is_judged(side), pl.col(f"{side}_{column}").is_null()).is_empty()

    @cached_property
    def incomparable(self) -> str | None:
        """Why the two sides cannot be set against each other, or None."""
        if not self.base_versions or not self.candidate_versions:
            return f"only the {'candidate' if self.candidate_versions else 'base'} was scored by it"
        if self.base_versions != self.candidate_versions or len(self.base_versions) > 1:
            versions = f"base {_names(self.base_versions)}, candidate {_names(self.candidate_versions)}"
            return f"scorer versions differ: {versions}"
        if self.binary and any(self._judged_without(side, "passed") for side in SIDES):
            return "its values are neither all numbers nor all pass or fail"
        return None


def is_judged(side: str) -> pl.Expr:
    """Whether the scorer decided about that side of a pair."""
    return pl.col(f"{side}_passed").is_not_null() | pl.col(f"{side}_number").is_not_null()


def failed(side: str) -> pl.Expr:
    """Whether that side of a pair was judged and did not pass."""
    return (~pl.col(f"{side}_passed")).fill_null(value=False)


BOTH_JUDGED = is_judged("base") & is_judged("candidate")
UNMATCHED_FAILURE = failed("candidate") & ~is_judged("base")
IDLE = pl.any_horizontal((pl.col(f"{side}_value") == "not_applicable").fill_null(value=False) for side in SIDES)


def counted(material: Material, policy: Policy, *, off_script_too: bool, which: pl.Expr = BOTH_JUDGED) -> pl.DataFrame:
    """The pairs that enter the difference. The scorer of the script itself leaves none out."""
    kept = material.pairs.filter(~pl.col("errored"), which)
    return kept if off_script_too or material.scorer == policy.off_script else kept.filter(~pl.col("off_script"))


def lines(materials: Sequence[Material], policy: Policy) -> tuple[ScorerLine, ...]:
    """A line per scorer, and one for its passes where the policy gates them apart from its mean.

    The p values are corrected for how many lines were asked.
    """
    raw = [_line(aspect, policy) for material in materials for aspect in _aspects(material, policy)]
    asked = [line for line in raw if is_tested(line)]
    adjusted = dict(zip((line.title for line in asked), holm([_p(line) for line in asked]), strict=True))
    return tuple(_worded(line, adjusted.get(line.title, _p(line)), len(asked), policy) for line in raw)


def _aspects(material: Material, policy: Policy) -> list[Material]:
    passes = material.passes if policy.pass_margin(material.scorer) is not None else None
    return [material, passes] if passes else [material]


def is_tested(line: ScorerLine) -> bool:
    """Scorers that cannot reach significance whatever the truth leave the correction (Tarone 1990)."""
    return line.estimate is not None and line.estimate.p is not None and line.estimate.differs


def _line(material: Material, policy: Policy) -> ScorerLine:
    blank = ScorerLine(
        material.scorer,
        binary=material.binary,
        verdict="not compared",
        why="",
        counts=_counts(material, policy),
        reach=_reach(material),
        of=material.of,
    )
    if reason := material.incomparable:
        return replace(blank, why=reason)
    kept = counted(material, policy, off_script_too=False)
    if kept.is_empty():
        return replace(blank, verdict="too few sessions to tell", why="no pair was judged on both sides")
    outcomes = _outcomes(material, kept)
    found = _estimate(material, outcomes, policy)
    every = counted(material, policy, off_script_too=True)
    both = _estimate(material, _outcomes(material, every), policy) if every.height > kept.height else None
    higher = policy.direction(material.scorer, binary=material.binary) == "higher"
    said = moved(found, outcomes, binary=material.binary, higher_is_better=higher)
    worst = _worst_case(material, outcomes, policy)
    return replace(blank, estimate=found, with_off_script=both, worst_case=worst, moved=said)


def _worst_case(material: Material, outcomes: pl.DataFrame, policy: Policy) -> Estimate | None:
    """Failures without a judged partner as losses, so that the gate's bound holds whatever the base would have been."""
    unmatched = counted(material, policy, off_script_too=False, which=UNMATCHED_FAILURE)
    if unmatched.is_empty() or not material.binary:
        return None
    assumed = _outcomes(material, unmatched).with_columns(base=pl.lit(1.0))
    return _estimate(material, pl.concat([outcomes, assumed]), policy)


def _outcomes(material: Material, kept: pl.DataFrame) -> pl.DataFrame:
    column = "passed" if material.binary else "number"
    return kept.select(
        "persona", "cluster", *(pl.col(f"{side}_{column}").cast(pl.Float64).alias(side) for side in SIDES)
    )


def _estimate(material: Material, outcomes: pl.DataFrame, policy: Policy) -> Estimate:
    fraction = material.scorer in policy.fractions
    return estimate(outcomes, binary=material.binary, confidence=policy.confidence, fraction=fraction)


def _worded(line: ScorerLine, p: float, tests: int, policy: Policy) -> ScorerLine:
    found = line.estimate
    if found is None:
        return line
    if found.p is None:
        why = "one persona only (twins count once): nothing to judge chance by"
        return replace(line, verdict="too few sessions to tell", why=why)
    smallest = _smallest(found, tests if found.differs else tests + 1, binary=line.binary)
    if p <= ALPHA:
        verdict, why = _direction(line, policy), "larger than chance would make it"
    elif found.few:
        verdict, why = "too few sessions to tell", wording.NEEDED
    elif found.differs and found.least_p * tests > ALPHA:
        verdict, why = "too few sessions to tell", _needs(tests)
    else:
        verdict, why = "no difference shown", _seen(smallest, found, binary=line.binary)
    return replace(line, p=p, smallest=smallest, verdict=verdict, why=why)


def _smallest(found: Estimate, tests: int, *, binary: bool) -> float | None:
    """What the test would have shown four times in five, corrected for `tests` lines; None: nothing, or nobody knows.

    The exact test: if as many pairs as did here move the other way. Twins count once; where nothing varied, a persona's
    sessions count as trials of their own.
    """
    design = Design(ALPHA / 2 / tests, units=found.units)
    if found.test == EXACT:
        against = min(found.fell, found.rose) / found.pairs
        return smallest_exact(found.pairs, lambda less: (against + less, against), 1 - 2 * against, design)
    if found.error and found.differs:
        shown = smallest_difference(found.error, design=design)
        return shown if isfinite(shown) and not (binary and shown > 1) else None
    return smallest_fall(found.base, found.units, found.pairs / found.personas, design=design) if binary else None


def _direction(line: ScorerLine, policy: Policy) -> VerdictWord:
    assert line.estimate is not None  # noqa: S101 (only lines with an estimate are worded)
    higher = line.estimate.difference > 0
    return "better" if higher == (policy.direction(line.scorer, binary=line.binary) == "higher") else "worse"


def _needs(tests: int) -> str:
    units = 1
    while 2.0 ** (1 - units) * tests > ALPHA:
        units += 1
    tested = wording.count(tests, "scorer")
    return f"at least {units} personas (twins count once) are needed before {tested} can show anything"


def _seen(smallest: float | None, found: Estimate, *, binary: bool) -> str:
    start = "" if found.differs else "no pair differs; "
    if smallest is None:
        return start + ("no difference could have been shown" if binary else "what would have shown is not known")
    size = f"{100 * smallest:.1f} points" if binary else f"{smallest:.3g}"
    return f"{start}a difference of {size} would have been seen four times in five"


def _counts(material: Material, policy: Policy) -> Counts:
    """`lost`: the base could be judged, the candidate cannot, so that nobody knows what became of it."""
    pairs = material.pairs
    ran = pairs.filter(~pl.col("errored"))
    silent = ran.filter(~BOTH_JUDGED, ~IDLE)
    judged = counted(material, policy, off_script_too=True).height
    return Counts(
        errored=pairs.height - ran.height,
        not_judged=silent.height,
        not_applicable=ran.height - judged - silent.height,
        off_script=judged - counted(material, policy, off_script_too=False).height,
        lost=silent.filter(is_judged("base"), ~is_judged("candidate")).height,
        unmatched_failures=counted(material, policy, off_script_too=False, which=UNMATCHED_FAILURE).height,
        no_longer_applies=counted(material, policy, off_script_too=False, which=is_judged("base") & IDLE).height,
    )


def _reach(material: Material) -> tuple[ScorerReach, ...]:
    """The weakest session of either run."""
    texts = pl.concat([material.pairs[f"{side}_judged"] for side in SIDES]).drop_nulls().unique()
    weakest = weakest_of([json.loads(text) for text in texts])
    return tuple(ScorerReach(what, rate) for what, rate in sorted(weakest.items()))


def _p(line: ScorerLine) -> float:
    return line.estimate.p if line.estimate is not None and line.estimate.p is not None else 1.0


def _names(versions: frozenset[int | None]) -> str:
    return ", ".join(sorted("unknown" if version is None else str(version) for version in versions))
