"""`docs/benchmarks.md` from what the benches of this folder wrote as JSON.

    python tests/bench/page.py FOLDER docs/benchmarks.md

The bars and what is known of the missed ones stand in `bars.toml`; nothing is computed that a bench did not measure.
"""

import json
import os
import platform
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

BARS = Path(__file__).with_name("bars.toml")
PACKAGES = ("anthropic", "inspect-ai", "polars", "pydantic", "onnxruntime")
Row = dict[str, Any]
_ABOUT = (
    "Written by `make bench`. Figures are of one run on the machine below, in processor time unless they say wall. "
    "They compare on one machine only; the ratios beside them compare between machines."
)


def page(folder: Path) -> str:
    """Markdown: the bars beside the figures, then every figure of every bench."""
    found = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}
    bars = tomllib.loads(BARS.read_text(encoding="utf-8"))
    barred = [(_barred(bar, found), bar.get("missed")) for bar in bars["bar"]]
    parts = [
        "# Benchmarks",
        _ABOUT,
        _machine(),
        "## Bars",
        _table([row for row, _ in barred]),
        "## What missed bars are made of",
        "\n".join(f"- **{row['what']}**: {why}" for row, why in barred if why and row["met"] == "no"),
    ]
    for name, rows in found.items():
        parts += [f"## {name.capitalize()}", _table(rows)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _machine() -> str:
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    system = f"{platform.system()}, Python {platform.python_version()}"
    return f"{os.cpu_count()} processors ({platform.machine()}), {system}; {packages}."


def _barred(bar: Row, found: dict[str, list[Row]]) -> Row:
    rows = [row for row in found.get(bar["bench"], []) if row["what"] == bar["row"]]
    figure = rows[0].get(bar["key"]) if rows else None
    met = "not measured" if figure is None else "yes" if _holds(figure, bar) else "no"
    sign = "at least" if "at_least" in bar else "at most"
    limit = bar.get("at_least", bar.get("at_most"))
    return {"what": bar["what"], "bar": f"{sign} {limit:g} {bar['unit']}", "measured": number(figure), "met": met}


def _holds(figure: float, bar: Row) -> bool:
    return figure >= bar["at_least"] if "at_least" in bar else figure <= bar["at_most"]


def _table(rows: list[Row]) -> str:
    keys = list(dict.fromkeys(key for row in rows for key in row))
    head = [" | ".join(key.replace("_", " ") for key in keys), " | ".join("---" for _ in keys)]
    lines = [*head, *(" | ".join(number(row.get(key)) for key in keys) for row in rows)]
    return "\n".join(f"| {line} |" for line in lines)


def number(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else "" if value is None else str(value)


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(page(Path(sys.argv[1])), encoding="utf-8")
