"""Labelled replies as what the network learns from: pieces, propositions and whose each number is. Knows no torch."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from zlib import crc32

from coach.profile.extraction.folding import fold, hide_quotations
from coach.profile.extraction.learned.amounts import Amount, amounts, units
from coach.profile.extraction.learned.propositions import Proposition, propositions
from coach.profile.extraction.learned.reading import Window, windows
from coach.profile.extraction.skeleton import build
from coach.profile.extraction.typos import mend
from coach.records.fact import Value
from evals.checks.utterance import Utterance, same
from evals.labelled.replies import SET

_LEAST = 4
"""A proposition that was told less often is not learned."""
_MET_LAST = ("pv", "pw", "px", "pya", "pyb", "pyc", "pyd", "pra", "prb", "prc", "prd", "prf", "prg")
"""Writers whose replies came late: a fifth of their scenarios is held out."""
_HELD_WRITERS = ("pe", "pg", "ph", "pi", "pj", "pk")
_SHARE = 5
_SPENT = (1.0, 60.0, 1.609344, 0.45359237, 6.35029318, 100.0)
"""Factors between a number as said and its value in a field, beside those that `amounts` knows."""


@dataclass(frozen=True, slots=True)
class Example:
    """`said`: the propositions of the reply; `open`: fields of which it owes nothing; `owners`: by amount."""

    case: Utterance
    window: Window
    places: tuple[tuple[int, ...], ...]
    said: frozenset[Proposition]
    open: frozenset[str]
    owners: tuple[frozenset[str], ...]


def writer(case: Utterance) -> str:
    return case.scenario.split("_")[0]


def is_held(case: Utterance) -> bool:
    """Whether the reply is kept from the network, to weigh its readings with."""
    name = writer(case)
    return name in _HELD_WRITERS or (name in _MET_LAST and crc32(case.scenario.encode()) % _SHARE == 0)


def is_fresh(case: Utterance) -> bool:
    """Whether the rules met the reply late: none was mended against it, inventions read in a few old tests apart."""
    return writer(case) in (*_MET_LAST, *_HELD_WRITERS)


@cache
def corpus() -> tuple[Utterance, ...]:
    """Train and dev; the test split is never opened."""
    return tuple(case for split in ("train", "dev") for case in SET.cases(split))


def today_of(case: Utterance) -> date | None:
    return date.fromisoformat(case.today) if case.today else None


def amounts_of(case: Utterance) -> tuple[Amount, ...]:
    folded = hide_quotations(mend(fold(case.text)))
    return amounts(folded, build(folded, today_of(case)), case.question)


def examples(among: Iterable[Utterance]) -> list[Example]:
    return [_example(case) for case in among]


def _example(case: Utterance) -> Example:
    facts = {name: told.value for name, told in case.facts.items()}
    found = amounts_of(case)
    window = next(windows(case.question, case.text))
    return Example(
        case=case,
        window=window,
        places=tuple(tuple(window.places(item.span)) for item in found),
        said=propositions(facts),
        open=frozenset(case.allowed) - frozenset(facts),
        owners=tuple(frozenset(_owners(item, case)) for item in found),
    )


def _owners(amount: Amount, case: Utterance) -> Iterable[str]:
    for name, told in case.facts.items():
        if name in units() and _is_number(told.value) and _fits(amount, name, told.value):
            spans = [span for part in told.spans for span in _all(part, case.text)]
            start, end = amount.span
            if not spans or any(start < high and low < end for low, high in spans):
                yield name


def _fits(amount: Amount, name: str, value: Value) -> bool:
    said = amount.quantity
    others = [number * factor for number in (said.lo, said.hi, said.mid) for factor in _SPENT]
    return any(same(one, value) for one in (amount.values.get(name), *others) if one is not None)


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _all(part: str, text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(re.escape(part), text)]


def vocabulary(among: Sequence[Example]) -> tuple[Proposition, ...]:
    """What is told often enough to be learned, in a fixed order."""
    seen = Counter(one for example in among for one in example.said)
    return tuple(sorted((one for one, times in seen.items() if times >= _LEAST), key=repr))
