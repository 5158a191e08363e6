"""How many MB a second one core scans for leaks: ordinary and hostile text, as a table and as JSON.

    python tests/bench/scanning.py [--largest 10000000] [--json FILE]

Ordinary text is what the training split's innocent texts say, over and over in another order. No test looks at a clock;
this is for people.
"""

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

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


def measured(size: int) -> Iterator[tuple[str, float, int]]:
    """Kind, MB a second (of UTF-8) and findings."""
    for kind, make in KINDS.items():
        text = make(size)
        began = time.process_time()
        found = scan(text)
        yield kind, len(text.encode()) / 1e6 / (time.process_time() - began), len(found)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--largest", type=int, default=SIZES[-1])
    arguments.add_argument("--json", type=Path)
    given = arguments.parse_args()
    scan(leaking(300_000) + ordinary(300_000))  # the lexicon is read and its patterns are compiled once
    rows = [
        {"size": size, "text": kind, "mb_per_second": round(speed, 2), "findings": findings}
        for size in SIZES
        if size <= given.largest
        for kind, speed, findings in measured(size)
    ]
    table = Table("characters", "text", "MB/s", "findings", title="Scanning, one core")
    for row in rows:
        table.add_row(f"{row['size']:,}", str(row["text"]), str(row["mb_per_second"]), str(row["findings"]))
    Console().print(table)
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
