"""How many MB a second one core scans for leaks: ordinary and hostile text, as a table and as JSON.

Ordinary text is what the training split's innocent texts say, over and over in another order.
"""

import random
from collections.abc import Callable

from measuring import Row, bench, cpu_s

from evals.checks.unspoken import scan
from evals.labelled.leaks import SET

SIZES = (10_000, 1_000_000, 10_000_000)


def ordinary(size: int) -> str:
    """Innocent messages, one a line."""
    texts = [case.text for case in SET.cases("train") if case.label is None]
    chosen, length, draw = list[str](), 0, random.Random(7)
    while length < size:
        chosen.append(draw.choice(texts))
        length += len(chosen[-1]) + 1
    return "\n".join(chosen)[:size]


def leaking(size: int) -> str:
    """Leaks and nothing else."""
    texts = [case.text for case in SET.cases("train") if case.label is not None]
    return repeated(" ".join(texts))(size)


def repeated(unit: str) -> Callable[[int], str]:
    return lambda size: (unit * (size // len(unit) + 1))[:size]


KINDS: dict[str, Callable[[int], str]] = {
    "ordinary": ordinary,
    "leaks only": leaking,
    "one long word": repeated("a"),
    "zero-width": repeated("a\u200b"),
    "bidi overrides": repeated("\u202eskoorb \u202c"),
    "emoji": repeated("\U0001f642\U0001f3c3"),
    "look-alikes": repeated("\u0412\u0433\u043e\u043e\u043a\u0455 "),
    "accents on one letter": repeated("e\u0301\u0301\u0301\u0301"),
    "no sentence end": repeated("the rule that you marked as it was for the field and "),
    "backtracking": repeated("please confirm that you that you you're you have been been "),
    "names": repeated("brooks "),
    "underscores": repeated("a_b_"),
    "spaces": repeated(" "),
}


def measured(size: int, kind: str) -> Row:
    """Megabytes of UTF-8 a second, and the number of findings."""
    text, found = KINDS[kind](size), list[object]()
    took = cpu_s(lambda: found.extend(scan(text)))
    speed = len(text.encode()) / 1e6 / took
    return {"size": size, "text": kind, "mb_per_second": round(speed, 2), "findings": len(found)}


@bench("scanning", "Scanning, one core")
def scanned(quick: bool) -> list[Row]:  # noqa: FBT001 (as every bench)
    scan(leaking(300_000) + ordinary(300_000))  # the lexicon is read and its patterns are compiled once
    return [measured(size, kind) for size in SIZES[: 1 if quick else None] for kind in KINDS]
