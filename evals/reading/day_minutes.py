"""How long a session may be on which weekday, where a text says both side by side. Knows no network and no question."""

import re
from typing import Final

from evals.reading.amounts import find_amounts
from evals.reading.calendar import days_of, find_days
from evals.reading.folding import fold

_PARTS: Final = re.compile(r"[^,;.!?\n]+")
_LIMIT: Final = re.compile(r"\b(?:max(?:imum)?|at most|(?:no|not) (?:more|longer) than|up to|limit(?:ed)?|only have)\b")


def minutes_by_day(text: str) -> dict[str, float]:
    """Minutes by weekday, from every part of `text` with one length and days; nothing where no part sets a limit."""
    found: dict[str, float] = {}
    folded = fold(text)
    for part in _PARTS.findall(folded) if _LIMIT.search(folded) else ():
        lengths = {each.middle / 60 for each in find_amounts(part) if each.kind == "duration"}
        days = [day for mention in find_days(part) for day in sorted(days_of(mention))]
        if len(lengths) == 1 and days:
            found |= dict.fromkeys(days, lengths.pop())
    return found
