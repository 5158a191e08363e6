"""Runs a bench: prints its table, and writes its rows as JSON.

    python tests/bench/run.py NAME [--quick] [--json FILE]

One bench a process, for its memory is measured too. A figure compares on one machine only; most benches measure
something plain in the same run, so that machines compare. No test looks at a clock; this is for people.
"""

import argparse
import json
from importlib import import_module
from pathlib import Path

from measuring import BENCHES
from page import number
from rich.console import Console
from rich.table import Table

NAMES = ("overhead", "sessions", "judging", "scoring", "scanning", "reporting", "latency")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("name", choices=NAMES)
    arguments.add_argument("--quick", action="store_true", help="leave the largest sizes out")
    arguments.add_argument("--json", type=Path)
    given = arguments.parse_args()
    import_module(given.name)
    bench = BENCHES[given.name]
    rows = bench.rows(given.quick)
    keys = list(dict.fromkeys(key for row in rows for key in row))
    table = Table(*(key.replace("_", " ") for key in keys), title=bench.title)
    for row in rows:
        table.add_row(*(number(row.get(key)) for key in keys))
    Console(width=140).print(table)
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
