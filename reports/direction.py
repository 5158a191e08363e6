"""Which way the pairs of a scorer went, in words: what a reader can know where no test can tell."""

from collections.abc import Sequence

import polars as pl

from reports.estimate import Estimate

NAMED = 3
"""Pairs of which the values before and after are named."""


def moved(found: Estimate, pairs: pl.DataFrame, *, binary: bool, higher_is_better: bool) -> str:
    """`pairs`: a row per pair with `base` and `candidate` as floats (a pass is 1)."""
    if not found.differs:
        return f"none of {found.pairs}"
    values = pairs.select("base", "candidate").filter(pl.col("base") != pl.col("candidate")).unique().rows()
    said = []
    for went, some, better in (("rose", found.rose, higher_is_better), ("fell", found.fell, not higher_is_better)):
        if some and binary:
            said.append(f"{_share(some, found.pairs)} {_passes(some, now=went == 'rose')}")
        elif some:
            those = [pair for pair in values if (pair[1] > pair[0]) == (went == "rose")]
            way = f"{went} ({'better' if better else 'worse'})"
            said.append(f"{_share(some, found.pairs)} {way}{_named(those)}")
    return "; ".join(said)


def _share(some: int, pairs: int) -> str:
    if some < pairs:
        return f"{some} of {pairs}"
    return {1: "the only pair", 2: "both"}.get(pairs, f"all {pairs}")


def _passes(some: int, *, now: bool) -> str:
    return f"{'now' if now else 'no longer'} {'passes' if some == 1 else 'pass'}"


def _named(values: Sequence[tuple[float, float]]) -> str:
    """Those that went furthest."""
    ordered = sorted(values, key=lambda pair: (-abs(pair[1] - pair[0]), pair))
    named = ", ".join(f"{before:.4g} to {after:.4g}" for before, after in sorted(ordered[:NAMED]))
    return f"{', furthest' if len(values) > NAMED else ''}: {named}"
