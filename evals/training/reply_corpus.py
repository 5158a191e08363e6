"""Labelled replies as what the network learns from: pieces, propositions and whose each amount is. Knows no torch."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from coach.records.fact import Value, is_number
from evals.checks.reply_reading import LabelledUtterance, same
from evals.labelled.replies import SET
from evals.reading.calendar import WEEKDAY_KIND, days_of
from evals.reading.propositions import DAYS, EXCLUDED_DAYS, MINUTES, Proposition, propositions
from evals.reading.reader import amounts_of
from evals.reading.records import Amount
from evals.reading.values import Valued, number_fields
from evals.reading.windows import ReplyWindow, asking, windows

_LEAST = 4
"""A proposition that is stated less often is not learned."""
HELD_OUT = ("pl", "pm", "pn", "po", "pp")
"""Writers of the dev split that the network never learns from: the thresholds are chosen on their replies."""
_FACTORS = (1.0, 60.0, 1.609344, 0.45359237, 6.35029318, 100.0)
"""Between a number as written and its value in a field, where `amounts_of` takes it for another unit."""
_MINUTE_S = 60.0


@dataclass(frozen=True, slots=True)
class ReplyExample:
    """`said`: the propositions of the reply; `open`: fields of which it owes nothing.

    `places` and `owners`: the pieces of each amount, and the names that own it.
    """

    case: LabelledUtterance
    window: ReplyWindow
    places: tuple[tuple[int, ...], ...]
    said: frozenset[Proposition]
    open: frozenset[str]
    owners: tuple[frozenset[str], ...]


def is_held_out(case: LabelledUtterance) -> bool:
    return case.scenario.split("_")[0] in HELD_OUT


@cache
def corpus() -> tuple[LabelledUtterance, ...]:
    """Train and dev; the test split is never opened."""
    return tuple(case for split in ("train", "dev") for case in SET.cases(split))


def today_of(case: LabelledUtterance) -> date | None:
    return date.fromisoformat(case.today) if case.today else None


def examples(among: Iterable[LabelledUtterance]) -> list[ReplyExample]:
    """One example for each reply, of its first window."""
    return [_example(case) for case in among]


def _example(case: LabelledUtterance) -> ReplyExample:
    facts = {name: stated.value for name, stated in case.facts.items()}
    amounts = amounts_of(case.text, case.question, today_of(case))
    window = next(windows(asking(case.question), case.text))
    return ReplyExample(
        case=case,
        window=window,
        places=tuple(tuple(window.places(each.amount.span)) for each in amounts),
        said=propositions(facts),
        open=frozenset(case.allowed) - frozenset(facts),
        owners=tuple(frozenset(_owners(each, case, amounts)) for each in amounts),
    )


def _owners(one: Valued, case: LabelledUtterance, among: Sequence[Valued]) -> Iterator[str]:
    if one.amount.kind == WEEKDAY_KIND:
        yield from _of_days(one.amount, case, [each.amount for each in among if each.amount.kind == WEEKDAY_KIND])
        return
    minutes = case.facts[MINUTES].value if MINUTES in case.facts else None
    if one.amount.kind == "duration" and isinstance(minutes, dict):
        yield from (MINUTES for value in {*minutes.values()} if same(one.amount.middle / _MINUTE_S, value))
    for name, stated in case.facts.items():
        if name in number_fields() and is_number(stated.value) and _fits(one, name, stated.value):
            spans = [found.span() for part in stated.spans for found in re.finditer(re.escape(part), case.text)]
            start, end = one.amount.span
            if not spans or any(start < high and low < end for low, high in spans):
                yield name


def _of_days(mention: Amount, case: LabelledUtterance, mentions: Sequence[Amount]) -> Iterator[str]:
    """Whether the days of a mention, but for those that a narrower mention names, are available, or are not."""
    stated = next((case.facts[name].value for name in (DAYS, MINUTES) if name in case.facts), None)
    if not isinstance(stated, tuple | dict):
        return
    days, available = days_of(mention), frozenset(stated)
    narrower = [days_of(other) for other in mentions if len(days_of(other)) < len(days)]
    left = days.difference(*narrower)
    if left and left <= available:
        yield DAYS
    if not days & available:
        yield EXCLUDED_DAYS


def _fits(one: Valued, name: str, value: Value) -> bool:
    amount = one.amount
    others = [number * factor for number in (amount.low, amount.high, amount.middle) for factor in _FACTORS]
    return any(same(each, value) for each in (one.values.get(name), *others) if each is not None)


def vocabulary(among: Sequence[ReplyExample]) -> tuple[Proposition, ...]:
    """What is stated often enough to be learned, in a fixed order."""
    seen = Counter(one for example in among for one in example.said)
    return tuple(sorted((one for one, times in seen.items() if times >= _LEAST), key=repr))
