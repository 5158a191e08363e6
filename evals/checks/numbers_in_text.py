"""The numbers of a text, whatever they are of."""

import re
from functools import lru_cache

from evals.reading.amounts import find_amounts

_YEAR = 365.25
_DIGITS = re.compile(r"\d+(?:\.\d+)?")


@lru_cache(8192)
def figures_in(text: str, *, converted: bool = True) -> frozenset[float]:
    """The numbers of a text, to a tenth, as written and, where `converted`, in its base unit; else no "twice"."""
    found = {float(each) for each in _DIGITS.findall(text)}
    for each in (each for each in find_amounts(text) if converted or each.kind != "times"):
        unit = _YEAR if each.kind == "years" else 60.0 if each.kind == "clock" else each.unit
        found |= {value / part for value in (each.low, each.high) for part in ((1.0, unit) if converted else (unit,))}
    return frozenset(round(value, 1) for value in found)
